import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '@/server/core/context';
import { migrate } from '@/server/core/db/migrate';
import {
  payoutDebited,
  payoutSent,
  shopAdjusted,
  withdrawalRequested,
  withdrawalReturned,
} from '@/server/modules/ledger/entries';
import { type LedgerEntry, postEntries } from '@/server/modules/ledger/ledger';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { buildShop, buildUser } from '../../support/factories';
import { setUpFormer } from '../../support/processes/former-database';

/** Until 0099 an approval debited the bank at once, and a line of the bank named the withdrawal. */
const openFormer = setUpFormer('0099_ledger_checked_once');

const now = new Date('2026-11-20T09:00:00Z');
const post = (db: Database, entries: LedgerEntry[]) =>
  db.transaction().execute((trx) => postEntries({ db: trx, now, requestId: 'test' } as never, entries));

interface Former {
  id: number;
  status: string;
  line?: { match: string; is_posted: boolean };
}

/** By the functions of that release, which posted the debit with the approval. */
async function build(db: Database, former: readonly Former[]): Promise<void> {
  const { id: shop_id } = await buildShop(db);
  const { id: user } = await buildUser(db);
  await sql`insert into reconciliation_files (id, kind, file_name, sha256, state, uploaded_by, created_at, posted_by, posted_at)
    overriding system value values (1, 'statement', 'kl_to_1c.txt', 'x', 'posted', ${user}, ${now}, ${user}, ${now})`.execute(
    db,
  );
  for (const { id, status, line } of former) {
    await sql`insert into withdraws (id, shop_id, amount, status, decided_at) overriding system value
      values (${id}, ${shop_id}, 100, ${status}, ${now})`.execute(db);
    await post(db, [
      ...shopAdjusted(shop_id, 10_000, 'Продажи'),
      ...withdrawalRequested(id, shop_id, 10_000),
    ]);
    if (status === 'approved')
      await post(db, [...payoutSent(id, shop_id, 10_000), ...payoutDebited(id, 10_000)]);
    if (status === 'rejected') await post(db, withdrawalReturned(id, shop_id, 10_000));
    if (!line) continue;
    await sql`insert into bank_lines (id, file_id, line, account, line_key, ordinal, direction, day, number, amount, party, purpose,
        is_posted, match, withdraw_id) overriding system value
      values (${id}, 1, ${id}, '40702810900000012345', ${String(id)}, 1, 'out', '2026-11-20', '7', 100, 'ООО', 'Выплата',
        ${line.is_posted}, ${line.match}, ${id})`.execute(db);
  }
}

it('payouts of former releases have left the bank: books stay as they are, and lines are found again', async () => {
  const db = await openFormer();
  await build(db, [
    { id: 1, status: 'approved' },
    { id: 2, status: 'approved', line: { match: 'payout', is_posted: true } },
    { id: 3, status: 'approved', line: { match: 'payout', is_posted: false } },
    { id: 4, status: 'approved', line: { match: 'unknown', is_posted: true } },
    { id: 5, status: 'pending' },
    { id: 6, status: 'on_hold' },
    { id: 7, status: 'rejected' },
  ]);
  const balances = () =>
    sql`select a.kind, sum(l.amount)::text as sum from ledger_lines l join ledger_accounts a on a.id = l.account_id
      group by 1 order by 1`.execute(db);
  const before = await balances();

  await migrate(db);

  const { rows } = await sql`select id, payout_state, bank_line_id from withdraws order by id`.execute(db);
  expect(rows).toEqual([
    { id: 1, payout_state: 'debited', bank_line_id: null },
    { id: 2, payout_state: 'debited', bank_line_id: 2 },
    { id: 3, payout_state: 'debited', bank_line_id: null },
    { id: 4, payout_state: 'debited', bank_line_id: null },
    ...[5, 6, 7].map((id) => ({ id, payout_state: null, bank_line_id: null })),
  ]);
  expect((await balances()).rows).toEqual(before.rows);
  expect((await reconcile({ db, now })).problems).toEqual([]);
});

it('a process of the former release that still runs approves what the bank has debited', async () => {
  const db = await openFormer();
  await build(db, [{ id: 1, status: 'pending' }]);
  await migrate(db);
  const { shop_id } = await db
    .selectFrom('withdraws')
    .select('shop_id')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();

  await sql`update withdraws set status = 'approved' where id = 1`.execute(db);
  await post(db, [...payoutSent(1, shop_id, 10_000), ...payoutDebited(1, 10_000)]);

  const row = await db.selectFrom('withdraws').select('payout_state').where('id', '=', 1).executeTakeFirst();
  expect(row?.payout_state).toBe('debited');
  expect((await reconcile({ db, now })).problems).toEqual([]);
});
