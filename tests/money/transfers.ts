import { toMinor } from '@/contract/core/money';
import { payoutPurpose } from '@/contract/ledger/withdraws/purpose';
import { shownNumber } from '@/contract/orders/number';
import { sums } from './banks';
import { at, type Played, type Player } from './played';
import { orderAt, payoutsOf } from './requests';
import type { Step } from './steps';
import type { MoneyWorld } from './world';

/** What goes through the marketplace's account: payouts that are sent and come back, and transfers of buyers. */
export type TransferStep = Extract<Step, { do: 'send' | 'bounce' | 'wire' }>;

export async function playTransfer(
  world: MoneyWorld,
  played: Played,
  player: Player,
  step: TransferStep,
): Promise<void> {
  const { bank } = world;
  if (!bank) return;
  if (step.do === 'send') return send(world, played, step);
  if (step.do === 'bounce') {
    const id = at(played.transfers, step.transfer);
    const done = await bank.control({ do: 'order', id, end: 'return' });
    if (done) note(world, played, 'bounced');
    return;
  }
  const order = await orderAt(world, player, step.order);
  if (!order) return;
  const amount = Math.max(1, sums[step.sum](toMinor(order.total)));
  const purpose = step.isNamed === false ? 'Перевод' : `Оплата заказа ${shownNumber(order)}`;
  await bank.control({ do: 'transfer', amount, purpose });
  note(world, played, 'wired');
}

async function send(
  world: MoneyWorld,
  played: Played,
  { withdrawal, isNamed, isOwn }: Extract<Step, { do: 'send' }>,
): Promise<void> {
  const payout = at(await payoutsOf(world), withdrawal);
  const { legal_name, inn, account, bic } = (payout?.requisites ?? {}) as Record<string, string>;
  if (!payout) return;
  // Turns beside each other give the bank no number twice.
  const externalId = `payout-${played.transfers.length}`;
  played.transfers.push(externalId);
  const order = {
    externalId,
    number: String(899 + played.transfers.length),
    amount: toMinor(payout.amount),
    purpose: isNamed ? payoutPurpose(payout.id) : 'Оплата по договору комиссии',
    payee: { name: legal_name, inn, account: isOwn ? account : '40702810600000000999', bic },
  };
  const answer = await fetch(`${world.bank?.base}/payment-orders`, {
    method: 'POST',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  if (answer.status !== 200) throw new Error(`The bank refused a payout: ${await answer.text()}`);
  note(world, played, 'sent');
}

/** From now on only a statement tells what the account has. */
function note(world: MoneyWorld, played: Played, what: string): void {
  played.hasFiles = true;
  world.count(what);
}
