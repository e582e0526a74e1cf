import { fromMinor, toMinor } from '@/contract/core/money';
import { idleAnswers, type TaskKind, taskAnswers } from '@/contract/payments/tasks';
import { addPoints } from '../support/checkout';
import { orderOf } from '../support/order-body';
import { at, type Player } from './played';
import type { Step } from './steps';
import { keptOf, type MoneyWorld } from './world';

/** A request that a step comes down to, so that it can be sent again, or often at the same time. */
export interface ApiRequest {
  user: { id: number } | null;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;
type Ask<Name extends Step['do']> = (
  world: MoneyWorld,
  player: Player,
  step: Of<Name>,
) => Promise<ApiRequest | undefined> | ApiRequest | undefined;

/** Steps that ask the API once. */
type AskingStep =
  | (
      | 'place'
      | 'capture'
      | 'link'
      | 'gateway'
      | 'move'
      | 'refund'
      | 'answer'
      | 'decide'
      | 'edit'
      | 'consent'
      | 'dispute'
    )
  | (
      | 'task'
      | 'withdraw'
      | 'payout'
      | 'word'
      | 'give'
      | 'apply'
      | 'hand'
      | 'repair'
      | 'correct'
      | 'retry'
      | 'confirm'
    );

/** The request of a step; undefined when there is nothing that it could be about. */
export const requests: { [Name in AskingStep]: Ask<Name> } = {
  place: async ({ api, products, provider }, player, step) => {
    if (step.points) await addPoints(api, player.buyer, step.points);
    // A bank without a protocol takes no cards.
    const gateway = provider === 'manual' && step.gateway === 'ONLINE_CARD' ? 'SBP' : step.gateway;
    const lines = step.lines.map((line) => ({
      product_id: at(products, line)?.id ?? 0,
      order_quantity: 1 + (line % 2),
    }));
    const distinct = [...new Map(lines.map((line) => [line.product_id, line])).values()];
    player.placed += 1;
    return {
      ...{ user: player.buyer, method: 'POST', path: 'orders' },
      body: orderOf(distinct, { payment_gateway: gateway, use_wallet_points: Boolean(step.points) }),
      headers: { 'idempotency-key': `order-${player.buyer.id}-${player.placed}` },
    };
  },
  link: async (world, player, step) => {
    const order = await orderAt(world, player, step.order);
    const query = `tracking_number=${order?.tracking_number}&recall_gateway=1`;
    return order && { user: world.scene.super_admin, method: 'GET', path: `payment-intent?${query}` };
  },
  gateway: async (world, player, step) => {
    const order = await orderAt(world, player, step.order);
    const path = `orders/${order?.tracking_number}/gateway`;
    return order && byAdmin(world, 'PUT', path, { payment_gateway: step.to });
  },
  capture: async (world, player, step) => {
    const order = await orderAt(world, player, step.order);
    return order && byAdmin(world, 'POST', `orders/${order.id}/capture`, {});
  },
  move: async (world, player, step) => {
    const order = await orderAt(world, player, step.order);
    if (!order) return undefined;
    const parts = await world.api.db
      .selectFrom('orders')
      .select('id')
      .where((eb) => eb.or([eb('id', '=', order.id), eb('parent_id', '=', order.id)]))
      .orderBy('id')
      .execute();
    return byAdmin(world, 'PUT', `orders/${at(parts, step.part)?.id}`, { order_status: step.to });
  },
  refund: async (world, player, step) => {
    const order = await orderAt(world, player, step.order);
    const line = order && at(await linesOf(world, order.id), step.line);
    const lines = [{ order_line_id: line?.id, quantity: step.quantity }];
    return line && byAdmin(world, 'POST', 'refunds', { order_id: order.id, lines });
  },
  answer: async (world, player, step) => {
    const rows = await world.api.db
      .selectFrom('refunds')
      .innerJoin('orders as o', 'o.id', 'refunds.order_id')
      .select('refunds.id')
      .where('o.customer_id', '=', player.buyer.id)
      .orderBy('refunds.id')
      .execute();
    const refund = at(rows, step.refund);
    const body = { status: step.to, method: 'payment', decision_note: 'Проверили' };
    return refund && byAdmin(world, 'PUT', `refunds/${refund.id}`, body);
  },
  decide: async (world, player, step) => {
    const order = await orderAt(world, player, step.order);
    const body = { decision: step.decision };
    return order && byAdmin(world, 'POST', `orders/${order.id}/payment-decision`, body);
  },
  edit: async (world, player, step) => {
    const order = await orderAt(world, player, step.order);
    const line = order && at(await linesOf(world, order.id), step.line);
    if (!order || !line) return undefined;
    const added = [{ product_id: at(world.products, step.line + 1)?.id, order_quantity: 1 }];
    return byAdmin(world, 'PUT', `orders/${order.id}/lines`, {
      ...(step.added ? { added } : { lines: [{ id: line.id, quantity: step.quantity }] }),
      asks: true,
    });
  },
  consent: async (world, player, step) => {
    const order = await orderAt(world, player, step.order);
    const question = await world.api.db
      .selectFrom('outbox')
      .select('body')
      .where('order_id', '=', order?.id ?? 0)
      .where('template', '=', 'change-asked')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    const secret = /secret=(\S+)/.exec(question?.body ?? '')?.[1];
    return secret === undefined
      ? undefined
      : { user: null, method: 'POST', path: `order-changes/${secret}`, body: { answer: step.answer } };
  },
  dispute: async (world, player, step) => {
    const order = await orderAt(world, player, step.order);
    const sum = Math.floor((toMinor(order?.total ?? 0) * step.percent) / 100);
    const body = { order_id: order?.id, amount: fromMinor(sum), reason: 'Товар не получен' };
    return order && sum > 0 ? byAdmin(world, 'POST', 'chargebacks', body) : undefined;
  },
  task: async (world, player, step) => {
    const rows = await world.api.db
      .selectFrom('payment_tasks as t')
      .innerJoin('orders as o', 'o.id', 't.order_id')
      .select(['t.id', 't.kind', 't.version', 't.amount', 't.attempt_id', 't.provider_refund_id'])
      .where('o.customer_id', '=', player.buyer.id)
      .orderBy('t.id')
      .execute();
    const task = at(rows, step.task);
    if (!task) return undefined;
    const chosen = at(taskAnswers[task.kind as TaskKind], step.answer) ?? 'done';
    const answer = idleAnswers.includes(chosen) ? chosen : await truthful(world, task, chosen);
    const body = { answer, note: 'Посмотрели в кабинете', version: task.version };
    return byAdmin(world, 'POST', `payment-tasks/${task.id}/answer`, body);
  },
  withdraw: async (world, _player, step) => {
    const { scene, api } = world;
    const [shop, owner] =
      step.shop === 0 ? [scene.shop, scene.store_owner] : [scene.otherShop, scene.otherOwner];
    const account = await api.db
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('kind', '=', 'shop')
      .where('shop_id', '=', shop.id)
      .executeTakeFirst();
    const sum = Math.floor((toMinor(account?.balance ?? 0) * step.percent) / 100);
    const body = { shop_id: shop.id, amount: fromMinor(sum), payment_method: 'Банк' };
    return sum > 0 ? { user: owner, method: 'POST', path: 'withdraws', body } : undefined;
  },
  payout: async (world, _player, step) => {
    const rows = await world.api.db.selectFrom('withdraws').select('id').orderBy('id').execute();
    const id = at(rows, step.withdrawal)?.id;
    const body = { id, status: step.to, decision_note: 'Проверили' };
    return id === undefined ? undefined : byAdmin(world, 'POST', 'approve-withdraw', body);
  },
  word: async (world, _player, step) => {
    const payout = at(await payoutsOf(world), step.withdrawal);
    const body = { state: step.to, reason: 'Виден в банке', version: payout?.version };
    return payout && byAdmin(world, 'POST', `withdraws/${payout.id}/payout`, body);
  },
  give: async (world, _player, step) => {
    const rows = await world.api.db
      .selectFrom('bank_lines')
      .select(['id', 'amount'])
      .where('match', 'in', ['unknown', 'payout_returned'])
      .orderBy('id')
      .execute();
    const line = at(rows, step.line);
    const same = (await payoutsOf(world)).filter(({ amount }) => amount === line?.amount);
    const payout = at(same, step.withdrawal);
    const body = { withdraw_ids: [payout?.id], reason: 'Так в платёжном поручении' };
    return line && payout && byAdmin(world, 'POST', `reconciliation/lines/${line.id}/payouts`, body);
  },
  apply: async (world, _player, step) => {
    const rows = await world.api.db
      .selectFrom('bank_lines')
      .select('id')
      .where('match', '=', 'buyer')
      .orderBy('id')
      .execute();
    const line = at(rows, step.line);
    return line && byAdmin(world, 'POST', `reconciliation/lines/${line.id}/apply`, {});
  },
  hand: async (world, player, step) => {
    const rows = await world.api.db
      .selectFrom('bank_lines')
      .select(['id', 'amount'])
      .where('match', '=', 'unknown')
      .where('direction', '=', 'in')
      .orderBy('id')
      .execute();
    const line = at(rows, step.line);
    if (!line) return undefined;
    const sum = toMinor(line.amount);
    const half = Math.floor(sum / 2);
    const sums = step.to === 'orders' ? [half, sum - half] : [sum];
    const orders = await Promise.all(sums.map((_sum, place) => orderAt(world, player, step.order + place)));
    const parts = sums.map((amount, place) => ({
      kind: step.to === 'sender' ? 'return' : 'order',
      order_id: step.to === 'sender' ? null : orders[place]?.id,
      amount: fromMinor(amount),
    }));
    return byAdmin(world, 'POST', `reconciliation/lines/${line.id}/give`, { parts });
  },
  repair: async (world, _player, step) => {
    const rows = await world.api.db
      .selectFrom('reconciliation_differences')
      .select(['id', 'version'])
      .orderBy('id')
      .execute();
    const difference = at(rows, step.difference);
    const body = { way: step.way, reason: 'Сверили с кабинетом', version: difference?.version };
    const path = `reconciliation/differences/${difference?.id}/repair`;
    return difference && byAdmin(world, 'POST', path, body);
  },
  correct: async (world, player, { receipt, as }) => {
    const row = at(await receiptsOf(world, player), receipt);
    const lines = (row?.lines as unknown[] | undefined)?.map((_line, index) =>
      index === 0 ? { name: `Исправлено ${row?.id}` } : {},
    );
    const body = {
      reason: 'Касса не работала',
      ...(as === 'name' ? { lines } : as !== 'same' && { paid: as }),
    };
    return row && byAdmin(world, 'POST', `receipts/${row.id}/correct`, body);
  },
  confirm: async ({ api, second }, _player, { request }) => {
    const rows = await api.db
      .selectFrom('approvals')
      .select(['id', 'hash'])
      .where('state', '=', 'waiting')
      .orderBy('id')
      .execute();
    const asked = at(rows, request);
    const path = `approvals/${asked?.id}/confirm`;
    return asked && { user: second, method: 'POST', path, body: { hash: asked.hash } };
  },
  retry: async (world, player, { receipt }) => {
    const row = at(await receiptsOf(world, player), receipt);
    return row && byAdmin(world, 'POST', `receipts/${row.id}/retry`, {});
  },
};

const receiptsOf = ({ api }: MoneyWorld, { buyer }: Player) =>
  api.db
    .selectFrom('receipts as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.id', 'r.lines'])
    .where('o.customer_id', '=', buyer.id)
    .orderBy('r.id')
    .execute();

