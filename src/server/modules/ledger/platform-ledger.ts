import { sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { Page } from '@/contract/core/paging';
import {
  type AccountKind,
  debtAccounts,
  moneyAccounts,
  ownAccounts,
  plainSum,
  type SummedAccount,
  summedAccounts,
} from '@/contract/ledger/accounts';
import {
  type Commission,
  defaultAccount,
  type LedgerRow,
  type Period,
  type PlatformSummary,
  type ShopCommissionRow,
} from '@/contract/ledger/schema';
import { commissionFrom } from '@/contract/orders/money';
import { businessDay } from '@/contract/settings/business-day';
import { startOfDay } from '@/server/core/business-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { PaperFile } from '@/server/core/documents/csv-stream';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import { ledgerFile } from './ledger-csv';
import { listLines, periodTotals, readFilter, readPeriod } from './ledger-lines';
import { sumPaper } from './sum-pdf';

/** `GET ledger`: a page of lines of an account of the marketplace. Throws VALIDATION_FAILED. */
export async function listPlatformLines(ctx: UserCtx, query: JsonRecord): Promise<Page<LedgerRow>> {
  return listLines(ctx, readAccount(query.account), 'ledger', query);
}

/** `GET ledger/export`: filtered lines as CSV, oldest first. Throws VALIDATION_FAILED. */
export async function exportPlatformLedger(ctx: UserCtx, query: JsonRecord): Promise<PaperFile> {
  const account = readAccount(query.account);
  const name = `ledger-${account.kind.replaceAll('_', '-')}-${businessDay(ctx.now)}`;
  const filter = await readFilter(query);
  if (query.format === 'pdf') return sumPaper(ctx, account, filter, `${name}.pdf`);
  return ledgerFile(ctx, account, filter, `${name}.csv`);
}

function readAccount(chosen: unknown): { kind: SummedAccount } {
  if (!chosen) return { kind: defaultAccount };
  return { kind: summedAccounts.find((one) => one === chosen) ?? rejectValue('account') };
}

/** `GET ledger/summary`: movements and commission of a period, and current balances. Throws VALIDATION_FAILED. */
export async function platformSummary(ctx: UserCtx, query: JsonRecord): Promise<PlatformSummary> {
  const period = await readPeriod(query);
  const totals = await periodTotals(ctx, readAccount(query.account), period);
  const commission = await sumCommission(ctx, period);
  const { rows: shops } = await sql<Record<'current' | 'on_hold' | 'debts', number>>`
    select coalesce(sum(balance) filter (where kind = 'shop' and balance > 0), 0) as current,
      coalesce(sum(balance) filter (where kind = 'shop_on_hold'), 0) as on_hold,
      coalesce(-sum(balance) filter (where kind = 'shop' and balance < 0), 0) as debts
    from ledger_accounts where kind in ('shop', 'shop_on_hold')`.execute(ctx.db);
  const { current = 0, on_hold = 0, debts = 0 } = shops[0] ?? {};
  const sums = await sumsOfAccounts(ctx);
  const minorOf = (kind: AccountKind) => plainSum(kind, toMinor(sums.get(kind) ?? 0));
  const sumOf = (kinds: readonly AccountKind[]) => kinds.reduce((sum, kind) => sum + minorOf(kind), 0);
  return {
    ...totals,
    commission,
    money: fromMinor(sumOf(moneyAccounts)),
    debts: fromMinor(sumOf(debtAccounts) + toMinor(current) + toMinor(on_hold) - toMinor(debts)),
    own: fromMinor(sumOf(ownAccounts)),
    accounts: summedAccounts.map((account) => ({ account, balance: fromMinor(minorOf(account)) })),
    points: fromMinor(0 - minorOf('points')),
    owed: { current, on_hold, debts },
  };
}

/** Balances by kind of the accounts that store none: sums of their turnovers. Roubles, and points. */
async function sumsOfAccounts({ db }: Ctx): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; amount: number }>`
    select a.kind, sum(d.income - d.outgo) as amount from ledger_accounts a join ledger_days d on d.account_id = a.id
    where a.kind = any(${[...summedAccounts, 'points']}::text[]) group by a.kind`.execute(db);
  return new Map(rows.map(({ kind, amount }) => [kind, amount]));
}

