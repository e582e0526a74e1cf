import { sql } from 'kysely';
import { fromMinor } from '@/contract/core/money';
import type { LineChoices } from '@/contract/payments/reconciliation';
import type { Ctx } from '@/server/core/context';
import { debtPaid } from '@/server/modules/ledger/entries';
import { loadBalance, postEntry } from '@/server/modules/ledger/ledger';
import { lockAccounts } from '@/server/modules/ledger/ledger-accounts';
import { type GivenLine, reject } from './given-line';

const shownDebts = 50;

/** Shops that owe, the largest debt first; the debt in roubles. */
export async function listDebts({ db }: Ctx): Promise<LineChoices['shops']> {
  const { rows } = await sql<LineChoices['shops'][number]>`select s.id, s.name, -a.balance as debt
    from ledger_accounts a join shops s on s.id = a.shop_id
    where a.kind = 'shop' and a.balance < 0 order by a.balance, s.id limit ${sql.lit(shownDebts)}`.execute(
    db,
  );
  return rows;
}

/**
 * A transfer pays what a shop owes, never more: more would be money of the shop's own, which no debt explains. Kopecks. Returns
 * the entry.
 */
export async function payDebt(ctx: Ctx, line: GivenLine, shopId: number, amount: number): Promise<number> {
  const shop = await ctx.db.selectFrom('shops').select('id').where('id', '=', shopId).executeTakeFirst();
  if (!shop) reject('error-line-shop');
  const account = { kind: 'shop', shopId } as const;
  await lockAccounts(ctx, [account]);
  const debt = 0 - (await loadBalance(ctx, account));
  if (amount > debt) reject('error-line-debt', { debt: fromMinor(Math.max(debt, 0)) });
  const [, month, day] = /-(\d\d)-(\d\d)$/.exec(line.day) ?? [];
  const reason = [`№ ${line.number || line.id}, ${day}.${month}.`, line.purpose].filter(Boolean).join(' ');
  const [entry] = debtPaid(line.id, shopId, amount, reason.slice(0, 1000));
  if (!entry) throw new Error(`Line ${line.id} pays nothing`);
  return postEntry(ctx, entry);
}
