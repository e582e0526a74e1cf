import { skuKey } from '@/contract/catalogue/products/sku';
import {
  type Matrix,
  type MatrixAttribute,
  type MatrixRow,
  type MatrixValue,
  rearrangeMatrix,
  valuesById,
} from './matrix';
import { type CellField, cellError, cellFields } from './matrix-checks';

type Listener = () => void;
type ChangeKind = 'cell' | 'rows';

/** Matrix state outside React: typing in one of 2,000 rows re-renders one cell. Rows are immutable. */
export class MatrixStore {
  #matrix: Matrix = { attributes: [], rows: [] };
  #places = new Map<string, number>();
  #skus = new SkuCount();
  #shape: Shape;
  #ticked = new Set<string>();
  #filter: Record<number, number> = {};
  /** Rows before the last bulk change, for undo. */
  #before: MatrixRow[] | undefined;
  /** Removed rows, restored when their value is chosen again. */
  #removed = new Map<string, MatrixRow>();
  #touched = new Set<string>();
  #serverErrors = new Map<string, string>();
  #showsAllErrors = false;
  #rowListeners = new Map<string, Set<Listener>>();
  #shapeListeners = new Set<Listener>();
  #changeListeners = new Set<(change: ChangeKind) => void>();

  constructor(matrix: Matrix) {
    this.#shape = this.#load(matrix);
  }

  /** Replaces the matrix from outside: a saved product or a draft. */
  load(matrix: Matrix): void {
    this.#load(matrix);
    this.#notifyAll();
  }

  get matrix(): Matrix {
    return this.#matrix;
  }

  readonly shape = (): Shape => this.#shape;

  row(key: string): MatrixRow | undefined {
    return this.#matrix.rows[this.#places.get(key) ?? -1];
  }

