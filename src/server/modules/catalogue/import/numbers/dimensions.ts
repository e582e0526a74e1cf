import { plainHeading } from '../shapes/columns';

export type Side = 'length' | 'width' | 'height';

/** The order that the field is named by, where a heading says none. */
export const usualSides: readonly Side[] = ['length', 'width', 'height'];

/** Words and letters of the sides as headings order them; depth is what stands across the width. */
const sides: readonly (readonly [RegExp, Side])[] = [
  [/^(?:длина|д|length|l)$/, 'length'],
  [/^(?:ширина|ш|width|w)$/, 'width'],
  [/^(?:высота|в|height|h)$/, 'height'],
  [/^(?:глубина|г|depth|d)$/, 'length'],
];

/** What people write between numbers that are measured together. */
const between = '[xх×✕*]';

/** The order that a heading says: «Габариты (ДхШхВ), мм», «Размеры: ширина × высота × глубина», `Dimensions L x W x H`. */
export function orderOfSides(heading: string): readonly Side[] | undefined {
  const said = new RegExp(`(\\p{L}+)\\s*${between}\\s*(\\p{L}+)\\s*${between}\\s*(\\p{L}+)`, 'u');
  const plain = plainHeading(heading.slice(0, longestHeading).replaceAll('*', '×'));
  const words = lettersApart(plain).match(said)?.slice(1) ?? [];
  const order = words.flatMap((word) => sides.find(([known]) => known.test(word))?.[1] ?? []);
  return order.length === 3 && new Set(order).size === 3 ? order : undefined;
}

/** «дхшхв» and «вшг» are one word of letters. */
const lettersApart = (text: string): string =>
  text.replace(/(?<!\p{L})([дшвгlwhd])[xх]?([дшвгlwhd])[xх]?([дшвгlwhd])(?!\p{L})/gu, '$1×$2×$3');

const longestHeading = 200;

/** The parts of `20x30×40 см`, each with the unit that stands in the cell; undefined for anything else. */
export function measuredTogether(text: string): string[] | undefined {
  const number = '\\d[\\d ]*(?:[.,]\\d+)?';
  const unit = '\\p{L}{1,12}\\.?|["″]';
  const [, ...parts] =
    new RegExp(
      `^(${number})\\s*(${unit})?\\s*${between}\\s*(${number})\\s*(${unit})?\\s*${between}\\s*(${number})\\s*(${unit})?$`,
      'iu',
    ).exec(text.trim().slice(0, longestHeading)) ?? [];
  if (parts.length === 0) return undefined;
  const last = parts[5] ?? '';
  return [0, 2, 4].map((at) => `${parts[at] ?? ''} ${parts[at + 1] ?? last}`.trim());
}
