import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentIntent } from '@/contract/orders/wire';
import { type Ctx, isOtherClient } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { countHit } from '@/server/core/rate-limits';
import { inTransaction } from '@/server/core/transaction';
import { askForAddress, countRequest } from '@/server/modules/orders/payments/change-gateway';
import { readIntent } from '@/server/modules/orders/payments/open-attempts';
import { advance } from './advance';
import type { PaymentDeps } from './provider-deps';

/**
 * `GET payment-intent`: opens the attempt, then asks the acquirer for its link while the buyer waits; without an answer the
 * job goes on asking, and the link is `preparing`. Throws as `askForAddress`.
 */
export async function requestPayment(deps: PaymentDeps, ctx: Ctx, query: JsonRecord): Promise<PaymentIntent> {
  await countRequest(ctx, query);
  return preparePayment(deps, ctx, (inside) => askForAddress(inside, query));
}

/** One read of a payment in this time, however often its buyer asks. */
const secondsBetweenReads = 10;

/** Opens an attempt in a transaction of its own, then asks for its link. */
export async function preparePayment(
  deps: PaymentDeps,
  ctx: Ctx,
  open: (ctx: Ctx) => Promise<PaymentIntent>,
): Promise<PaymentIntent> {
  // A look through a vendor's eyes, whose transaction refuses what this writes.
  if (ctx.db.isTransaction) return open(ctx);
  const opened = await inTransaction(ctx, open);
  if (!opened.preparing) return opened;
  // Whoever asks again at once is told what is known.
  const counts = { key: `payment-asked:${opened.id}`, minutes: secondsBetweenReads / 60 };
  const hits = await countHit(ctx, counts);
  if (hits === 1) await advance(deps, opened.id, { isWaitedFor: true });
  return isOtherClient(ctx) ? readReady(ctx, opened.id) : readIntent(ctx, opened.id);
}

const longestWaitMs = 5000;
const betweenLooksMs = 200;

/** Other clients do not ask again: they wait while the job, which may have come first, asks the acquirer. */
async function readReady(ctx: Ctx, id: number): Promise<PaymentIntent> {
  for (let waited = 0; ; waited += betweenLooksMs) {
    const intent = await readIntent(ctx, id);
    if (!intent.preparing || waited >= longestWaitMs) return intent;
    await pause(betweenLooksMs);
  }
}
