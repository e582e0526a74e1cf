import { findStep, type WrittenOrder } from './order-table';

interface Move {
  at: Date;
  kind: 'order' | 'return';
  change: number;
  rowId: number;
}

/**
 * Stock journal for past orders. Current stock stays the same: as many pieces were received earlier as have been sold
 * since.
 */
export function planMovements(about: readonly WrittenOrder[]) {
  const things = new Map<string, { good: WrittenOrder['plan']['lines'][number]['good']; moves: Move[] }>();
  for (const { plan, rootId } of about) {
    for (const { good, quantity } of plan.lines) {
      const key = `${good.productId} ${good.variationId ?? ''}`;
      const thing = things.get(key) ?? { good, moves: [] };
      things.set(key, thing);
      thing.moves.push({ at: plan.at, kind: 'order', change: -quantity, rowId: rootId });
      const index = plan.money.shops.findIndex(({ shopId }) => shopId === good.shopId);
      const back = findStep(plan, index, 'order-cancelled') ?? findStep(plan, index, 'order-failed');
      if (back) thing.moves.push({ at: back.at, kind: 'return', change: quantity, rowId: rootId });
    }
  }
  return [...things.values()].flatMap(({ good, moves }) => {
    const sorted = moves.toSorted((one, other) => one.at.getTime() - other.at.getTime());
    const about = { shop_id: good.shopId, product_id: good.productId, variation_id: good.variationId };
    return journalOf(good.left, good.since, sorted).map((row) => ({ ...about, ...row }));
  });
}

function journalOf(left: number, since: Date, moves: readonly Move[]) {
  const sold = -moves.reduce((sum, { change }) => sum + change, 0);
  // Most pieces out at the same time: this many were received, so the quantity is never negative.
  let [out, most] = [0, 0];
  for (const { change } of moves) {
    out -= change;
    most = Math.max(most, out - left);
  }
  const came = Math.max(sold, most);
  let quantity = left + came;
  const first = moves[0]?.at ?? since;
  const rows = moves.map(({ at, kind, change, rowId }) => {
    quantity += change;
    return { at, kind, change, quantity, reason: null, family: 'orders', row_id: rowId };
  });
  const supplied = {
    at: new Date(Math.min(first.getTime() - 60_000, since.getTime() + 60_000)),
    kind: 'adjustment',
    change: came,
    quantity: left + came,
    reason: 'Поставка',
    family: null,
    row_id: null,
  };
  const written = {
    at: moves.at(-1)?.at ?? since,
    kind: 'adjustment',
    change: sold - came,
    quantity: left,
    reason: 'Пересчёт',
    family: null,
    row_id: null,
  };
  return [...(came > 0 ? [supplied] : []), ...rows, ...(came > sold ? [written] : [])];
}
