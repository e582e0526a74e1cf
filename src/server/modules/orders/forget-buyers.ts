import { sql } from 'kysely';
import { businessDay } from '@/contract/settings/business-day';
import type { Ctx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';

const batch = 500;

/**
 * Takes names, phones, e-mails and addresses out of the orders of removed customers, when the years of the settings have
 * passed since the end of the order's year (rules/orders: a removed customer is forgotten with the term). City, goods, sums
 * and receipts stay. Batches of their own transactions; a killed run goes on the next day.
 */
export async function forgetBuyers(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const { personalDataYears } = await settingsOptions(ctx);
  const year = Number(businessDay(ctx.now).slice(0, 4)) - personalDataYears;
  for (;;) {
    if (signal.aborted) return;
    const count = await ctx.db.transaction().execute((db) => forgetBatch({ ...ctx, db }, year));
    if (count < batch) return;
  }
}

/** Orders that were placed before this business year. */
async function forgetBatch({ db }: Ctx, year: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o join users u on u.id = o.customer_id
    where u.deleted_at is not null and o.parent_id is null and o.customer_contact <> ''
      and o.created_at < make_timestamptz(${year}::int, 1, 1, 0, 0, 0, business_time_zone())
    order by o.id limit ${batch} for update of o skip locked`.execute(db);
  const ids = rows.map(({ id }) => Number(id));
  if (ids.length === 0) return 0;
  await sql`update orders set customer_name = null, customer_contact = '', customer_email = null, note = null,
      billing_address = billing_address - 'street_address' - 'zip' - 'location',
      shipping_address = shipping_address - 'street_address' - 'zip' - 'location'
    where id = any(${ids}::bigint[]) or parent_id = any(${ids}::bigint[])`.execute(db);
  await sql`update order_events set "from" = null, "to" = null, note = null
    where root_id = any(${ids}::bigint[]) and kind in ('address', 'contact', 'note')`.execute(db);
  await sql`update order_changes set change = change #- '{edit,about}' #- '{shown,shipping_address}'
      #- '{shown,customer_name}' #- '{shown,customer_contact}' #- '{shown,customer_email}'
    where root_id = any(${ids}::bigint[])`.execute(db);
  await sql`update audit_log set changes = changes - 'address' - 'contact' - 'note' - 'customer_name'
      - 'customer_contact' - 'customer_email'
    where family = 'orders' and row_id in (select id from orders where id = any(${ids}::bigint[])
      or parent_id = any(${ids}::bigint[]))`.execute(db);
  return ids.length;
}