const byAdmin = ({ scene }: MoneyWorld, method: 'POST' | 'PUT', path: string, body: object): ApiRequest => ({
  ...{ user: scene.super_admin, method, path, body },
});

/** Withdrawals that were approved. */
export const payoutsOf = ({ api }: Pick<MoneyWorld, 'api'>) =>
  api.db
    .selectFrom('withdraws')
    .select(['id', 'amount', 'version', 'requisites'])
    .where('status', '=', 'approved')
    .orderBy('id')
    .execute();

export async function orderAt({ api }: MoneyWorld, { buyer }: Player, index: number) {
  const orders = await api.db
    .selectFrom('orders')
    .select(['id', 'tracking_number', 'short_number', 'total'])
    .where('parent_id', 'is', null)
    .where('customer_id', '=', buyer.id)
    .orderBy('id')
    .execute();
  return at(orders, index);
}

const linesOf = ({ api }: MoneyWorld, orderId: number) =>
  api.db.selectFrom('order_lines').select('id').where('parent_id', '=', orderId).orderBy('id').execute();

/** A person says what the cabinet of the acquirer shows, once nothing waits there. */
async function truthful(
  world: MoneyWorld,
  task: { kind: string; amount: number; attempt_id: number | null; provider_refund_id: number | null },
  answer: string,
): Promise<string> {
  const { api, fake } = world;
  const attempt = await api.db
    .selectFrom('payment_attempts')
    .select(['payment_id', 'refunded'])
    .where('id', '=', task.attempt_id ?? 0)
    .executeTakeFirst();
  const { left } = keptOf(world, attempt?.payment_id ?? '');
  // A bank takes only what is left of the payment.
  if (task.kind === 'chargeback') return fake && left < toMinor(task.amount) ? 'won' : answer;
  if (task.kind !== 'refund_unknown' && task.kind !== 'refund_stuck') return answer;
  await fake?.control({ do: 'settle' });
  const isSent = keptOf(world, attempt?.payment_id ?? '').returned - toMinor(attempt?.refunded ?? 0);
  if (isSent >= toMinor(task.amount)) return 'sent';
  return task.kind === 'refund_unknown' ? 'retry' : 'wait';
}
