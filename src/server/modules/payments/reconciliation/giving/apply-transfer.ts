import { fromMinor, toMinor } from '@/contract/core/money';
import { findOrderNumbers } from '@/contract/orders/written-number';
import type { BankLine, LineChoices } from '@/contract/payments/reconciliation';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { ordersNumbered } from '../named-orders';
import { giveLine, readGivable } from './give-line';
import { divideAmong, type PayableOrder, presentChoice, readPayable } from './order-choices';
import { listDebts } from './shop-debts';

/**
 * `POST reconciliation/lines/{id}/apply`: a transfer pays the orders that its buyer named, each what it waits for by now. Throws
 * NOT_FOUND, ACTION_NOT_VALID for a line that names none or was given.
 */
export async function applyTransfer(ctx: UserCtx, id: number): Promise<BankLine> {
  const line = await readGivable(ctx, id);
  if (line.match !== 'buyer') throw new AppError('ACTION_NOT_VALID');
  const divided = divideAmong(await namedOrders(ctx, line.order_ids, line.order_id), toMinor(line.amount));
  if (divided.length === 0) throw new AppError('ACTION_NOT_VALID');
  const parts = divided.map(({ order, amount }) => ({
    kind: 'order' as const,
    order_id: order.id,
    shop_id: null,
    amount: fromMinor(amount),
  }));
  return giveLine(ctx, id, { parts });
}

/**
 * `GET reconciliation/lines/{id}/choices?number=`: what a line may be given to: orders that it names, or those of a number that
 * somebody typed, and shops that owe. Throws NOT_FOUND, ACTION_NOT_VALID.
 */
export async function readChoices(ctx: UserCtx, id: number, { number }: JsonRecord): Promise<LineChoices> {
  const line = await readGivable(ctx, id);
  const sum = toMinor(line.amount);
  if (typeof number === 'string' && number !== '') {
    const found = await ordersNumbered(
      ctx,
      findOrderNumbers(number.slice(0, 200)).map((one) => one.number),
    );
    const payable = await readPayable(ctx, [...found.values()]);
    const orders = [...payable.values()].map((order) =>
      presentChoice(order, Math.min(order.due || sum, sum)),
    );
    return { orders, shops: [] };
  }
  const named = await namedOrders(ctx, line.order_ids, line.order_id);
  const amounts = new Map(divideAmong(named, sum).map(({ order, amount }) => [order.id, amount]));
  const orders = named.map((order) => presentChoice(order, amounts.get(order.id) ?? 0));
  return { orders, shops: await listDebts(ctx) };
}

/** In the order in which the buyer named them. */
async function namedOrders(
  ctx: UserCtx,
  all: readonly number[],
  one: number | null,
): Promise<PayableOrder[]> {
  // Lines of the former release have the one order only.
  const ids = all.length > 0 ? all : one === null ? [] : [one];
  const found = await readPayable(ctx, ids);
  return ids.flatMap((id) => found.get(id) ?? []);
}
