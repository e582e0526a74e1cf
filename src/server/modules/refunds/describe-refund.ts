import { fromMinor, sumMoney } from '@/contract/core/money';
import { shownNumber } from '@/contract/orders/number';
import { refundMoney, toPieces } from '@/contract/refunds/money';
import type { ApprovalFact } from '@/contract/settings/approvals';
import type { Ctx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { readRoot } from '@/server/modules/orders/lock-order';
import type { ActionSummary } from '@/server/modules/settings/approvals/registry';
import { refundedDelivery } from './refundable';

interface RefundContent {
  id: number;
  /** As the schema read it. */
  decision: JsonRecord;
}

/**
 * What the second person of a refund reads: whose goods come back and how many pieces are accepted, who gets which money by
 * which way, and why. Sums are those that the decision would move at this moment.
 */
export async function describeRefund(ctx: Ctx, { id, decision }: RefundContent): Promise<ActionSummary> {
  const refund = await ctx.db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .leftJoin('refund_reasons', 'refund_reasons.id', 'refunds.refund_reason_id')
    .select([
      ...(['refunds.amount', 'refunds.wallet_amount', 'refunds.kind', 'refunds.method'] as const),
      ...(['refunds.order_id', 'refunds.part_id', 'refunds.exchange_order_id', 'refunds.title'] as const),
      ...(['refunds.description', 'refund_reasons.name as reason'] as const),
      ...(['orders.tracking_number', 'orders.short_number', 'orders.customer_name'] as const),
    ])
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow();
  const { goods, shops, sums } = await describeGoods(ctx, { id, decision }, refund);
  const { amount, wallet } = sums ?? { amount: refund.amount, wallet: refund.wallet_amount };
  const reason = [refund.reason, refund.title, refund.description].filter(Boolean).join('. ');
  const facts: ApprovalFact[] = [
    { key: 'amount', kind: 'money', after: amount },
    { key: 'by_points', kind: 'money', after: wallet > 0 ? wallet : null },
    { key: 'way', kind: 'text', after: String(decision.method ?? refund.method) },
    { key: 'buyer', kind: 'text', after: refund.customer_name, isPersonal: true },
    { key: 'shop', kind: 'text', after: shops.join(', ') },
    { key: 'goods', kind: 'text', after: goods.join('\n') },
    // What a buyer wrote may name people.
    { key: 'reason', kind: 'text', after: reason, isPersonal: true },
    {
      key: 'stock',
      kind: 'text',
      after: refund.kind === 'goods' && goods.length > 0 ? (decision.restock ? 'back' : 'stays') : null,
    },
    { key: 'note', kind: 'text', after: String(decision.decision_note ?? '') },
  ];
  return { title: `№\u00a0${shownNumber(refund)}`, facts };
}

/** Accepted pieces by name, their shops, and the money of fewer pieces than were asked for. */
async function describeGoods(
  ctx: Ctx,
  { id, decision }: RefundContent,
  refund: { order_id: number; part_id: number | null; exchange_order_id: number | null },
) {
  const order = await readRoot(ctx, refund.order_id);
  const asked = await ctx.db
    .selectFrom('refund_lines')
    .select(['id', 'order_line_id', 'quantity', 'shop_id'])
    .where('refund_id', '=', id)
    .orderBy('id')
    .execute();
  const accepted = decision.lines as { id: number; quantity: number }[] | null | undefined;
  const lines = accepted
    ? asked.flatMap((line) => {
        const quantity = accepted.find((one) => one.id === line.id)?.quantity;
        return quantity ? [{ ...line, quantity }] : [];
      })
    : asked;
  const goods = lines.map(({ order_line_id, quantity }) => {
    const sold = order.lines.find((line) => line.id === order_line_id);
    return `${[sold?.name, sold?.variation].filter(Boolean).join(', ')} × ${quantity}`;
  });
  const parts = order.parts.filter((part) => part.id === refund.part_id);
  const shopIds = new Set([...lines, ...(lines.length > 0 ? [] : parts)].map(({ shop_id }) => shop_id));
  const shops = await ctx.db
    .selectFrom('shops')
    .select('name')
    .where('id', 'in', shopIds.size > 0 ? [...shopIds] : [0])
    .orderBy('name')
    .execute();
  const requested = new Map(lines.map((line) => [line.order_line_id, line.quantity]));
  const terms = { refunded: refundedDelivery(order), isKept: refund.exchange_order_id !== null };
  const money = accepted && refundMoney(order.lines.map(toPieces), requested, terms);
  const sums = money && {
    amount: sumMoney(...money.map((line) => fromMinor(line.amount))),
    wallet: sumMoney(...money.map((line) => fromMinor(line.wallet))),
  };
  return { goods, shops: shops.map(({ name }) => name), sums };
}
