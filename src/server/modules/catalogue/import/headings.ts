import { valueKey } from '@/contract/catalogue/attributes/value-key';
import { type ImportField, type ImportTarget, importFields } from '@/contract/catalogue/products/imports';
import { normalText } from '@/contract/core/files/normal-text';
import { knownLanguages } from '@/contract/core/languages';
import { oneLine } from '@/contract/core/text';
import { loadWords } from '@/server/core/words';
import { nameError } from '../attributes/attribute-name';
import { fieldNames } from '../products/field-names';
import { orderOfSides } from './numbers/dimensions';
import { headingScale } from './numbers/read-number';

/** Meaning of a heading and how certain it is; 0 is the most certain. */
interface Meaning {
  /** When there is a price before the discount, the plain price is the discounted one. */
  field: ImportField | 'old_price';
  rank: number;
}

/** Guesses the field of each column by its heading; each field once: the most certain heading wins, then the first. */
export async function guessMapping(headings: readonly string[]): Promise<Record<string, ImportField>> {
  const known = await loadKnownHeadings();
  const best = new Map<Meaning['field'], { index: number; rank: number }>();
  for (const [index, heading] of headings.entries()) {
    const meaning = meaningOf(known, heading);
    if (!meaning) continue;
    const { field, rank } = meaning;
    if (rank < (best.get(field)?.rank ?? Number.POSITIVE_INFINITY)) best.set(field, { index, rank });
  }
  // What other systems number their products by is no main product of variations.
  const parent = best.get('parent');
  if (parent && !best.has('options') && wholeHeading(headings[parent.index] ?? '') === 'product id')
    best.delete('parent');
  const full = best.get('old_price');
  best.delete('old_price');
  const price = best.get('price') ?? best.get('sale_price');
  // Without the price that holds now, the one before a discount is none to sell at.
  if (full && price) {
    if (!best.has('sale_price')) best.set('sale_price', price);
    best.set('price', full);
  }
  // Sides in one cell, when the heading says in which order, and no columns have them apart.
  const together = headings.findIndex((heading) => orderOfSides(heading) !== undefined);
  if (together >= 0 && !sides.some((side) => best.has(side)))
    best.set('dimensions', { index: together, rank: 0 });
  const currency = currencyColumn(headings, price?.index);
  if (currency !== undefined) best.set('currency', { index: currency, rank: 0 });
  else if (currencyHeading.test(plainOf(headings[best.get('currency')?.index ?? -1])))
    best.delete('currency');
  const columns = [...best].map(([field, { index }]) => [String(index), field as ImportField] as const);
  return Object.fromEntries(columns.sort(([one], [other]) => Number(one) - Number(other)));
}

const sides = ['length', 'width', 'height'] as const;

/**
 * The column of the currency of a price: «Валюта (Цена продажи)» names its column, else the one next behind it counts, else
 * the only one. That of a cost price says nothing of ours.
 */
function currencyColumn(headings: readonly string[], price: number | undefined): number | undefined {
  const all = [...headings.keys()].filter((index) => currencyHeading.test(plainOf(headings[index])));
  const ofPrice = wholeHeading(headings[price ?? -1] ?? '').replace(/^цена цена /, 'цена ');
  const named = all.filter((index) => ofPrice !== '' && ofPrice.includes(purposeOf(headings[index]) ?? ' '));
  const next = all.filter((index) => price !== undefined && index === price + 1);
  const plain = all.filter((index) => purposeOf(headings[index]) === undefined);
  return named[0] ?? next[0] ?? plain[0];
}

const currencyHeading = /^(?:валюта|код валюты|currency)(?: |$)/;
const plainOf = (heading: string | undefined) => wholeHeading(heading ?? '');

/** What a column of currencies is about: «цена продажи» of «Валюта (Цена продажи)»; undefined for any price. */
function purposeOf(heading: string | undefined): string | undefined {
  const rest = plainOf(heading)
    .replace(/^(?:валюта|код валюты|currency(?: code)?)(?: iso)?/, '')
    .trim();
  return rest === '' || /^(?:цены|price)$/.test(rest) ? undefined : rest;
}

/** What files call a characteristic in a column of its own: ours, InSales, МойСклад; Shopify has its key behind the name. */
const characteristicHeading =
  /^(?:(?:характеристика|параметр|доп\.? ?поле|attribute|characteristics?|الخاصية) ?: ?(\S.*)|(\S.*) \(product\.metafields\.[^()]+\))$/iu;

/** The name of the characteristic that a heading names; undefined for any other heading. */
export function characteristicIn(heading: string): string | undefined {
  if (heading.length > longestHeading) return undefined;
  const [, after, before] = characteristicHeading.exec(oneLine(heading)) ?? [];
  return (after ?? before)?.trim();
}

/** The mapping with the columns that name a characteristic, each name once. */
export function withCharacteristics(
  headings: readonly string[],
  mapping: Readonly<Record<string, ImportTarget>>,
  isFree: (column: number) => boolean = () => true,
): Record<string, ImportTarget> {
  const seen = new Set<string>();
  const own = headings.flatMap((heading, column): [string, ImportTarget][] => {
    const name = column in mapping || !isFree(column) ? undefined : characteristicIn(heading);
    if (name === undefined || seen.has(valueKey(name)) || nameError(name) !== undefined) return [];
    seen.add(valueKey(name));
    return [[String(column), `characteristic:${name}`]];
  });
  return { ...mapping, ...Object.fromEntries(own) };
}

/** Number of different known fields among the cells: distinguishes the heading row from titles above it. */
export async function countHeadings(cells: readonly string[]): Promise<number> {
  const known = await loadKnownHeadings();
  return new Set(cells.flatMap((cell) => meaningOf(known, cell)?.field ?? [])).size;
}

