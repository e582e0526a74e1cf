import type { CsvMistake } from '@/contract/catalogue/attributes/csv';
import type { ImportField } from '@/contract/catalogue/products/imports';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { listImportErrors, removeImport, startImport, updateImport } from './imports';
import { type ImportFile, rejectFile, uploadImport } from './upload-import';
import { type WorkerDeps, workOn } from './worker';

/** Columns a dialect file must have. */
const requiredFields: Record<'products' | 'variations', readonly ImportField[]> = {
  products: ['name', 'type'],
  variations: ['parent', 'options', 'price'],
};

const maxErrors = 100;

/**
 * `POST import-products` and `import-variation-options`: a whole file in one request, all or nothing (rules/catalogue:
 * files of the dialect are all or nothing). Returns the errors, empty when stored. Throws NOT_FOUND, and
 * VALIDATION_FAILED at `csv` for an unreadable file.
 */
export async function importInOneRequest(
  ctx: UserCtx,
  deps: WorkerDeps,
  given: ImportFile & { kind: 'products' | 'variations' },
): Promise<CsvMistake[]> {
  const { id, mapping, headings } = await uploadImport(ctx, given);
  const fields = Object.values(mapping);
  if (!requiredFields[given.kind].every((field) => fields.includes(field))) {
    await removeImport(ctx, id);
    rejectFile('error-import-header');
  }
  await ctx.db.transaction().execute(async (db) => {
    const own = { ...ctx, db };
    await updateImport(own, id, {
      options: {
        mode: 'atomic',
        match: 'sku',
        existing: 'update',
        fresh: 'create',
        stock: 'difference',
        trashed: 'refuse',
        values: {},
      },
    });
    await startImport(own, id, 'run');
  });
  await workOn(deps, id);
  const { status, failure } = await ctx.db
    .selectFrom('product_imports')
    .select(['status', 'failure'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (status === 'done') return [];
  if (failure !== 'VALIDATION_FAILED') throw new AppError('INTERNAL');
  const { data } = await listImportErrors(ctx, id, { limit: String(maxErrors) });
  return data.flatMap(({ line, errors, cells }) =>
    Object.entries(errors).map(([key, error]) => ({
      row: line,
      column: headings[Number(key)] ?? key,
      error,
      value: (cells[Number(key)] ?? '').slice(0, 200),
    })),
  );
}
