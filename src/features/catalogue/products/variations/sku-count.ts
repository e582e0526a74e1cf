import type { MatrixRow } from './matrix';

/** Knows which SKUs several rows have, without looking at all rows for every letter. */
export class SkuCount {
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