const meaningOf = (known: ReadonlyMap<string, Meaning>, heading: string): Meaning | undefined =>
  known.get(wholeHeading(heading)) ?? known.get(normalizeHeading(heading));

let knownHeadings: Promise<ReadonlyMap<string, Meaning>> | undefined;

/** Made once: every row above a table is looked up, under each separator and in each sheet. */
function loadKnownHeadings(): Promise<ReadonlyMap<string, Meaning>> {
  knownHeadings ??= makeKnownHeadings();
  return knownHeadings;
}

async function makeKnownHeadings(): Promise<Map<string, Meaning>> {
  const names = await Promise.all(knownLanguages.map((language) => fieldNames(language)));
  const known = new Map<string, Meaning>();
  const add = (name: string, field: Meaning['field'], rank: number) => {
    for (const key of [wholeHeading(name), normalizeHeading(name)])
      if (key !== '' && !known.has(key)) known.set(key, { field, rank });
  };
  // Exact names first: an alias of one field may be the name of another.
  for (const field of importFields)
    for (const [rank, name] of [...names.map((one) => one[field]), field].entries()) add(name, field, rank);
  for (const language of knownLanguages) {
    const words = await loadWords(language, 'catalogue');
    for (const field of [...importFields, 'old_price'] as const)
      for (const [place, name] of words(`imports.headings.${field}`).split('|').entries())
        add(name, field, 1 + knownLanguages.length + place);
  }
  return known;
}

/** Factor of a column whose heading names another unit than ours; 1 for the others. */
export function columnScale(field: ImportField, heading: string): number {
  if (field === 'weight') return headingScale('weight', heading);
  return ['length', 'width', 'height', 'dimensions'].includes(field) ? headingScale('length', heading) : 1;
}

/** A longer cell is a text, no heading (rules/catalogue: a heading is recognised whole). */
const longestHeading = 500;

/** Normalizes a heading: case, ё, units in brackets or after a comma. */
function normalizeHeading(heading: string): string {
  if (heading.length > longestHeading) return '';
  const [first = ''] = normalText(heading).split(',');
  return plainHeading(first.replace(/\([^()]*\)/g, ' ')).replace(
    / в (?:кило|санти|милли)?(?:грамм|метр)ах$/,
    '',
  );
}

/** As `normalizeHeading`, with what stands in brackets: «Body (HTML)», «Attribute 1 value(s)». */
const wholeHeading = (heading: string) =>
  heading.length > longestHeading ? '' : plainHeading(normalText(heading));

function plainHeading(text: string): string {
  return withOneScript(text)
    .toLocaleLowerCase('ru')
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Latin letters among Cyrillic ones that look the same: «Aртикул». */
function withOneScript(text: string): string {
  if (!/\p{Script=Cyrillic}/u.test(text)) return text;
  return text.replace(/(?<=\p{Script=Cyrillic})[a-z]+|[a-z]+(?=\p{Script=Cyrillic})/giu, (run) =>
    Array.from(run, (letter) => alike.get(letter) ?? letter).join(''),
  );
}

const alike = new Map(
  Array.from('aceopxyABCEHKMOPTX', (letter, at) => [letter, 'асеорхуАВСЕНКМОРТХ'[at] ?? letter]),
);

const numeric: readonly (ImportField | undefined)[] = [
  ...(['price', 'sale_price', 'quantity', 'weight', 'height', 'width', 'length'] as const),
];

/**
 * True for a row of explanations: it has no number where numbers belong. A single wrong value of a product is not
 * enough: that is an error to report.
 */
export function isHelp(cells: readonly string[], mapping: Record<string, ImportField>): boolean {
  const starts = cells.map((cell) => cell.slice(0, longestHeading));
  const numbers = starts.filter((cell, index) => cell !== '' && numeric.includes(mapping[index]));
  if (numbers.some((cell) => /^[\d\s.,₽%]+(руб\.?|р\.?|шт\.?|г|кг|мм|см)?$/i.test(cell))) return false;
  const explains = starts.filter((cell) => helpWords.test(cell)).length;
  const sentences = numbers.filter((cell) => /\p{L}{3}\s+\p{L}{2}/u.test(cell)).length;
  return explains > 1 || (explains > 0 && sentences > 0) || sentences > 1;
}

/** First words of explanations in the templates of Ozon and Wildberries. */
const helpWords =
  /^(не ?обязательн|обязательн|укажите|введите|заполните|выберите|вставьте|это (номер|название|цена)|required|optional|enter |choose |specify )/i;

/** Words that a row of totals begins with, for PostgreSQL, too. */
export const totalWords = '(итог|подытог|всего|total|subtotal|sub total|grand total|الإجمالي|المجموع)';

/** «Итого …» is a total whatever follows; other words are when nothing or a count follows: «Total War» is a game. */
const totals =
  /^(?:(?:итого|подытог)(?!\p{L})|(?:итог|всего|(?:grand |sub[ -]?)?totals?|الإجمالي|المجموع)\s*(?:$|[:=—–-]|\d|(?:по|на сумму|к оплате|наименовани|позици|товар|единиц|строк|шт)))/iu;

/** True for a row of totals below a table: «Итого» and the like, and no article in it. */
export function isTotals(cells: readonly string[], mapping: Record<string, ImportTarget>): boolean {
  const isTotal = (cell: string) => totals.test(cell.slice(0, 50));
  const isKeyed = cells.some(
    (cell, index) => cell !== '' && !isTotal(cell) && (mapping[index] === 'sku' || mapping[index] === 'slug'),
  );
  return !isKeyed && cells.some(isTotal);
}
