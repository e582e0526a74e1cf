import type { ImportField } from '@/contract/catalogue/products/imports';
import { normalText } from '@/contract/core/files/normal-text';
import type { OddCells } from '../cells';

/** A row as it is stored; below zero: the first variation of a product whose row of the file became the product itself. */
export interface ShapedRow {
  line: number;
  cells: string[];
  odd?: OddCells;
}

/** How another system writes variations, in ours: a row of the product, and rows that name it and their options. */
export interface Shape {
  /** Fields whose columns are added behind those of the file. */
  added: readonly ImportField[];
  rows: (rows: AsyncIterable<ShapedRow>) => AsyncGenerator<ShapedRow>;
  /** What columns of the file mean in this shape, once its rows are read; null: nothing. */
  fields: () => ReadonlyMap<number, ImportField | null>;
  /** Sheets that were read together with that of the products. */
  joined?: readonly string[];
  /** What it may have that is not put together. */
  note?: 'offers-apart' | undefined;
}

/** Rows that one row of the file became have lines so far apart, below zero: no sheet has as many rows. */
export const lineStep = 2_000_000;

/** A heading as shapes are recognised by it. */
export const plainHeading = (heading: string): string =>
  normalText(heading).toLowerCase().replaceAll('ё', 'е').replace(/[*_"]/g, ' ').replace(/\s+/g, ' ').trim();

/** The column of the first of these headings. */
export const columnOf = (plain: readonly string[], ...names: readonly string[]): number | undefined => {
  const at = names.map((name) => plain.indexOf(name)).find((place) => place >= 0);
  return at;
};

/** The columns behind these words, by their number or name: `attribute 2 name`, `свойство: цвет`. */
export function columnsNamed(plain: readonly string[], name: RegExp): Map<string, number> {
  return new Map(
    plain.flatMap((heading, column) => {
      const found = name.exec(heading)?.[1];
      return found ? [[found, column] as const] : [];
    }),
  );
}

/** Stock of a system that does not count it, in a cell that it leaves empty: the person says once how many pieces that is. */
export const endless = '∞';

/** No pieces, as far as a cell says. */
export const isNoStock = (text: string): boolean => /^(?:-\d+|0+)?(?:[.,]0*)?$/.test(text.trim());

export interface Option {
  name: string;
  value: string;
}

/** Options in the words of our own files; as JSON where a value has their signs in it. */
export function optionsText(options: readonly Option[]): string {
  const isPlain = options.every(({ name, value }) => !/[;|:=\n\r]/.test(name + value));
  return isPlain ? options.map(({ name, value }) => `${name}: ${value}`).join('; ') : JSON.stringify(options);
}
