import {
  type Matrix,
  type MatrixAttribute,
  type MatrixRow,
  type MatrixValue,
  rearranged,
  valuesById,
} from './matrix';
import { type CellField, cellError, cellFields } from './matrix-checks';

type Listener = () => void;
type Change = 'cell' | 'rows';

/**
 * The rows of the matrix outside of React: a letter typed into one of two thousand rows draws one cell anew. Rows are
 * replaced, never changed.
 */
export class MatrixStore {
  #matrix: Matrix = { attributes: [], rows: [] };
  #places = new Map<string, number>();
  #skus = new SkuCount();
  #shape: Shape;
  #ticked = new Set<string>();
  #filter: Record<number, number> = {};
  /** Before the last filling. */
  #before: MatrixRow[] | undefined;
  /** Rows that other attributes took away, for when their value comes back. */
  #gone = new Map<string, MatrixRow>();
  #touched = new Set<string>();
  #refused = new Map<string, string>();
  #showsAll = false;
  #rowListeners = new Map<string, Set<Listener>>();
  #shapeListeners = new Set<Listener>();
  #changeListeners = new Set<(change: Change) => void>();

  constructor(matrix: Matrix) {
    this.#shape = this.#load(matrix);
  }

  /** Takes rows from outside: a saved product, a draft. */
  load(matrix: Matrix): void {
    this.#load(matrix);
    this.#drawAll();
  }

  get matrix(): Matrix {
    return this.#matrix;
  }

  readonly shape = (): Shape => this.#shape;

  row(key: string): MatrixRow | undefined {
    return this.#matrix.rows[this.#places.get(key) ?? -1];
  }

