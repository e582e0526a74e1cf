import { sql } from 'kysely';
import { type BulkStepAnswer, maxPieces, type stockChangeSchema } from '@/contract/catalogue/products/bulk';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { Input } from '@/server/core/validate';
import { explainStock } from '../stock/stock';
import { lockNextStep } from './bulk-products';

/** Variations listed in one audit entry. */
const maxNamed = 50;

/** Pieces that a bulk change added to a simple product or to a variation. */
export interface StockLineChange {
  id: number;
  variation_id: number | null;
  change: number;
}

interface StockLine extends StockLineChange {
  title: string | null;
  quantity: number;
  next: number;
}

/**
 * `POST products/bulk/stock`: sets the stock of one step of products, or adds to it; variations of a variable
 * product each. A stock that would be negative stays, and its product counts as refused.
 */
export async function bulkStock(
  options: ServiceOptions,
  ctx: UserCtx,
  body: JsonRecord,
  { mode, quantity, reason }: Input<typeof stockChangeSchema>,
): Promise<BulkStepAnswer> {
  const { rows, record } = await lockNextStep(options, ctx, body, 'stock');
  const lines = await lockLines(
    ctx,
    rows.map(({ id }) => id),
    mode === 'set' ? () => quantity : (now) => now + quantity,
  );
  const isRefused = ({ next }: StockLine) => next < 0 || next > maxPieces;
  const changed = lines.filter((line) => line.change !== 0 && !isRefused(line));
  await explainStock(ctx, { kind: 'bulk', reason });
  await addPieces(ctx, changed);
  const byProduct = Map.groupBy(changed, ({ id }) => id);
  const refused = new Set(lines.filter(isRefused).flatMap(({ id }) => (byProduct.has(id) ? [] : id)));
  return record(
    [...byProduct].map(([id, stock]) => ({
      id,
      before: { stock: stock.map(({ variation_id, change }) => ({ id, variation_id, change })) },
      changes: stockChanges(stock),
    })),
    { refused: refused.size, same: rows.length - byProduct.size - refused.size },
  );
}

/** Undoes a bulk change of stock by its difference: what was sold meanwhile stays sold. */
export async function moveStockBack(ctx: UserCtx, lines: readonly StockLineChange[]): Promise<void> {
  await explainStock(ctx, { kind: 'bulk' });
  await addPieces(
    ctx,
    lines.map((line) => ({ ...line, change: -line.change })),
  );
}

/** Stock of locked products; their variations are locked in id order, as in orders that take stock. */
async function lockLines(
  ctx: UserCtx,
  ids: readonly number[],
  after: (now: number) => number,
): Promise<StockLine[]> {
  await sql`select id from variation_options where product_id = any(${[...ids]}::bigint[]) and deleted_at is null
    order by id for update`.execute(ctx.db);
  const { rows } = await sql<Omit<StockLine, 'next' | 'change'>>`
    select p.id, null::bigint as variation_id, null::text as title, p.quantity from products p
    where p.id = any(${[...ids]}::bigint[]) and p.product_type = 'simple'
    union all
    select v.product_id, v.id, v.title, v.quantity from variation_options v join products p on p.id = v.product_id
    where v.product_id = any(${[...ids]}::bigint[]) and p.product_type = 'variable' and v.deleted_at is null
    order by id, variation_id`.execute(ctx.db);
  return rows.map((row) => {
    const next = after(row.quantity);
    return { ...row, next, change: next - row.quantity };
  });
}

async function addPieces(ctx: UserCtx, lines: readonly StockLineChange[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as c (id bigint, variation_id bigint, change integer)`;
  // A trigger sums up the stock of a variable product from its variations.
  await sql`update variation_options v set quantity = greatest(0, v.quantity + c.change), version = v.version + 1,
      updated_at = ${ctx.now} from ${given} where v.id = c.variation_id and v.deleted_at is null`.execute(
    ctx.db,
  );
  await sql`update products p set quantity = greatest(0, p.quantity + c.change), version = p.version + 1,
      updated_at = ${ctx.now} from ${given} where p.id = c.id and c.variation_id is null`.execute(ctx.db);
  await sql`update products p set version = p.version + 1, updated_at = ${ctx.now}
    where p.id in (select c.id from ${given} where c.variation_id is not null)`.execute(ctx.db);
}

/** `quantity`, or `variation_options.<title>.quantity`, as `[before, after]`. */
function stockChanges(lines: readonly StockLine[]): Record<string, [number, number]> {
  return Object.fromEntries(
    lines
      .slice(0, maxNamed)
      .map(({ title, quantity, next }) => [
        title === null ? 'quantity' : `variation_options.${title}.quantity`,
        [quantity, next],
      ]),
  );
}
