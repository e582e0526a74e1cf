import type { Selectable } from 'kysely';
import { type ChangeState, type EditPreview, isOpenChange, type OrderChange } from '@/contract/orders/change';
import { type Ctx, isAdmin } from '@/server/core/context';
import { prepared } from '@/server/core/db/prepared';
import type { DB } from '@/server/core/db/types';
import type { StockLine } from '@/server/modules/catalogue/stock/stock';
import type { OrderEdit } from './plan-edit';

/** What is stored of a change: as asked, as shown, and the quantities of then. */
export interface StoredChange {
  edit: OrderEdit;
  shown: EditPreview;
  base: [number, number][];
  /** Of a change whose difference was taken in cash: the shop that keeps it, or null for the marketplace. */
  cash_shop_id?: number | null;
}

/** A question to a customer, locked with its order. */
export type ChangeRow = Omit<Selectable<DB['order_changes']>, 'state' | 'change' | 'held'> & {
  state: ChangeState;
  change: StoredChange;
  held: StockLine[];
};

export const toChange = (row: Selectable<DB['order_changes']>): ChangeRow => ({
  ...row,
  state: row.state as ChangeState,
  change: row.change as unknown as StoredChange,
  held: row.held as unknown as StockLine[],
});

/** Shown of a question to those who work on the order. */
export function presentChange(ctx: Ctx, row: ChangeRow): OrderChange {
  const { id, change, created_at, until, ended_at } = row;
  return {
    ...change.shown,
    id,
    state: stateOf(ctx, row),
    created_at: created_at.toISOString(),
    until: until.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  };
}

/** The job that ends it may not have run yet. */
const stateOf = ({ now }: Ctx, { state, until }: ChangeRow) =>
  isOpenChange(state) && until <= now ? 'expired' : state;

/**
 * Whether a person who works on this order or part reads a question: one about it, or about the whole order when there
 * is no other part.
 */
export const isReadBy = (
  ctx: Ctx,
  { order_id, root_id }: Pick<ChangeRow, 'order_id' | 'root_id'>,
  target: { id: number },
  partCount: number,
) => isAdmin(ctx) || order_id === target.id || (order_id === root_id && partCount === 1);

/** The latest question about an order or part, for a person who works on it. */
export async function latestChange(
  ctx: Ctx,
  target: { id: number; parent_id: number | null },
): Promise<OrderChange | null> {
  const rootId = target.parent_id ?? target.id;
  const found = await ctx.db
    .selectFrom('order_changes')
    .modifyFront(prepared)
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('orders')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('orders.parent_id', '=', 'order_changes.root_id')
        .as('parts'),
    )
    .where('root_id', '=', rootId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  const row = toChange(found);
  return isReadBy(ctx, row, target, Number(found.parts)) ? presentChange(ctx, row) : null;
}
