import { toDecimal } from '@/contract/core/money';
import type { PayoutState, WithdrawState } from '@/contract/ledger/withdraws/schema';
import { type SeedCtx, seededId } from '@/server/demo/context';
import {
  payoutDebited,
  payoutSent,
  withdrawalRequested,
  withdrawalReturned,
} from '@/server/modules/ledger/entries';
import type { LedgerEntry } from '@/server/modules/ledger/ledger';
import { acquiredDays } from './acquirer-files';
import type { PastEntry } from './ledger-book';
import { type DemoWithdraw, withdraws } from './withdraws';

const hour = 3600_000;
const day = 24 * hour;

/** A request with its amount in kopecks. */
interface WithdrawRequest extends DemoWithdraw {
  amount: number;
}

/** Withdrawal requests from what orders had earned; returns their ledger entries. */
export async function seedWithdraws(seed: SeedCtx, earned: readonly PastEntry[]): Promise<PastEntry[]> {
  const asked = affordable(seed, earned);
  const rows = await insertRequests(seed, asked);
  return asked.flatMap((one, place) => requested(seed, one, rows[place] ?? 0));
}

/** Each request asks for a part of the shop's balance at that moment; a shop without money requests nothing. */
function affordable(seed: SeedCtx, earned: readonly PastEntry[]): WithdrawRequest[] {
  const book = [...earned];
  return withdraws.flatMap((one) => {
    const [{ at }] = movesOf(one, seed.now);
    const amount = tens(one.share * balanceAt(book, seededId(seed.shops, one.shop), at));
    if (amount === 0) return [];
    const asked = { ...one, amount };
    book.push(...requested(seed, asked, 0));
    return [asked];
  });
}

/** Rounded down to ten roubles. */
const tens = (kopecks: number) => Math.floor(kopecks / 1000) * 1000;

function balanceAt(book: readonly PastEntry[], shopId: number, moment: Date): number {
  return book
    .filter(({ at }) => at <= moment)
    .flatMap(({ entry: { lines } }) => lines)
    .filter(({ account }) => account.kind === 'shop' && account.shopId === shopId)
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Ids of the requests, in order. */
async function insertRequests(
  { db, now, shops, people }: SeedCtx,
  withdraws: readonly WithdrawRequest[],
): Promise<number[]> {
  const all = await db.selectFrom('shops').select(['id', 'requisites']).execute();
  const requisites = new Map(all.map((row) => [row.id, row.requisites]));
  const values = withdraws.map((one) => {
    const shop_id = seededId(shops, one.shop);
    const moves = movesOf(one, now);
    const last = moves.at(-1);
    const decided = moves.length > 1 ? last : undefined;
    const kept = requisites.get(shop_id);
    return {
      shop_id,
      amount: toDecimal(one.amount),
      payment_method: one.method,
      details: one.details ?? null,
      note: one.note ?? null,
      status: last?.status ?? 'pending',
      payout_state: payoutStateOf(one, now),
      decision_note: decided?.note ?? null,
      decided_at: decided?.at ?? null,
      decided_by: decided ? seededId(people, 'admin') : null,
      requested_by: seededId(people, shops.get(one.shop)?.ownerKey ?? ''),
      requisites: kept ? JSON.stringify(kept) : null,
      version: moves.length,
      created_at: moves[0]?.at ?? now,
      updated_at: last?.at ?? now,
    };
  });
  const rows = await db.insertInto('withdraws').values(values).returning('id').execute();
  const moves = withdraws.flatMap((one, place) =>
    movesOf(one, now).map((move, step) => ({
      ...move,
      withdraw_id: rows[place]?.id ?? 0,
      user_id: seededId(people, step === 0 ? (shops.get(one.shop)?.ownerKey ?? '') : 'admin'),
    })),
  );
  await db.insertInto('withdraw_moves').values(moves).execute();
  return rows.map(({ id }) => id);
}

interface Move {
  status: WithdrawState;
  at: Date;
  note: string | null;
}

/** States of a request with their times; none is in the future. */
function movesOf({ age, moves }: DemoWithdraw, now: Date): [Move, ...Move[]] {
  let at = now.getTime() - age * day;
  const first: Move = { status: 'pending', at: new Date(at), note: null };
  const later = moves.map(([status, hours, note]) => {
    at += hours * hour;
    return { status, at: new Date(at), note: note ?? null };
  });
  return [first, ...later];
}

/** The bank's statement of the demo begins with its registries: what was approved before has left the bank. */
function payoutStateOf(one: DemoWithdraw, now: Date): PayoutState | null {
  const last = movesOf(one, now).at(-1);
  if (last?.status !== 'approved') return null;
  return last.at.getTime() < now.getTime() - acquiredDays * day ? 'debited' : 'confirmed';
}

/** Ledger entries of a request: held on creation, paid out or returned on the decision. */
function requested({ now, shops }: SeedCtx, one: WithdrawRequest, rowId: number): PastEntry[] {
  const shopId = seededId(shops, one.shop);
  const { amount } = one;
  const entries: Partial<Record<WithdrawState, LedgerEntry[]>> = {
    pending: withdrawalRequested(rowId, shopId, amount),
    approved: [
      ...payoutSent(rowId, shopId, amount),
      ...(payoutStateOf(one, now) === 'debited' ? payoutDebited(rowId, amount) : []),
    ],
    rejected: withdrawalReturned(rowId, shopId, amount),
  };
  return movesOf(one, now).flatMap(({ status, at }) =>
    (entries[status] ?? []).map((entry) => ({ at, entry })),
  );
}
