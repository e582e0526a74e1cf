import { sql } from 'kysely';
import { jobCtx } from '@/server/core/jobs/job';
import type { SeedCtx } from '@/server/demo/context';
import { documentOrder } from '@/server/modules/receipts/make-receipts';

/** Receipts of everything that was paid, handed over or given back, registered when it happened. */
export async function seedReceipts(seed: SeedCtx): Promise<void> {
  const { db, now } = seed;
  await seedShopRegister(seed);
  const ctx = jobCtx(db, now, '', 'demo');
  const { rows } = await sql<{ id: number }>`
    select coalesce(o.parent_id, o.id) as id from ledger_entries e
      left join refunds r on e.family = 'refunds' and r.id = e.row_id
      join orders o on o.id = coalesce(r.order_id, e.row_id)
    where e.family in ('orders', 'refunds') and e.kind in ('order', 'refund')
    group by 1 order by min(e.at), 1`.execute(db);
  for (const { id } of rows) await documentOrder(ctx, id);
  await registerAll({ db });
}

const day = 24 * 3600_000;

/** The first shop has a till, and its own register for what it takes there. */
async function seedShopRegister({ db, now, shops }: SeedCtx): Promise<void> {
  const [shop] = shops.values();
  if (!shop) return;
  const from = new Date(now.getTime() - 20 * day);
  const { rows } = await sql<{ shop_id: number }>`insert into shop_registers
      (shop_id, kind, inn, tax_system, email, place, updated_at)
    select id, 'demo', requisites ->> 'inn', requisites ->> 'tax_system', requisites ->> 'payment_email',
      requisites ->> 'legal_address', ${from}
    from shops where id = ${shop.id} and requisites ->> 'tax_system' <> 'npd' and requisites ->> 'payment_email' is not null
    returning shop_id`.execute(db);
  for (const { shop_id } of rows)
    await db.insertInto('shop_register_periods').values({ shop_id, from_at: from }).execute();
}

/** What the registers of the demo would have answered, at once; their numbers go on after these (`registers/demo.ts`). */
async function registerAll({ db }: Pick<SeedCtx, 'db'>): Promise<void> {
  await sql`update receipts r set state = 'done', register = coalesce('shop-' || r.shop_id, 'demo'), next_ask_at = null, asks = 1,
      register_id = d.document, sent_as = d.document, sent_at = r.at, registered_at = r.at, created_at = r.at, updated_at = r.at,
      drive_number = (9999078902003110 + coalesce(r.shop_id, 0))::text,
      register_number = lpad((1054321 + coalesce(r.shop_id, 0))::text, 16, '0'), document_number = (1000 + d.number)::text,
      sign = (1000000000 + ('x' || substr(md5(r.id::text), 1, 7))::bit(28)::bigint * 11)::text,
      shift = d.shift, number_in_shift = d.in_shift
    from (select one.id, o.tracking_number || '-' || one.id || '-1' as document, one.shift,
        row_number() over (order by one.at, one.id) as number,
        row_number() over (partition by one.shift order by one.at, one.id) as in_shift
      from (select id, order_id, at,
          dense_rank() over (order by (at at time zone business_time_zone())::date) as shift
        from receipts where state = 'waiting') one
      join orders o on o.id = one.order_id) d
    where d.id = r.id`.execute(db);
}
