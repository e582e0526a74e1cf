import type { ImportField } from '@/contract/catalogue/products/imports';
import { type ProductStatus, productStatuses } from '@/contract/catalogue/products/moderation';
import type { ProductType } from '@/contract/catalogue/products/schema';
import type { CellOddity } from '@/contract/core/files/file-tables';
import { knownLanguages } from '@/contract/core/languages';
import { oneLine, trimEnd } from '@/contract/core/text';
import { decodeEntities } from '@/server/core/html';
import type { JsonRecord } from '@/server/core/json-record';
import { loadWords } from '@/server/core/words';
import { jsonIn, parseOptions } from '../products/parse-options';
import { type CurrencyWord, readCurrencyWords } from './numbers/prices';

/** Parsed value of a cell, or its error as a `form` key. */
export type CellValue = { value: unknown; warning?: string } | { error: string };

/** Cells by field; empty cells are left out. */
export type RowTexts = Partial<Record<ImportField, string>>;

/** Translation keys of namespace `form`, by column index, or by field where the file has no such column. */
export type RowErrors = Record<string, string>;

/** What the reader of the file found odd: by column, and of the whole row. */
export type OddCells = Record<
  string,
  CellOddity | 'hidden' | 'quote' | 'total' | 'group' | 'options' | 'special' | 'ranges'
>;

/** A characteristic that a row says, and the column that says it; undefined for the column of all. */
export interface CharacteristicCell {
  column: number | undefined;
  name: string;
  value: string;
}

/** Parsed cells of a row, in the shape of a `POST products` body. */
export interface ParsedRow {
  values: JsonRecord;
  errors: RowErrors;
  warnings: RowErrors;
  /** In the spelling of the shop; a lone dash takes one away. */
  characteristics: CharacteristicCell[];
  /** In a dry run: the picture would be fetched, so the row may change. */
  isAwaited: boolean;
}

/** A lone dash clears the field; an empty cell leaves it alone. */
export const isClearing = (text: string) => /^[-—–]$/.test(text);

/** Accepted words in all languages, read once per import. */
export interface CellWords {
  flags: ReadonlyMap<string, boolean>;
  statuses: ReadonlyMap<string, ProductStatus>;
  kinds: ReadonlyMap<string, ProductType>;
  noVat: ReadonlySet<string>;
  /** Taxed, without saying at which rate. */
  anyVat: ReadonlySet<string>;
  /** Pieces that the shop's words for stock mean, by `plainWord`. */
  stock: ReadonlyMap<string, number>;
  /** Words of currencies, and the code of the marketplace's own. */
  currencies: readonly CurrencyWord[];
  currency: string;
  units: ReadonlySet<string>;
}

