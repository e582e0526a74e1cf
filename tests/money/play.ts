import { toMinor } from '@/contract/core/money';
import { signSbp } from '@/server/integrations/sbp/sbp-payments';
import { orderOf } from '../support/order-body';
import type { Step, Sum } from './steps';
import type { MoneyWorld } from './world';

/** The bank of `manual`: what it took, and what it reports. */
interface HandBank {
  taken: Map<string, number>;
  reports: string[];
  /** Reports that did not reach the shop yet. */
  waiting: string[];
  mode: string;
}

/** What a sequence has done so far. */
export interface Played {
  bank: HandBank;
  /** Answers of the API that no step may cause. */
  faults: string[];
  placed: number;
}

/** Plays the steps, and then lets everything come to rest. */
export async function play(world: MoneyWorld, steps: readonly Step[]): Promise<Played> {
  const played: Played = {
    bank: { taken: new Map(), reports: [], waiting: [], mode: 'send' },
    ...{ faults: [], placed: 0 },
  };
  for (const step of steps) {
    await playStep(world, played, step);
    if (step.do !== 'die') await world.restart();
  }
  await comeToRest(world, played);
  return played;
}

async function playStep(world: MoneyWorld, played: Played, step: Step): Promise<void> {
  const { fake } = world;
  switch (step.do) {
    case 'pay':
    case 'fail':
    case 'repeat':
    case 'cabinet':
      return playBank(world, played, step);
    case 'wait':
      return world.advance(step.minutes * 60_000);
    case 'jobs':
      return world.runJobs();
    case 'die':
      return world.dieAfter(step.after);
    case 'webhooks':
      played.bank.mode = step.mode;
      return void (await fake?.control(step));
    case 'release':
      await sendWaiting(world, played);
      return void (await fake?.control(step));
    case 'trouble':
    case 'refunds':
    case 'settle':
      return void (await fake?.control(step));
    case 'together':
      await Promise.all(step.steps.map((one) => playStep(world, played, one)));
      return;
    default:
      return playRequest(world, played, step);
  }
}

const sums: Record<Sum, (due: number) => number> = {
  due: (due) => due,
  less: (due) => due - 1,
  more: (due) => due + 1,
  half: (due) => Math.floor(due / 2),
  twice: (due) => due * 2,
};

type BankStep = Extract<Step, { do: 'pay' | 'fail' | 'repeat' | 'cabinet' }>;

async function playBank(world: MoneyWorld, played: Played, step: BankStep): Promise<void> {
  const { bank } = played;
  if (step.do === 'repeat') {
    const report = at(bank.reports, step.report);
    return report === undefined ? undefined : send(world, played, report);
  }
  const attempts = await world.api.db
    .selectFrom('payment_intents')
    .select(['provider', 'payment_id', 'amount'])
    .where('payment_id', 'is not', null)
    .orderBy('id')
    .execute();
  const attempt = at(attempts, step.attempt);
  if (!attempt?.payment_id) return;
  const id = attempt.payment_id;
  const due = toMinor(attempt.amount);
  if (attempt.provider === 'manual') return playHandBank(world, played, id, due, step);
  if (step.do === 'pay')
    return void (await world.fake?.control({ do: 'pay', id, amount: Math.max(1, sums[step.sum](due)) }));
  if (step.do === 'fail')
    return void (await world.fake?.control({ do: 'end', id, reason: 'insufficient_funds' }));
  const left = (world.fake?.movements() ?? [])
    .filter(({ paymentId }) => paymentId === id)
    .reduce((sum, { kind, amount }) => sum + (kind === 'payment' ? amount : -amount), 0);
  // T-Bank does not say how much of a payment was returned, so only the whole can be known.
  const percent = attempt.provider === 'tbank' ? 100 : step.percent;
  const amount = Math.floor((left * percent) / 100);
  if (amount > 0) await world.fake?.control({ do: 'refund', id, amount });
}

/** It takes each payment once. */
async function playHandBank(
  world: MoneyWorld,
  played: Played,
  id: string,
  due: number,
  step: Exclude<BankStep, { do: 'repeat' }>,
): Promise<void> {
  const { taken, reports, waiting, mode } = played.bank;
  if (step.do === 'cabinet' || taken.has(id)) return;
  const amount = step.do === 'pay' ? Math.max(1, sums[step.sum](due)) : due;
  if (step.do === 'pay') taken.set(id, amount);
  const report = JSON.stringify({
    ...{ event_id: `e-${reports.length}`, payment_id: id, status: step.do === 'pay' ? 'success' : 'failed' },
    ...{ amount, at: world.api.now().toISOString() },
  });
  reports.push(report);
  if (mode === 'hold' || mode === 'lose') waiting.push(report);
  else if (mode === 'twice') await Promise.all([send(world, played, report), send(world, played, report)]);
  else await send(world, played, report);
}

/** Until it is confirmed. */
async function send(world: MoneyWorld, played: Played, report: string): Promise<void> {
  const secret = String(world.api.deps.sbpSecret);
  const { status } = await world.request(null, 'POST', 'webhooks/sbp', report, {
    'x-signature': signSbp(secret, report),
  });
  if (status !== 200) played.bank.waiting.push(report);
}

