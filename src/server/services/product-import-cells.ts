import type { ImportField } from '@/contract/products/imports';
import type { ProductStatus } from '@/contract/products/moderation';

/** What a cell means, or what is wrong with it as a `form` key. `clear`: the dash that empties a field. */
export type CellValue = { value: unknown } | { error: string };

/** A row's cells by their fields. A cell that is empty says nothing and is left out. */
export type RowTexts = Partial<Record<ImportField, string>>;

export function textsOf(cells: readonly string[], mapping: ReadonlyMap<ImportField, number>): RowTexts {
  const texts: RowTexts = {};
  for (const [field, index] of mapping) {
    const text = (cells[index] ?? '').trim();
    if (text !== '') texts[field] = text;
  }
  return texts;
}

/** A lone dash empties what is there; an empty cell leaves it alone. */
export const isClearing = (text: string) => /^[-—–]$/.test(text);

const flags: Record<string, boolean> = {
  да: true,
  нет: false,
  yes: true,
  no: false,
  true: true,
  false: false,
  истина: true,
  ложь: false,
  '1': true,
  '0': false,
  '+': true,
};

const statuses: Record<string, ProductStatus> = {
  опубликован: 'publish',
  опубликовано: 'publish',
  'на витрине': 'publish',
  published: 'publish',
  publish: 'publish',
  approved: 'approved',
  одобрен: 'approved',
  черновик: 'draft',
  draft: 'draft',
  'на проверке': 'under_review',
  under_review: 'under_review',
  'under review': 'under_review',
  отклонен: 'rejected',
  rejected: 'rejected',
  'снят с публикации': 'unpublish',
  'снят с продажи': 'unpublish',
  скрыт: 'unpublish',
  unpublish: 'unpublish',
  unpublished: 'unpublish',
};

const kinds: Record<string, 'simple' | 'variable'> = {
  simple: 'simple',
  простой: 'simple',
  обычный: 'simple',
  variable: 'variable',
  вариативный: 'variable',
  'с вариантами': 'variable',
};

/** A word of a few, in whatever case and with either е. */
function oneOf<Value>(known: Record<string, Value>, text: string): CellValue {
  const word = text.toLocaleLowerCase('ru').replaceAll('ё', 'е');
  return Object.hasOwn(known, word) ? { value: known[word] } : { error: 'error-wrong-value' };
}

export const flagOf = (text: string) => oneOf(flags, text);
export const statusOf = (text: string) => oneOf(statuses, text);
export const kindOf = (text: string) => oneOf(kinds, text);

/** A number may have its currency or unit beside it; what is left is the schema's to judge. */
export function numberOf(text: string): CellValue {
  return { value: text.replace(/\s*(₽|\$|€|руб\.?|р\.|шт\.?|кг|см)$/iu, '') };
}

/** `20 %`, `НДС 10%`, `без НДС`. */
export function vatOf(text: string): CellValue {
  if (/^(без\s*ндс|не облагается|none|no vat)$/i.test(text)) return { value: 'none' };
  return { value: text.replace(/ндс|vat|%|\s/gi, '') };
}

/** The parts of a cell that is a list: line breaks, semicolons or bars between, or the JSON of the dialect. */
export function partsOf(text: string): string[] {
  const json = jsonIn(text);
  const parts = json === undefined ? text.split(/[\n\r;|]+/) : [json].flat().map(textOf);
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

/** Addresses and names of files also stand with a comma between them. */
export function filesOf(text: string): string[] {
  if (jsonIn(text) !== undefined) return partsOf(text);
  return partsOf(text.replace(/,\s*(?=https?:)|(?<=\.(?:jpe?g|png|webp)),/gi, ';'));
}

/** `Цвет: красный; Размер: M`, or `[{name, value}]` as the dialect writes it. Undefined for anything else. */
export function optionsOf(text: string): { name: string; value: string }[] | undefined {
  const json = jsonIn(text);
  const pairs = Array.isArray(json) ? json.map(pairOf) : text.split(/[\n\r;|]+/).flatMap(pairIn);
  const options = pairs.map((pair) => pair && { name: pair.name.trim(), value: pair.value.trim() });
  const isRight =
    options.length > 0 && options.every((pair) => pair && pair.name !== '' && pair.value !== '');
  return isRight ? options.flatMap((pair) => pair ?? []) : undefined;
}

function pairIn(part: string): ({ name: string; value: string } | undefined)[] {
  if (part.trim() === '') return [];
  const [, name, value] = /^([^:=]+)[:=](.+)$/s.exec(part) ?? [];
  return [name === undefined || value === undefined ? undefined : { name, value }];
}

function pairOf(pair: unknown): { name: string; value: string } | undefined {
  if (pair === null || typeof pair !== 'object' || !('name' in pair) || !('value' in pair)) return undefined;
  return { name: String(pair.name), value: String(pair.value) };
}

/** Files of the dialect hold lists and pictures as JSON (reference rules R-275). */
function jsonIn(text: string): unknown {
  if (!/^[[{].*[\]}]$/s.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What of a JSON value is meant: a picture's address, a record's id, a text. */
function textOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value ?? '');
  for (const key of ['original', 'url', 'id', 'slug', 'name']) {
    if (key in value) return String(Object.entries(value).find(([name]) => name === key)?.[1] ?? '');
  }
  return '';
}
