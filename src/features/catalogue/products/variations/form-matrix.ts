import type { Matrix, MatrixAttribute, MatrixRow } from './matrix';

let stamps = 0;

/**
 * The same as the form holds it. The form's library copies plain values and compares them key by key with every letter
 * that is typed into any field: thousands of rows are kept out of its sight, and told apart by a stamp.
 */
export class FormMatrix implements Matrix {
  readonly attributes: MatrixAttribute[];
  readonly stamp: number;
  readonly #rows: MatrixRow[];

  constructor({ attributes, rows }: Matrix) {
    this.attributes = attributes;
    this.#rows = rows;
    stamps += 1;
    this.stamp = stamps;
  }

  get rows(): MatrixRow[] {
    return this.#rows;
  }

  /** What a draft keeps. */
  toJSON(): Matrix {
    return { attributes: this.attributes, rows: this.#rows };
  }
}

/** True when nothing differs but the objects themselves. */
export function isSameMatrix(one: Matrix, other: Matrix): boolean {
  return (
    JSON.stringify(one.attributes) === JSON.stringify(other.attributes) &&
    one.rows.length === other.rows.length &&
    one.rows.every((row, place) => {
      const same = other.rows[place];
      return row === same || JSON.stringify(row) === JSON.stringify(same);
    })
  );
}