async function sendWaiting(world: MoneyWorld, played: Played): Promise<void> {
  for (const report of played.bank.waiting.splice(0)) await send(world, played, report);
}

type RequestStep = Exclude<
  Step,
  | BankStep
  | { do: 'wait' | 'jobs' | 'die' | 'webhooks' | 'release' | 'trouble' | 'refunds' | 'settle' | 'together' }
>;

async function playRequest(world: MoneyWorld, played: Played, step: RequestStep): Promise<void> {
  const { scene, request, api } = world;
  if (step.do === 'place') return placeOrder(world, played, step);
  if (step.do === 'answer') {
    const rows = await api.db.selectFrom('refunds').select('id').orderBy('id').execute();
    const refund = at(rows, step.refund);
    if (!refund) return;
    const body = { status: step.to, method: 'payment', decision_note: 'Проверили' };
    return note(world, played, step, await request(scene.super_admin, 'PUT', `refunds/${refund.id}`, body));
  }
  const orders = await api.db
    .selectFrom('orders')
    .select(['id', 'tracking_number'])
    .where('parent_id', 'is', null)
    .orderBy('id')
    .execute();
  const order = at(orders, step.order);
  if (!order) return;
  const { id, tracking_number: number } = order;
  if (step.do === 'link')
    return note(
      world,
      played,
      step,
      await request(scene.super_admin, 'GET', `payment-intent?tracking_number=${number}&recall_gateway=1`),
    );
  if (step.do === 'gateway')
    return note(
      world,
      played,
      step,
      await request(scene.super_admin, 'PUT', `orders/${number}/gateway`, { payment_gateway: step.to }),
    );
  if (step.do === 'decide')
    return note(
      world,
      played,
      step,
      await request(scene.super_admin, 'POST', `orders/${id}/payment-decision`, { decision: step.decision }),
    );
  if (step.do === 'refund') return askForRefund(world, played, id, step);
  const parts = await api.db
    .selectFrom('orders')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
    .orderBy('id')
    .execute();
  const target = at(parts, step.part)?.id ?? id;
  return note(
    world,
    played,
    step,
    await request(scene.super_admin, 'PUT', `orders/${target}`, { order_status: step.to }),
  );
}

/** A buyer whose request had no answer sends it again, with its key. */
async function placeOrder(
  world: MoneyWorld,
  played: Played,
  step: Extract<Step, { do: 'place' }>,
): Promise<void> {
  const { products, scene, request, api } = world;
  // Below an account's limit of orders.
  await api.db.deleteFrom('rate_limits').execute();
  const lines = step.lines.map((line) => ({
    product_id: at(products, line)?.id ?? 0,
    order_quantity: 1 + (line % 2),
  }));
  const distinct = [...new Map(lines.map((line) => [line.product_id, line])).values()];
  played.placed += 1;
  const body = orderOf(distinct, { payment_gateway: step.gateway });
  const key = { 'idempotency-key': `order-${played.placed}` };
  const place = () => request(scene.customer, 'POST', 'orders', body, key);
  const answer = await place();
  if (answer.status >= 500 && (await world.restart())) return note(world, played, step, await place());
  return note(world, played, step, answer);
}

async function askForRefund(
  world: MoneyWorld,
  played: Played,
  orderId: number,
  step: Extract<Step, { do: 'refund' }>,
): Promise<void> {
  const { api, scene, request } = world;
  const lines = await api.db
    .selectFrom('order_lines')
    .select('id')
    .where('parent_id', '=', orderId)
    .orderBy('id')
    .execute();
  const line = at(lines, step.line);
  if (!line) return;
  const body = { order_id: orderId, lines: [{ order_line_id: line.id, quantity: step.quantity }] };
  return note(world, played, step, await request(scene.super_admin, 'POST', 'refunds', body));
}

/** The API may refuse a step, and a dead process fails; anything else that fails is a fault. */
function note(
  { isDead }: MoneyWorld,
  played: Played,
  step: Step,
  { status, body }: { status: number; body: unknown },
): void {
  if (status >= 500 && !isDead())
    played.faults.push(`${JSON.stringify(step)}: ${status} ${JSON.stringify(body)}`);
}

const at = <One>(list: readonly One[], index: number): One | undefined =>
  list.length === 0 ? undefined : list[index % list.length];

const minute = 60_000;
/** Until the last deadline of holds, links and repeats has passed. */
const pauses = [1, 2, 5, 30, 60, 180, 720, 1440, 1440, 2880, 5760, 5760].map((minutes) => minutes * minute);

async function comeToRest(world: MoneyWorld, played: Played): Promise<void> {
  await world.restart();
  const { fake } = world;
  for (const command of ['calm', 'webhooks', 'release', 'refunds', 'settle', 'delivered'])
    await fake?.control({ do: command });
  for (const pause of pauses) {
    await sendWaiting(world, played);
    await world.advance(pause);
    await fake?.control({ do: 'settle' });
    await world.runJobs();
  }
}