/** Commission of a period, over all shops or one. */
export async function sumCommission(ctx: Ctx, period: Period, shopId?: number): Promise<Commission> {
  // Over all shops it is counted by day, returns included (`0010_ledger.sql`).
  const moved =
    shopId === undefined
      ? sql`commission_days where ${onDays(period)}`
      : sql`(${soldIn(period, shopId)} union all ${returnedIn(period, shopId)}) moved`;
  const { rows } = await sql<Sums>`
    select coalesce(sum(orders), 0)::int as orders, coalesce(sum(goods), 0) as goods,
      coalesce(sum(credited), 0) as credited
    from ${moved}`.execute(ctx.db);
  return keptOf(rows[0] ?? { orders: 0, goods: 0, credited: 0 });
}

/** Credited goods of a shop in a period, net of the shop's own discounts. Roubles. */
export async function soldGoods(ctx: Ctx, period: Period, shopId: number): Promise<number> {
  const { rows } = await sql<Sums>`${soldIn(period, shopId)}`.execute(ctx.db);
  return rows[0]?.goods ?? 0;
}

const shopRules = listRules('ledger/shops', {
  params: ['from', 'to'],
  defaultSort: { orderBy: 'commission', sortedBy: 'desc' },
});

/** `GET ledger/shops`: shops with sales in the period or with a balance, highest commission first. */
export async function shopCommissions(ctx: UserCtx, query: JsonRecord): Promise<Page<ShopCommissionRow>> {
  const checked = checkList(shopRules, query, ctx);
  const period = await readPeriod(checked.filters);
  const { rows } = await sql<Sums & Omit<ShopCommissionRow, keyof Commission> & { total: number }>`
    with moved as (select shop_id, sum(orders) as orders, sum(goods) as goods, sum(credited) as credited
        from (${soldIn(period)} union all ${returnedIn(period)}) each group by shop_id),
    accounts as (select shop_id, sum(balance) filter (where kind = 'shop') as current_balance,
        sum(balance) filter (where kind = 'shop_on_hold') as on_hold_amount
      from ledger_accounts where kind in ('shop', 'shop_on_hold') group by shop_id),
    found as (select coalesce(moved.shop_id, accounts.shop_id) as shop_id, coalesce(orders, 0)::int as orders,
        coalesce(goods, 0) as goods, coalesce(credited, 0) as credited,
        coalesce(current_balance, 0) as current_balance, coalesce(on_hold_amount, 0) as on_hold_amount
      from moved full join accounts on accounts.shop_id = moved.shop_id
      where moved.shop_id is not null or current_balance <> 0 or on_hold_amount <> 0)
    select s.id, s.name, s.slug, orders, goods, credited, current_balance, on_hold_amount,
      (count(*) over ())::int as total
    from found join shops s on s.id = found.shop_id
    order by goods - credited desc, s.id limit ${checked.limit} offset ${(checked.page - 1) * checked.limit}
    `.execute(ctx.db);
  const data = rows.map(({ total: _total, orders, goods, credited, ...shop }) => ({
    ...shop,
    ...keptOf({ orders, goods, credited }),
  }));
  return wrapPage(shopRules, checked, query, { data, total: rows[0]?.total ?? 0, isEstimate: false });
}

interface Sums {
  orders: number;
  goods: number;
  credited: number;
}

function keptOf({ orders, goods, credited }: Sums): Commission {
  return {
    orders,
    goods,
    credited,
    commission: fromMinor(commissionFrom(toMinor(goods), toMinor(credited))),
  };
}

function within(column: 'credited_at' | 'decided_at', { from, to }: Period) {
  const moment = sql.ref(column);
  const first = from === null ? sql`` : sql` and ${moment} >= ${startOfDay(from)}`;
  const last = to === null ? sql`` : sql` and ${moment} < ${startOfDay(to, 1)}`;
  return sql`${moment} is not null${first}${last}`;
}

const of = (shopId: number | undefined) => (shopId === undefined ? sql`` : sql` and shop_id = ${shopId}`);

/** Credited parts by shop. */
const soldIn = (period: Period, shopId?: number) => sql`
  select shop_id, count(*) as orders, sum(credited_amount) as credited,
    sum(goods_of_part(amount, discount, discount_shop_id, shop_id)) as goods
  from orders where parent_id is not null and ${within('credited_at', period)}${of(shopId)} group by shop_id`;

const onDays = ({ from, to }: Period) =>
  sql`day between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`;

/** Returned goods by shop, negative. */
const returnedIn = (period: Period, shopId?: number) => sql`
  select shop_id, 0 as orders, -sum(vendor_amount) as credited, -sum(goods) as goods
  from vendor_refunds where ${within('decided_at', period)}${of(shopId)} group by shop_id`;