  /** What a cell says is wrong: once it was left, after an attempt to save, or when the server refused it. */
  error(key: string, field: CellField): string | undefined {
    const refusal = this.#refused.get(`${key}.${field}`);
    const row = this.row(key);
    if (refusal || !row) return refusal;
    const isShown =
      this.#showsAll || this.#touched.has(`${key}.${field}`) || (field === 'sku' && this.#isRepeated(row));
    return isShown ? cellError(row, field, (sku) => this.#skus.isRepeated(sku)) : undefined;
  }

  /** Changes one row by hand. */
  edit(key: string, change: Partial<MatrixRow>): void {
    const row = this.row(key);
    if (!row) return;
    for (const field of Object.keys(change)) this.#refused.delete(`${key}.${field}`);
    const next = { ...row, ...change };
    this.#matrix = { ...this.#matrix, rows: this.#matrix.rows.with(this.#places.get(key) ?? 0, next) };
    this.#before = undefined;
    for (const changed of [...this.#skus.move(key, row.sku, next.sku), key]) this.#draw(changed);
    if (this.#shape.canUndo) this.#drawShape();
    this.#tell('cell');
  }

  /** A cell was left: from now on it says what is wrong with it. */
  touch(key: string, field: CellField): void {
    this.#touched.add(`${key}.${field}`);
    this.#draw(key);
  }

  /** Changes many rows at once; the last time can be undone. `place` counts the rows. */
  fill(keys: readonly string[], change: (row: MatrixRow, place: number) => MatrixRow): void {
    const places = new Map(keys.map((key, place) => [key, place]));
    const before = this.#matrix.rows;
    const rows = before.map((row) => {
      const place = places.get(row.key);
      return place === undefined ? row : change(row, place);
    });
    this.#setRows(rows);
    for (const key of keys)
      for (const field of ['price', 'sale_price', 'quantity', 'sku', 'barcode', 'image'])
        this.#refused.delete(`${key}.${field}`);
    this.#before = before;
    this.#drawAll();
    this.#tell('rows');
  }

  undo(): void {
    if (!this.#before) return;
    this.#setRows(this.#before);
    this.#before = undefined;
    this.#drawAll();
    this.#tell('rows');
  }

  /** Takes combinations out, or brings them back as they were. */
  exclude(keys: readonly string[], isExcluded: boolean): void {
    const chosen = new Set(keys);
    this.#setRows(this.#matrix.rows.map((row) => (chosen.has(row.key) ? { ...row, isExcluded } : row)));
    for (const key of keys) this.#ticked.delete(key);
    this.#before = undefined;
    this.#drawAll();
    this.#tell('rows');
  }

  setAttributes(attributes: MatrixAttribute[]): void {
    for (const row of this.#matrix.rows) this.#gone.set(row.key, row);
    this.#matrix = rearranged(this.#matrix, attributes, this.#gone);
    this.#setRows(this.#matrix.rows);
    this.#before = undefined;
    const known = new Set(attributes.flatMap(({ values }) => values.map(({ id }) => id)));
    this.#filter = Object.fromEntries(Object.entries(this.#filter).filter(([, id]) => known.has(id)));
    this.#drawAll();
    this.#tell('rows');
  }

  tick(keys: readonly string[], isTicked: boolean): void {
    const next = new Set(this.#ticked);
    for (const key of keys) {
      if (isTicked) next.add(key);
      else next.delete(key);
    }
    this.#ticked = next;
    for (const key of keys) this.#draw(key);
    this.#drawShape();
  }

  isTicked(key: string): boolean {
    return this.#ticked.has(key);
  }

  /** Shows rows of one value only; undefined shows all of the attribute. */
  show(attributeId: number, valueId: number | undefined): void {
    const { [attributeId]: _was, ...others } = this.#filter;
    this.#filter = valueId === undefined ? others : { ...others, [attributeId]: valueId };
    this.#drawShape();
  }

  /** What the server said of rows, by `<key>.<field>`. */
  refuse(messages: ReadonlyMap<string, string>): void {
    this.#refused = new Map(messages);
    this.#drawAll();
  }

  /** After an attempt to save every cell says what is wrong with it. */
  showAll(): void {
    if (this.#showsAll) return;
    this.#showsAll = true;
    this.#drawAll();
  }

  /** Keys of all rows but the excluded ones, shown or not. */
  includedKeys(): string[] {
    return this.#matrix.rows.filter(({ isExcluded }) => !isExcluded).map(({ key }) => key);
  }

  get hasRefusals(): boolean {
    return this.#refused.size > 0;
  }

  /** The first field of a row that the server refused. */
  refusedField(key: string): CellField | undefined {
    if (this.#refused.size === 0) return undefined;
    return cellFields.find((field) => this.#refused.has(`${key}.${field}`));
  }

  readonly onShape = (listener: Listener) => {
    this.#shapeListeners.add(listener);
    return () => this.#shapeListeners.delete(listener);
  };

  onRow(key: string, listener: Listener) {
    const all = this.#rowListeners.get(key) ?? new Set();
    this.#rowListeners.set(key, all.add(listener));
    return () => {
      all.delete(listener);
      if (all.size === 0 && this.#rowListeners.get(key) === all) this.#rowListeners.delete(key);
    };
  }

  /** Told of every change that a person makes, not of what is loaded. */
  onChange(listener: (change: Change) => void) {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  #load(matrix: Matrix): Shape {
    this.#matrix = { attributes: matrix.attributes, rows: matrix.rows };
    this.#setRows(matrix.rows);
    this.#ticked = new Set([...this.#ticked].filter((key) => this.#places.has(key)));
    this.#before = undefined;
    // What is stored now decides: a row of before may be gone from there.
    this.#gone.clear();
    this.#touched.clear();
    this.#refused.clear();
    this.#showsAll = false;
    return this.#makeShape();
  }

  #setRows(rows: MatrixRow[]): void {
    this.#matrix = { ...this.#matrix, rows };
    this.#places = new Map(rows.map(({ key }, place) => [key, place]));
    this.#skus = new SkuCount(rows);
    this.#ticked = new Set([...this.#ticked].filter((key) => this.#places.has(key)));
  }

  #isRepeated({ sku, isExcluded }: MatrixRow): boolean {
    return !isExcluded && this.#skus.isRepeated(sku.trim());
  }

  #makeShape(): Shape {
    this.#shape = shapeOf(this.#matrix, {
      ticked: this.#ticked,
      filter: this.#filter,
      canUndo: this.#before !== undefined,
    });
    return this.#shape;
  }

  #draw(key: string): void {
    for (const listener of this.#rowListeners.get(key) ?? []) listener();
  }

  #drawShape(): void {
    this.#makeShape();
    for (const listener of this.#shapeListeners) listener();
  }

  #drawAll(): void {
    for (const key of this.#rowListeners.keys()) this.#draw(key);
    this.#drawShape();
  }

  #tell(change: Change): void {
    for (const listener of this.#changeListeners) listener(change);
  }
}

interface Look {
  ticked: ReadonlySet<string>;
  /** Shown value by attribute; an attribute that is missing shows all. */
  filter: Readonly<Record<number, number>>;
  canUndo: boolean;
}

/** What the grid as a whole is drawn from; another object after every change but one of a single cell. */
export interface Shape extends Look {
  attributes: MatrixAttribute[];
  names: ReadonlyMap<number, MatrixValue>;
  /** Keys of the rows that are shown, in their order. */
  shown: string[];
  /** How many there are when nothing is filtered. */
  included: number;
  excluded: MatrixRow[];
}

function shapeOf({ attributes, rows }: Matrix, look: Look): Shape {
  const wanted = Object.values(look.filter);
  const included = rows.filter(({ isExcluded }) => !isExcluded);
  return {
    ...look,
    attributes,
    names: valuesById(attributes),
    shown: included
      .filter(({ valueIds }) => wanted.every((id) => valueIds.includes(id)))
      .map(({ key }) => key),
    included: included.length,
    excluded: rows.filter(({ isExcluded }) => isExcluded),
  };
}

/** Knows which SKUs several rows have, without looking at all rows for every letter. */
class SkuCount {
  #rows = new Map<string, Set<string>>();

  constructor(rows: readonly MatrixRow[] = []) {
    for (const { key, sku, isExcluded } of rows) if (!isExcluded) this.#add(key, sku.trim());
  }

  isRepeated(sku: string): boolean {
    return sku !== '' && (this.#rows.get(sku)?.size ?? 0) > 1;
  }

  /** A row has another SKU; answers the other rows that had or have the same. */
  move(key: string, before: string, after: string): string[] {
    const [was, is] = [before.trim(), after.trim()];
    if (was === is) return [];
    this.#rows.get(was)?.delete(key);
    const touched = [...(this.#rows.get(was) ?? []), ...(this.#rows.get(is) ?? [])];
    this.#add(key, is);
    return touched;
  }

  #add(key: string, sku: string): void {
    if (sku === '') return;
    this.#rows.set(sku, (this.#rows.get(sku) ?? new Set()).add(key));
  }
}