/** Loads the accepted words in all languages: those of the screen, and synonyms. */
export async function loadCellWords(): Promise<Omit<CellWords, 'currency' | 'stock'>> {
  const texts = new Map<string, string[]>();
  const currencies: string[] = [];
  for (const language of knownLanguages) {
    const words = await loadWords(language, 'catalogue');
    currencies.push(words('imports.cells.currencies'));
    for (const key of [...cellKeys, 'no-vat', 'any-vat', 'units']) {
      const own = cellKeys.some((one) => one === key) ? [key, words(`products.import.cells.${key}`)] : [];
      const all = [...(texts.get(key) ?? []), ...own, ...words(`imports.cells.${key}`).split('|')];
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
    anyVat: new Set(texts.get('any-vat')),
    units: new Set(texts.get('units')),
    currencies: readCurrencyWords(currencies.join('|')),
  };
}

const cellKeys: readonly string[] = ['yes', 'no', ...productStatuses, 'simple', 'variable'];

/** The address of a page: its last part, where a file has the whole link. */
export function slugIn(text: string): string {
  if (!/^(?:https?:\/\/|\/|[\p{L}\d-]+(?:\.[\p{L}\d-]+)+\/)/iu.test(text)) return text;
  const last =
    trimEnd(text.split(/[?#]/, 1)[0] ?? '', '/')
      .split('/')
      .at(-1) ?? text;
  return last.replace(/\.(?:html?|php|aspx)$/i, '');
}

/** A word without case, accents and outer white space. */
export function plainWord(text: string): string {
  return text
    .trim()
    .toLocaleLowerCase('ru')
    .normalize('NFD')
    .replace(/\u0308/g, '')
    .normalize('NFC');
}

/** Splits a list cell at line breaks, semicolons and bars, or parses the JSON of the dialect. */
export function splitList(text: string): string[] {
  const json = jsonIn(text);
  const parts = json === undefined ? text.split(/[\n\r;|]+/) : [json].flat().map(jsonText);
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

/** Signs between the levels of a path, as systems write them: ours, Magento, OpenCart, Bitrix, Windows; the rarest last. */
const pathSigns: readonly RegExp[] = [
  / ?(?:-?>|[→»›▸]|\/\/\/|\/\/|\|) ?/,
  / \/ /,
  / ?\\ ?/,
  / ?\/ ?/,
  / (?:-|‒|–|—) /,
];

/** The levels of `Дом > Посуда / Кружки`. White space is shortened first: looking for it around each sign takes minutes. */
export function splitPath(text: string): string[] {
  const short = oneLine(text);
  return short
    .split(/ ?(?:>|→|\/\/\/|\\) ?| \/ /)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Longer than five names of categories with their signs. */
const longestPath = 700;

/** Every way to read a text as a path, from its own name on: with each sign, and with all of them. */
export function pathReadings(text: string): string[][] {
  const short = oneLine(decodeEntities(text));
  if (short.length > longestPath) return [[short]];
  const split = (sign: RegExp) =>
    short
      .split(sign)
      .map((name) => name.trim())
      .filter((name) => name !== '');
  return [[short], splitPath(short), ...pathSigns.map(split), split(/ ?(?:-?>|[→»›▸]|\/\/\/|\\) ?| \/ /)];
}

/** A path whatever its signs are, also those within its names: «Электроника / Мыши / Клавиатуры» has two levels or three. */
export const pathTokens = (text: string): string =>
  oneLine(decodeEntities(text.slice(0, longestPath)))
    .split(/[>→»›▸|\\/]+/)
    .map((token) => token.replace(/ -$/, '').trim())
    .filter((token) => token !== '')
    // No name begins so, which keeps them apart from names and paths.
    .reduce((all, token) => `${all}\u0001${token}`, '');

/** URLs and file names may also be separated by commas, URLs by spaces. A `;` or `|` within an address belongs to it. */
export function splitFiles(text: string): string[] {
  if (jsonIn(text) !== undefined) return splitList(text);
  const lines = text
    .replace(/,\s*(?=https?:)|(?<=\.(?:jpe?g|png|webp)),|\s(?=https?:)/gi, '\n')
    .split(/[\n\r]+/);
  const parts = lines.flatMap((line) =>
    line.split(
      /^\s*https?:/i.test(line)
        ? /[;|](?= ?(?:https?:|[^;|/]*\.(?:jpe?g|png|webp|gif) ?(?:[;|]|$)|$))/i
        : /[;|]+/,
    ),
  );
  return [...new Set(parts.map(fileIn).filter((part) => part !== ''))];
}

/** A name, or the address within quotes, brackets, a formula or an element. */
function fileIn(part: string): string {
  const plain = part.trim().replace(/^\/\/(?=[\w-]+\.[\w.-]+[:/])/, 'https://');
  const at = plain.search(/https?:\/\//i);
  if (at < 0) return plain;
  const address = at === 0 ? plain : (plain.slice(at).split(/["'<>\s)\]]/, 1)[0] ?? '');
  return decodeEntities(address).replace(/\s/g, '%20');
}

/** `Состав: лён; Страна: Россия`, JSON, or `Состав:лён:0,Страна:Россия:1` of PrestaShop. */
export function parseCharacteristics(text: string): { name: string; value: string }[] | undefined {
  if (!/^[^:,]+:[^:,]+:\d+(?:,[^:,]+:[^:,]+:\d+)*$/.test(text)) return parseOptions(text);
  return text.split(',').map((part) => {
    const [name = '', value = ''] = part.split(':');
    return { name: name.trim(), value: value.trim() };
  });
}

/** The URL, id or text of a JSON value. */
function jsonText(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value ?? '');
  for (const key of ['original', 'url', 'id', 'slug', 'name']) {
    if (key in value) return String(Object.entries(value).find(([name]) => name === key)?.[1] ?? '');
  }
  return '';
}
