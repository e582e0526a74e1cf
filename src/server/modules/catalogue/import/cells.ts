import type { ImportField } from '@/contract/catalogue/products/imports';
import { type ProductStatus, productStatuses } from '@/contract/catalogue/products/moderation';
import type { ProductType } from '@/contract/catalogue/products/schema';
import { wordsOf } from '@/server/core/words';

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

/** Words of cells, in whatever language: read once for each import. */
export interface CellWords {
  flags: ReadonlyMap<string, boolean>;
  statuses: ReadonlyMap<string, ProductStatus>;
  kinds: ReadonlyMap<string, ProductType>;
  noVat: ReadonlySet<string>;
  units: ReadonlySet<string>;
}

/** The words that cells may say, of both languages: the screen's own, and what files say besides. */
export async function readCellWords(): Promise<CellWords> {
  const texts = new Map<string, string[]>();
  for (const language of ['ru', 'en']) {
    const known = await wordsOf(language, 'imports');
    const shown = await wordsOf(language, 'form');
    for (const key of [...words, 'no-vat', 'units']) {
      const own = words.some((one) => one === key) ? [key, shown(`products.import.cells.${key}`)] : [];
      const all = [...(texts.get(key) ?? []), ...own, ...known(`cells.${key}`).split('|')];
      texts.set(key, all.map(plainWord));
    }
  }
  const of = <Value>(pairs: readonly (readonly [string, Value])[]) =>
    new Map(pairs.flatMap(([key, value]) => (texts.get(key) ?? []).map((text) => [text, value] as const)));
  return {
    flags: of([['yes', true] as const, ['no', false] as const]),
    statuses: of(productStatuses.map((status) => [status, status] as const)),
    kinds: of((['simple', 'variable'] as const).map((kind) => [kind, kind] as const)),
    noVat: new Set(texts.get('no-vat')),
    units: new Set(texts.get('units')),
  };
}

const words: readonly string[] = ['yes', 'no', ...productStatuses, 'simple', 'variable'];

function plainWord(text: string): string {
  return text
    .trim()
    .toLocaleLowerCase('ru')
    .normalize('NFD')
    .replace(/\u0308/g, '')
    .normalize('NFC');
}

function oneOf<Value>(known: ReadonlyMap<string, Value>, text: string): CellValue {
  const value = known.get(plainWord(text));
  return value === undefined ? { error: 'error-wrong-value' } : { value };
}

export const flagOf = (text: string, { flags }: CellWords) => oneOf(flags, text);
export const statusOf = (text: string, { statuses }: CellWords) => oneOf(statuses, text);
export const kindOf = (text: string, { kinds }: CellWords) => oneOf(kinds, text);

/** A number may have its currency or unit behind it; what is left is the schema's to judge. */
export function numberOf(text: string, { units }: CellWords): CellValue {
  const [, number = text, unit = ''] = /^(.*\d)\s*(\p{L}+\.?|\p{Sc})$/u.exec(text) ?? [];
  const isUnit = /\p{Sc}/u.test(unit) || units.has(plainWord(unit.replace('.', '')));
  return { value: isUnit ? number : text };
}

/** A rate, with or without the name of the tax before it; none by its words. */
export function vatOf(text: string, { noVat }: CellWords): CellValue {
  if (noVat.has(plainWord(text))) return { value: 'none' };
  return { value: /^\D*(\d{1,2})\s*%?$/.exec(text)?.[1] ?? text };
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

/** `name: value; name: value`, or `[{name, value}]` as the dialect writes it. Undefined for anything else. */
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
