import { toMinor } from '@/contract/core/money';
import { moscowDate, moscowDays } from '@/fakes/movements';
import { signSbp } from '@/server/integrations/sbp/sbp-payments';
import { at, type Played, type Player } from './played';
import type { Step, Sum } from './steps';
import { keptOf, type MoneyWorld } from './world';

/** What happens at the acquirer, at a bank that is played by hand, and with the files that both send. */
export type BankStep = Extract<Step, { do: 'pay' | 'fail' | 'repeat' | 'cabinet' }>;

export const sums: Record<Sum, (due: number) => number> = {
  due: (due) => due,
  less: (due) => due - 1,
  more: (due) => due + 1,
  half: (due) => Math.floor(due / 2),
  twice: (due) => due * 2,
};

export async function playBank(
  world: MoneyWorld,
  played: Played,
  player: Player,
  step: BankStep,
): Promise<void> {
  const { bank } = played;
  if (step.do === 'repeat') {
    const report = at(bank.reports, step.report);
    return report === undefined ? undefined : send(world, played, report);
  }
  const attempts = await world.api.db
    .selectFrom('payment_attempts as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .select(['i.provider', 'i.payment_id', 'i.amount'])
    .where('i.payment_id', 'is not', null)
    .where('o.customer_id', '=', player.buyer.id)
    .orderBy('i.id')
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
  const amount = Math.floor((keptOf(world, id).left * step.percent) / 100);
  if (amount <= 0) return;
  const done = await world.fake?.control({ do: 'refund', id, amount });
  // T-Bank says how much only in its registry.
  if (done) played.hasFiles = true;
  if (done) played.cabinet.set(id, (played.cabinet.get(id) ?? 0) + amount);
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

export async function sendWaiting(world: MoneyWorld, played: Played): Promise<void> {
  for (const report of played.bank.waiting.splice(0)) await send(world, played, report);
}

/** The money of claims that were granted leaves the acquirer, once each. */
export async function takeClaims({ api, fake }: MoneyWorld, { claimed }: Played): Promise<void> {
  const lost = await api.db
    .selectFrom('chargebacks as d')
    .innerJoin('payment_attempts as i', 'i.id', 'd.attempt_id')
    .select(['d.id', 'd.amount', 'i.payment_id'])
    .where('d.state', '=', 'lost')
    .where('i.provider', '!=', 'manual')
    .execute();
  for (const { id, amount, payment_id } of lost.filter((one) => !claimed.has(one.id))) {
    claimed.add(id);
    await fake?.control({ do: 'chargeback', id: payment_id, amount: toMinor(amount) });
  }
}

/** The day of the first step. */
const firstDay = '2026-03-10';

/** A person uploads a file of the acquirer or the bank, and posts it as often as the step says. */
export async function playFile(
  world: MoneyWorld,
  played: Played,
  step: Omit<Extract<Step, { do: 'file' }>, 'do'>,
): Promise<void> {
  const { bank, provider, api, scene } = world;
  if (!bank) return;
  const day = moscowDate(moscowDays(api.now().getTime()) - step.back);
  const asked = step.kind === 'registry' ? { provider, day } : { from: firstDay, to: day };
  const made = (await bank.control({ do: step.kind, ...asked })) as { base64: string } | undefined;
  if (!made) return;
  const content = Buffer.from(made.base64, 'base64');
  const { status, body } = await world.upload(content, step.kind === 'registry' ? provider : '');
  if (status >= 500 && !world.isDead()) played.faults.push(`file: ${status} ${JSON.stringify(body)}`);
  // A day without payments has an empty registry, which is refused.
  if (status >= 300) return;
  const post = () =>
    world.request(scene.super_admin, 'POST', `reconciliation/files/${body.id}/post`, { is_seen: true });
  const answers = await Promise.all(Array.from({ length: step.posts }, post));
  for (const { status: posted } of answers) world.count(`${step.kind} posted ${posted}`);
  for (const answer of answers)
    if (answer.status >= 500 && !world.isDead())
      played.faults.push(`post: ${answer.status} ${JSON.stringify(answer.body)}`);
  if (step.posts > 0) played.hasFiles = true;
}

/** Registries of all days until yesterday, and then a statement of them. */
export async function fileEverything(world: MoneyWorld, played: Played): Promise<void> {
  const movements = world.fake?.movements() ?? [];
  const today = moscowDays(world.api.now().getTime());
  for (const day of [...new Set(movements.map(({ at: moment }) => moscowDays(moment)))].sort((a, b) => a - b))
    await playFile(world, played, { kind: 'registry', back: today - day, posts: 1 });
  await playFile(world, played, { kind: 'statement', back: 0, posts: 1 });
}
