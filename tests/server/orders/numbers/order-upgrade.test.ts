import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openInProcess } from '@/server/core/db/in-process';
import { migrate } from '@/server/core/db/migrate';
import { jobCtx } from '@/server/core/jobs/job';
import { numberOrders } from '@/server/modules/orders/numbers/number-orders';
import { scheduleOpenParts } from '@/server/modules/orders/ship-by/part-deadlines';

/** A database with orders from before short numbers and deadlines gets them by the migrations and the jobs after them. */
it('orders of the release before get numbers of their months and deadlines after the update', async () => {
  const { db } = await openInProcess({});
  await migrate(db, '0040_translations');
  await sql`insert into users (id, name, email, password_hash, permissions)
    values (1, 'Анна', 'anna@shop.test', '', '{store_owner}')`.execute(db);
  await sql`insert into shops (id, name, slug, owner_id, settings)
    values (1, 'Лавка', 'lavka', 1, '{"assembly_hours": 2}')`.execute(db);
  await sql`insert into groups (id, name, slug) values (1, 'Чай', 'tea')`.execute(db);
  await sql`insert into products (id, name, slug, shop_id, type_id, product_type, price, status, unit, sku)
    values (1, 'Чай', 'tea', 1, 1, 'simple', 100, 'publish', 'шт.', 'T-1')`.execute(db);
  const months = ['2026-01-31T22:30:00Z', '2026-02-10T08:00:00Z', '2026-02-11T08:00:00Z'];
  for (const [place, at] of months.entries()) {
    const id = 10 + 2 * place;
    const row = (
      number: number,
      parent: number | null,
    ) => sql`(${number}, ${`2026000000000${number}`}, ${parent}::bigint,
      ${parent && 1}::bigint, '+7 (900) 123-45-67', 100, 100, 100, 'CASH', 'order-processing', 'payment-cash', ${at})`;
    await sql`insert into orders (id, tracking_number, parent_id, shop_id, customer_contact, amount, total, paid_total,
      payment_gateway, order_status, payment_status, created_at) values ${row(id, null)}, ${row(id + 1, id)}`.execute(
      db,
    );
    await sql`insert into order_lines (order_id, parent_id, shop_id, position, product_id, name, quantity, unit_price,
      subtotal, total) values (${id + 1}, ${id}, 1, 0, 1, 'Чай', 1, 100, 100, 100)`.execute(db);
  }

  await migrate(db);
  await numberOrders(db, new AbortController().signal);
  await scheduleOpenParts(jobCtx(db, new Date('2026-02-12T00:00:00Z'), ''));

  const rows = await db.selectFrom('orders').select(['short_number', 'ship_by']).orderBy('id').execute();
  // The last hours of January in UTC are February in Moscow.
  const numbers = ['2602-1', '2602-1', '2602-2', '2602-2', '2602-3', '2602-3'];
  expect(rows.map(({ short_number }) => short_number)).toEqual(numbers);
  expect(rows.map(({ ship_by }) => ship_by?.toISOString().slice(0, 16))).toEqual([
    ...['2026-02-01T09:00', '2026-02-01T09:00', '2026-02-10T10:00', '2026-02-10T10:00'],
    ...['2026-02-11T10:00', '2026-02-11T10:00'],
  ]);
  await db.destroy();
});
