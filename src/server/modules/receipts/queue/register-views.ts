import { type RawBuilder, sql } from 'kysely';
import type { RegisterName, RegisterQueue, RegisterView } from '@/contract/receipts/registers';
import type { Ctx } from '@/server/core/context';
import type { CashRegister } from '@/server/integrations/registers/cash-register';

/** `GET receipts/registers`: those of the marketplace, and those of shops. */
export async function registerViews(
  ctx: Ctx,
  registers: readonly Pick<CashRegister, 'name'>[],
): Promise<RegisterView[]> {
  return [...(await marketplaceViews(ctx, registers)), ...(await shopViews(ctx))];
}

type Db = Pick<Ctx, 'db'>;

/** Sums over the open receipts `r` and the register `c`. */
const queueSums = sql`(count(*) filter (where r.state = 'waiting'))::int as waiting,
  (count(*) filter (where r.state = 'asked'))::int as asked, (count(*) filter (where r.state = 'unknown'))::int as unknown,
  (count(*) filter (where r.state = 'blocked'))::int as blocked, min(r.created_at) as oldest_at,
  max(c.answered_at) as answered_at, max(c.failure) as failure, max(c.failure_text) as failure_text,
  max(c.failing_since) as failing_since, max(c.paused_until) as paused_until`;

const isOpen = sql`r.state in ('waiting', 'asked', 'unknown', 'blocked')`;

/** Receipts that were not sent yet are those of the chosen one. */
function marketplaceViews({ db }: Db, registers: readonly Pick<CashRegister, 'name'>[]) {
  return Promise.all(
    registers.map(async ({ name }, place): Promise<RegisterView> => {
      const isChosen = place === 0;
      const { rows } = await sql<RegisterQueue>`select ${queueSums}
        from (select 1) one left join cash_registers c on c.name = ${name}
        left join receipts r on ${isOpen} and r.shop_id is null
          and (r.register = ${name} or r.register is null and ${isChosen})`.execute(db);
      const [row] = rows;
      if (!row) throw new Error('No row');
      return { name, is_chosen: isChosen, shop: null, ...withMoments(row) };
    }),
  );
}

const shopsShown = 100;

type ShopRow = RegisterQueue & { kind: RegisterName; id: number; shop: string; slug: string };

const shopRows = (condition: RawBuilder<unknown>) => sql<ShopRow>`
  select s.id, s.name as shop, s.slug, o.kind, ${queueSums}
  from shop_registers o join shops s on s.id = o.shop_id left join cash_registers c on c.name = 'shop-' || s.id
  left join receipts r on r.shop_id = s.id and ${isOpen}
  where ${condition}
  group by s.id, o.kind order by min(c.failing_since), min(r.created_at), s.name, s.id limit ${sql.lit(shopsShown)}`;

/** Those that are switched on or still have something to send; first those that do not answer. */
async function shopViews({ db }: Db): Promise<RegisterView[]> {
  const { rows } = await shopRows(sql`r.id is not null or exists (select from shop_register_periods p
    where p.shop_id = s.id and p.until_at is null)`).execute(db);
  return rows.map(({ id, shop, slug, kind, ...row }) => ({
    name: kind,
    is_chosen: false,
    shop: { id, name: shop, slug },
    ...withMoments(row),
  }));
}

/** What the own register of a shop waits for; null without one. */
export async function shopQueue({ db }: Db, shopId: number): Promise<RegisterQueue | null> {
  const { rows } = await shopRows(sql`s.id = ${shopId}`).execute(db);
  const [row] = rows;
  if (!row) return null;
  const { id: _id, shop: _shop, slug: _slug, kind: _kind, ...queue } = row;
  return withMoments(queue);
}

const moment = (value: string | null) => value && new Date(value).toISOString();

const withMoments = (row: RegisterQueue): RegisterQueue => ({
  ...row,
  oldest_at: moment(row.oldest_at),
  answered_at: moment(row.answered_at),
  failing_since: moment(row.failing_since),
  paused_until: moment(row.paused_until),
});
