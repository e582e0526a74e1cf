import { fromMinor, toMinor } from '@/contract/core/money';
import { withdraws } from '@/contract/ledger/withdraws';
import { payoutPurpose } from '@/contract/ledger/withdraws/purpose';
import {
  type decideWithdrawSchema,
  type WithdrawState,
  withdrawMoves,
} from '@/contract/ledger/withdraws/schema';
import type { Requisites } from '@/contract/shops/requisites';
import { audit, changesBetween } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { lockRow, updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import { emit } from '@/server/core/events/event';
import type { JsonRecord } from '@/server/core/json-record';
import { type Move, runMove } from '@/server/core/moves/move';
import type { Input } from '@/server/core/validate';
import { payeeFacts, phoneText } from '@/server/modules/settings/approvals/payee-facts';
import { defineGuarded } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { payoutSent } from './entries';
import { balancesOfShops, postEntries } from './ledger';
import {
  publishWithdraw,
  recordMove,
  returnHeldMoney,
  stateOf,
  type WithdrawRow,
  withdrawsService,
} from './withdraws';

interface Payout extends JsonRecord {
  id: number;
  decision_note: string | null;
}

/** A payout that a second person confirms. The balance after it is that of the moment. */
const payout = defineGuarded<Payout>({
  kind: 'payout',
  family: withdraws.name,
  right: 'finance:decide',
  async describe(ctx, { id, decision_note }) {
    const { amount, shop_id, shop, ...asked } = await ctx.db
      .selectFrom('withdraws')
      .innerJoin('shops', 'shops.id', 'withdraws.shop_id')
      .select(['withdraws.amount', 'withdraws.shop_id', 'shops.name as shop'])
      .select([
        'withdraws.payment_method',
        'withdraws.requisites',
        'withdraws.fast_payments',
        'withdraws.note',
      ])
      .where('withdraws.id', '=', id)
      .executeTakeFirstOrThrow();
    const held = (await balancesOfShops(ctx, [shop_id])).get(shop_id);
    const [onHold, paid] = [held?.on_hold_amount ?? 0, held?.withdrawn_amount ?? 0];
    const moved = (before: number, change: number) => fromMinor(toMinor(before) + change);
    return {
      title: `№\u00a0${id}, ${shop}`,
      facts: [
        { key: 'shop', kind: 'text', after: shop },
        { key: 'amount', kind: 'money', after: amount },
        { key: 'way', kind: 'text', after: asked.payment_method },
        // As they were frozen when the shop asked: those the money goes to.
        ...payeeFacts(asked.requisites as Partial<Requisites> | null),
        { key: 'fast_payments', kind: 'text', after: phoneText(asked.fast_payments) },
        { key: 'purpose', kind: 'text', after: payoutPurpose(id) },
        { key: 'reason', kind: 'text', after: asked.note },
        { key: 'note', kind: 'text', after: decision_note },
        { key: 'on_hold', kind: 'money', before: onHold, after: moved(onHold, -toMinor(amount)) },
        { key: 'paid_out', kind: 'money', before: paid, after: moved(paid, toMinor(amount)) },
        { key: 'balance', kind: 'money', after: held?.current_balance ?? 0 },
      ],
    };
  },
  run: (ctx, { id, decision_note }) => decideWithdraw(ctx, { id, status: 'approved', decision_note }),
});

interface Deciding {
  row: WithdrawRow;
  status: WithdrawState;
  note: string | null;
  /** Id of the person. */
  by: number;
}

const waiting: Move<Deciding> = { guards: [], effects: [storeDecision, recordDecision, publishDecision] };

/** The moves of a request; where each may begin is in `withdrawMoves`. Nothing moves back to `pending`. */
const moves: Record<WithdrawState, Move<Deciding>> = {
  pending: waiting,
  processing: waiting,
  on_hold: waiting,
  approved: {
    guards: [assertConfirmed],
    effects: [storeDecision, sendHeldMoney, recordDecision, publishDecision],
  },
  rejected: {
    guards: [],
    effects: [storeDecision, returnHeldMoney, recordDecision, publishDecision],
  },
};

/**
 * `POST approve-withdraw`: moves a request to another state and tells of it. Approval and rejection are final
 * and move the held money exactly once. Throws NOT_FOUND, ACTION_NOT_VALID for an invalid transition, CONFLICT for a
 * stale version.
 */
export async function decideWithdraw(
  ctx: UserCtx,
  { id, status, version, decision_note }: Input<typeof decideWithdrawSchema>,
): Promise<JsonRecord> {
  const row = await lockRow(ctx, 'withdraws', id);
  if (!withdrawMoves[stateOf(row)].includes(status)) throw new AppError('ACTION_NOT_VALID');
  if (version !== undefined && version !== row.version) {
    throw new AppError('CONFLICT', { current: await withdrawsService.get(ctx, String(id)) });
  }
  await runMove(ctx, moves[status], { row, status, note: decision_note || null, by: ctx.user.id });
  return withdrawsService.get(ctx, String(id));
}

async function assertConfirmed(ctx: Ctx, { row, note }: Deciding): Promise<void> {
  const { id, version, amount: sum, shop_id: shop } = row;
  const content = { id, decision_note: note };
  await requireSecondPerson(ctx, payout, { id, version, content, sum, countedWith: { shop } });
}

async function storeDecision(ctx: Ctx, { row, status, note, by }: Deciding): Promise<void> {
  await updateRow(ctx, 'withdraws', row.id, {
    status,
    decision_note: note,
    payout_state: status === 'approved' ? 'confirmed' : null,
    decided_by: by,
    decided_at: ctx.now,
  });
  await recordMove(ctx, row.id, status, note);
}

async function sendHeldMoney(ctx: Ctx, { row }: Deciding): Promise<void> {
  await postEntries(ctx, payoutSent(row.id, row.shop_id, toMinor(row.amount)));
}

async function recordDecision(ctx: Ctx, { row, status, note }: Deciding): Promise<void> {
  const changes = changesBetween({ ...row }, { status, decision_note: note });
  await audit(ctx, { family: withdraws.name, id: row.id, action: 'decide', changes });
}

async function publishDecision(ctx: Ctx, { row, status, note, by }: Deciding): Promise<void> {
  await emit(ctx, 'withdrawal-decided', {
    record: row.id,
    version: row.version + 1,
    shopId: row.shop_id,
    data: { status, note, by },
  });
  await publishWithdraw(ctx, row.id, row.shop_id);
}
