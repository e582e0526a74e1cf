import type { Selectable } from 'kysely';
import { toMinor } from '@/contract/core/money';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { emit } from '@/server/core/events/event';
import { type Move, runMove } from '@/server/core/moves/move';
import { chargebackLost, chargebackWon } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { lockRoot } from '@/server/modules/orders/lock-order';
import { splitTaken } from '@/server/modules/refunds/charged-back-refunds';
import { takenByBank } from '@/server/modules/refunds/emails';
import { lockRefund } from '@/server/modules/refunds/lock-refund';
import { applyDecision } from '@/server/modules/refunds/refund-moves';
import type { TaskHandler } from '../open-tasks/task-row';
import { knownProvider, takeBackRefundRepairs } from '../refunds/end-refund';
import { lockAttempt } from '../refunds/lock-refund';
import { partsOfChargeback } from './open-chargeback';

interface Deciding {
  chargeback: Selectable<DB['chargebacks']>;
  attempt: Awaited<ReturnType<typeof lockAttempt>> | null;
  state: 'won' | 'lost';
  /** Id of the person. */
  by: number;
}

/** A chargeback was refused, and everybody has their part again, or granted: the provider has taken the money. */
const moves: Record<Deciding['state'], Move<Deciding>> = {
  won: { guards: [], effects: [giveBack, storeDecision] },
  lost: { guards: [], effects: [writeOff, emitGranted, revertRepairs, storeDecision, refuseTaken] },
};

export const decideChargeback: TaskHandler = async (ctx, task, { answer: state }) => {
  const attempt = task.attempt_id === null ? null : await lockAttempt(ctx, task.attempt_id);
  const chargeback = await ctx.db
    .selectFrom('chargebacks')
    .selectAll()
    .where('id', '=', task.chargeback_id ?? 0)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('ACTION_NOT_VALID'));
  if (state !== 'won' && state !== 'lost') throw new AppError('ACTION_NOT_VALID');
  await runMove(ctx, moves[state], { chargeback, attempt, state, by: ctx.user.id });
};

async function giveBack(ctx: Ctx, { chargeback }: Deciding): Promise<void> {
  await postEntries(ctx, partsOfChargeback(chargeback).flatMap(chargebackWon));
}

async function writeOff(ctx: Ctx, { chargeback, attempt }: Deciding): Promise<void> {
  const provider = attempt ? knownProvider(attempt) : 'manual';
  const place = { kind: 'provider_clearing', provider } as const;
  await postEntries(ctx, chargebackLost(chargeback.order_id, place, toMinor(chargeback.amount)));
}

async function emitGranted(ctx: Ctx, { chargeback }: Deciding): Promise<void> {
  await emit(ctx, 'chargeback-granted', { record: chargeback.order_id, data: {} });
}

async function revertRepairs(ctx: Ctx, { attempt }: Deciding): Promise<void> {
  if (attempt) await takeBackRefundRepairs(ctx, attempt);
}

async function storeDecision(ctx: Ctx, { chargeback, state, by }: Deciding): Promise<void> {
  await ctx.db
    .updateTable('chargebacks')
    .set({
      state,
      decided_by: by,
      decided_at: ctx.now,
      version: chargeback.version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', chargeback.id)
    .execute();
}

/** What cancelled goods would return of money that the bank has taken: such a refund could never be paid. */
async function refuseTaken(ctx: Ctx, { chargeback }: Deciding): Promise<void> {
  for (const id of await splitTaken(ctx, await lockRoot(ctx, chargeback.order_id))) {
    const locked = await lockRefund(ctx, String(id));
    await applyDecision(ctx, locked, { to: 'rejected', note: takenByBank });
  }
}
