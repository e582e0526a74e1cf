import { sql } from 'kysely';
import type { ImportField } from '@/contract/catalogue/products/imports';
import type { Ctx } from '@/server/core/context';
import { isClearing } from './cells';
import type { FileIndex } from './job';

const page = 5000;

/** Reads the keys of all rows of an import: a few texts of each, not the rows. */
export async function readIndex(
  ctx: Pick<Ctx, 'db'>,
  importId: number,
  mapping: ReadonlyMap<ImportField, number>,
): Promise<FileIndex> {
  const index: FileIndex = {
    bySku: new Map(),
    bySlug: new Map(),
    parents: new Set(),
    optionNames: new Map(),
    combinations: new Map(),
  };
  const cell = (field: ImportField) => {
    const column = mapping.get(field);
    return column === undefined ? sql`''` : sql`coalesce(cells ->> ${column}::int, '')`;
  };
  for (let after = 0; ; ) {
    const { rows } = await sql<{ line: number; sku: string; slug: string; parent: string }>`
      select line, ${cell('sku')} as sku, ${cell('slug')} as slug, ${cell('parent')} as parent
      from product_import_rows where import_id = ${importId} and line > ${after}
      order by line limit ${page}`.execute(ctx.db);
    for (const { line, sku, slug, parent } of rows) {
      if (sku !== '' && !isClearing(sku) && !index.bySku.has(sku)) index.bySku.set(sku, line);
      const address = slug.toLowerCase();
      if (address !== '' && !index.bySlug.has(address)) index.bySlug.set(address, line);
      if (parent !== '') index.parents.add(parent).add(parent.toLowerCase());
    }
    const last = rows.at(-1);
    if (!last || rows.length < page) return index;
    after = last.line;
  }
}
