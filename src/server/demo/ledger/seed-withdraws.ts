import { toMinor } from '@/contract/core/money';
import type { WithdrawState } from '@/contract/ledger/withdraws/schema';
import { idOf, type SeedCtx } from '@/server/demo/context';
import type { AccountKey, LedgerEntry } from '@/server/modules/ledger/ledger';
import type { PastEntry } from './ledger-book';
import { type DemoWithdraw, withdraws } from './withdraws';

const hour = 3600_000;
const day = 24 * hour;

/** What shops earned before this system, and what they asked for since: answers what that moved on the ledger. */
export async function seedWithdraws(seed: SeedCtx): Promise<PastEntry[]> {
  const rows = await insertRequests(seed);
  return [...earnings(seed), ...withdraws.flatMap((one, place) => requested(seed, one, rows[place] ?? 0))];
}

/** Ids of the requests, in their order. */
async function insertRequests({ db, now, shops, people }: SeedCtx): Promise<number[]> {
  const requisites = new Map(
    (await db.selectFrom('shops').select(['id', 'requisites']).execute()).map((row) => [
      row.id,
      row.requisites,
    ]),
  );
  const values = withdraws.map((one) => {
    const shop_id = idOf(shops, one.shop);
    const moves = movesOf(one, now);
    const last = moves.at(-1);
    const decided = moves.length > 1 ? last : undefined;
    const kept = requisites.get(shop_id);
    return {
      shop_id,
      ...{ amount: one.amount, payment_method: one.method },
      ...{ details: one.details ?? null, note: one.note ?? null },
      status: last?.status ?? 'pending',
      decision_note: decided?.note ?? null,
      decided_at: decided?.at ?? null,
      decided_by: decided ? idOf(people, 'admin') : null,
      requested_by: idOf(people, shops.get(one.shop)?.ownerKey ?? ''),
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
      user_id: idOf(people, step === 0 ? (shops.get(one.shop)?.ownerKey ?? '') : 'admin'),
    })),
  );
  await db.insertInto('withdraw_moves').values(moves).execute();
  return rows.map(({ id }) => id);
}

/** The states of a request with their moments; none lies ahead. */
function movesOf({ age, moves }: DemoWithdraw, now: Date) {
  let at = now.getTime() - age * day;
  const first: { status: WithdrawState; at: Date; note: string | null } = {
    ...{ status: 'pending', note: null },
    at: new Date(at),
  };
  const later = moves.map(([status, hours, note]) => {
    at += hours * hour;
    return { status, at: new Date(at), note: note ?? null };
  });
  return [first, ...later];
}

/** Sales of the past year, carried over month by month: more than the shop has asked for. */
function earnings({ now, random, shops }: SeedCtx): PastEntry[] {
  const month = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return [...shops.values()]
    .filter(({ isActive }) => isActive)
    .flatMap(({ id: shopId }) =>
      [330, 270, 210, 150, 90, 30].map((age) => {
        const at = new Date(now.getTime() - age * day);
        const amount = random.whole(4_500_000, 9_800_000);
        const reason = `Перенос остатка из прежней системы, ${month.format(at).replace(/\s+г\.$/, '')}`;
        const lines = between({ kind: 'outside' }, { kind: 'shop', shopId }, amount);
        return entry(at, { kind: 'adjustment', reason, family: 'shops', rowId: shopId, lines });
      }),
    );
}

/** What a request moved: held when it was asked for, out or back when it was decided. */
function requested({ now, shops }: SeedCtx, one: DemoWithdraw, rowId: number): PastEntry[] {
  const shopId = idOf(shops, one.shop);
  const amount = toMinor(one.amount);
  const about = { family: 'withdraws', rowId };
  const shop: AccountKey = { kind: 'shop', shopId };
  const held: AccountKey = { kind: 'shop_on_hold', shopId };
  const paid: AccountKey = { kind: 'shop_paid_out', shopId };
  const entries: Partial<Record<WithdrawState, LedgerEntry>> = {
    pending: { ...about, kind: 'withdrawal', lines: between(shop, held, amount) },
    approved: { ...about, kind: 'withdrawal-paid', lines: between(held, paid, amount) },
    rejected: { ...about, kind: 'withdrawal-return', lines: between(held, shop, amount) },
  };
  return movesOf(one, now).flatMap(({ status, at }) => {
    const made = entries[status];
    return made ? [entry(at, made)] : [];
  });
}

const entry = (at: Date, made: LedgerEntry): PastEntry => ({ at, entry: made });

function between(from: AccountKey, to: AccountKey, amount: number): LedgerEntry['lines'] {
  return [
    { account: from, amount: -amount, mustCover: from.kind === 'shop' },
    { account: to, amount },
  ];
}
