import { attributeColumns } from '@/contract/catalogue/attributes/csv';
import { defaultLanguage } from '@/contract/core/languages';
import type { UserCtx } from '@/server/core/context';
import { joinCell, writeCsv } from '@/server/core/documents/csv';
import { loadAttributeValues } from './attributes';

const batch = 500;

/** A shop's attributes as CSV in chunks; `importAttributes` reads it back unchanged. */
export async function* exportAttributes(ctx: UserCtx, shopId: number): AsyncIterable<string> {
  yield writeCsv([attributeColumns], true);
  for (let after = 0; ; ) {
    const rows = await ctx.db
      .selectFrom('attributes')
      .select(['id', 'name'])
      .where('shop_id', '=', shopId)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
    const values = await loadAttributeValues(ctx, rows);
    yield writeCsv(
      rows.map(({ id, name }) => {
        const own = values.get(id) ?? [];
        const texts = joinCell(own.map(({ value }) => value));
        return [defaultLanguage, name, String(shopId), texts, joinCell(own.map(({ meta }) => meta))];
      }),
    );
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.id;
  }
}
