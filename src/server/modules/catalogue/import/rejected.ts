import type { ImportField } from '@/contract/catalogue/products/imports';
import type { UserCtx } from '@/server/core/context';
import { wordsOf } from '@/server/core/words';
import { findImport } from './imports';

const batch = 500;

/**
 * The rows of an import that were left out, with what is wrong with them in a column of its own: the file can be put right
 * and imported again. In parts; the first has the headings.
 */
export async function* rejectedRows(ctx: UserCtx, id: number): AsyncGenerator<string[][]> {
  const { headings: stored, mapping } = await findImport(ctx, id);
  const words = await wordsOf(ctx.locale, 'form');
  const title = words('products.import.error-column');
  const all = stored as string[];
  // A file of rejected rows that is rejected again keeps one such column.
  const columns = all.flatMap((heading, index) => (heading === title ? [] : [index]));
  yield [[...columns.map((index) => all[index] ?? ''), title]];
  const fields = mapping as Record<string, ImportField>;
  for (let after = 0; ; ) {
    const rows = await ctx.db
      .selectFrom('product_import_rows')
      .select(['line', 'cells', 'errors'])
      .where('import_id', '=', id)
      .where('state', '=', 'bad')
      .where('line', '>', after)
      .orderBy('line')
      .limit(batch)
      .execute();
    yield rows.map(({ cells, errors }) => {
      const texts = cells as string[];
      const told = Object.entries((errors ?? {}) as Record<string, string>).map(([key, error]) => {
        const name = all[Number(key)] ?? words(`products.import.fields.${fields[key] ?? key}`);
        return `${name}: ${errorWord(words, error)}`;
      });
      return [...columns.map((index) => texts[index] ?? ''), told.join('; ')];
    });
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.line;
  }
}

/** Some mistakes are told otherwise of a file than of a form. */
function errorWord(words: (key: string) => string, error: string): string {
  const own = `products.import.errors.${error}`;
  const text = words(own);
  return text === own ? words(error) : text;
}