  /** Error of a cell: shown after blur, after an attempt to save, or when the server reported one. */
  error(key: string, field: CellField): string | undefined {
    const refusal = this.#serverErrors.get(`${key}.${field}`);
    const row = this.row(key);
    if (refusal || !row) return refusal;
    const isShown =
      this.#showsAllErrors ||
      this.#touched.has(`${key}.${field}`) ||
      (field === 'sku' && this.#isRepeated(row));
    return isShown ? cellError(row, field, (sku) => this.#skus.isRepeated(sku)) : undefined;
  }

  edit(key: string, change: Partial<MatrixRow>): void {
    const row = this.row(key);
    if (!row) return;
    for (const field of Object.keys(change)) this.#serverErrors.delete(`${key}.${field}`);
    const next = { ...row, ...change };
    this.#matrix = { ...this.#matrix, rows: this.#matrix.rows.with(this.#places.get(key) ?? 0, next) };
    this.#before = undefined;
    for (const changed of [...this.#skus.move(key, row.sku, next.sku), key]) this.#notifyRow(changed);
    if (this.#shape.canUndo) this.#notifyShape();
    this.#notifyChange('cell');
  }

  /** Marks a cell as visited: it shows its error from now on. */
  touch(key: string, field: CellField): void {
    this.#touched.add(`${key}.${field}`);
    this.#notifyRow(key);
  }

  /** Changes many rows; undoable once. `place` is the index among them. */
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
        this.#serverErrors.delete(`${key}.${field}`);
    this.#before = before;
    this.#notifyAll();
    this.#notifyChange('rows');
  }

  undo(): void {
    if (!this.#before) return;
    this.#setRows(this.#before);
    this.#before = undefined;
    this.#notifyAll();
    this.#notifyChange('rows');
  }

  /** Excludes combinations or restores them with their values. */
  exclude(keys: readonly string[], isExcluded: boolean): void {
    const chosen = new Set(keys);
    this.#setRows(this.#matrix.rows.map((row) => (chosen.has(row.key) ? { ...row, isExcluded } : row)));
    for (const key of keys) this.#ticked.delete(key);
    this.#before = undefined;
    this.#notifyAll();
    this.#notifyChange('rows');
  }

  setAttributes(attributes: MatrixAttribute[]): void {
    for (const row of this.#matrix.rows) this.#removed.set(row.key, row);
    this.#matrix = rearrangeMatrix(this.#matrix, attributes, this.#removed);
    this.#setRows(this.#matrix.rows);
    this.#before = undefined;
    const known = new Set(attributes.flatMap(({ values }) => values.map(({ id }) => id)));
    this.#filter = Object.fromEntries(Object.entries(this.#filter).filter(([, id]) => known.has(id)));
    this.#notifyAll();
    this.#notifyChange('rows');
  }

  tick(keys: readonly string[], isTicked: boolean): void {
    const next = new Set(this.#ticked);
    for (const key of keys) {
      if (isTicked) next.add(key);
      else next.delete(key);
    }
    this.#ticked = next;
    for (const key of keys) this.#notifyRow(key);
    this.#notifyShape();
  }

  isTicked(key: string): boolean {
    return this.#ticked.has(key);
  }

  /** Filters by a value; undefined clears the attribute's filter. */
  show(attributeId: number, valueId: number | undefined): void {
    const { [attributeId]: _was, ...others } = this.#filter;
    this.#filter = valueId === undefined ? others : { ...others, [attributeId]: valueId };
    this.#notifyShape();
  }

  /** Sets the server's errors by `<key>.<field>`. */
  setServerErrors(messages: ReadonlyMap<string, string>): void {
    this.#serverErrors = new Map(messages);
    this.#notifyAll();
  }

  showAllErrors(): void {
    if (this.#showsAllErrors) return;
    this.#showsAllErrors = true;
    this.#notifyAll();
  }

  /** Keys of included rows, regardless of the filter. */
  includedKeys(): string[] {
    return this.#matrix.rows.filter(({ isExcluded }) => !isExcluded).map(({ key }) => key);
  }

  get hasServerErrors(): boolean {
    return this.#serverErrors.size > 0;
  }

  serverErrorField(key: string): CellField | undefined {
    return cellFields.find((field) => this.#serverErrors.has(`${key}.${field}`));
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

  /** Notified of the user's changes, not of `load`. */
  onChange(listener: (change: ChangeKind) => void) {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  #load(matrix: Matrix): Shape {
    this.#matrix = { attributes: matrix.attributes, rows: matrix.rows };
    this.#setRows(matrix.rows);
    this.#before = undefined;
    // A removed row may no longer match what is stored.
    this.#removed.clear();
    this.#touched.clear();
    this.#serverErrors.clear();
    this.#showsAllErrors = false;
    return this.#rebuildShape();
  }

  #setRows(rows: MatrixRow[]): void {
    this.#matrix = { ...this.#matrix, rows };
    this.#places = new Map(rows.map(({ key }, place) => [key, place]));
    this.#skus = new SkuCount(rows);
    this.#ticked = new Set([...this.#ticked].filter((key) => this.#places.has(key)));
  }

  #isRepeated({ sku, isExcluded }: MatrixRow): boolean {
    return !isExcluded && this.#skus.isRepeated(skuKey(sku));
  }

  #rebuildShape(): Shape {
    this.#shape = buildShape(this.#matrix, {
      ticked: this.#ticked,
      filter: this.#filter,
      canUndo: this.#before !== undefined,
    });
    return this.#shape;
  }

  #notifyRow(key: string): void {
    for (const listener of this.#rowListeners.get(key) ?? []) listener();
  }

  #notifyShape(): void {
    this.#rebuildShape();
    for (const listener of this.#shapeListeners) listener();
  }

  #notifyAll(): void {
    for (const key of this.#rowListeners.keys()) this.#notifyRow(key);
    this.#notifyShape();
  }

  #notifyChange(change: ChangeKind): void {
    for (const listener of this.#changeListeners) listener(change);
  }
}

interface GridState {
  ticked: ReadonlySet<string>;
  /** Filter: value id by attribute id; no entry shows all. */
  filter: Readonly<Record<number, number>>;
  canUndo: boolean;
}

/** State of the grid as a whole; a new object after every change except an edit of one cell. */
export interface Shape extends GridState {
  attributes: MatrixAttribute[];
  names: ReadonlyMap<number, MatrixValue>;
  /** Keys of the filtered rows, in their order. */
  shown: string[];
  /** Number of included rows, regardless of the filter. */
  included: number;
  excluded: MatrixRow[];
}

function buildShape({ attributes, rows }: Matrix, gridState: GridState): Shape {
  const wanted = Object.values(gridState.filter);
  const included = rows.filter(({ isExcluded }) => !isExcluded);
  return {
    ...gridState,
    attributes,
    names: valuesById(attributes),
    shown: included
      .filter(({ valueIds }) => wanted.every((id) => valueIds.includes(id)))
      .map(({ key }) => key),
    included: included.length,
    excluded: rows.filter(({ isExcluded }) => isExcluded),
  };
}

/** Index of SKUs, so that a duplicate is found without scanning all rows on every keystroke. */
class SkuCount {
  #rows = new Map<string, Set<string>>();

  constructor(rows: readonly MatrixRow[] = []) {
    for (const { key, sku, isExcluded } of rows) if (!isExcluded) this.#add(key, skuKey(sku));
  }

  isRepeated(sku: string): boolean {
    return sku !== '' && (this.#rows.get(sku)?.size ?? 0) > 1;
  }

  /** Moves a row to another SKU; returns the other rows with the old or new one. */
  move(key: string, before: string, after: string): string[] {
    const [was, is] = [skuKey(before), skuKey(after)];
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
