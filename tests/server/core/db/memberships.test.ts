import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openInProcess } from '@/server/core/db/in-process';
import { migrate } from '@/server/core/db/migrate';
import { hashCode } from '@/server/modules/accounts/sign-in/one-time-codes';

/** Staff were users with a shop, and invited people users without an address. */
const before = '0064_approval_undos_online';

it('staff, invited and removed people become memberships with the number of their user', async () => {
  const { db } = await openInProcess({});
  await migrate(db, before);
  const token = hashCode('invitation', 'petr@shop.test', 'token');
  await sql`insert into users (id, name, email, password_hash, permissions) values
    (1, 'Борис', 'boris@shop.test', '', '{store_owner,customer}')`.execute(db);
  await sql`insert into shops (id, name, slug, owner_id) values (5, 'Лавка', 'lavka', 1)`.execute(db);
  await sql`insert into users (id, name, email, removed_email, is_active, password_hash, permissions, shop_id, former_staff)
    overriding system value values
    (2, 'Галина', 'galina@shop.test', null, true, '', '{staff,customer,staff:orders}', 5, null),
    (3, 'Пётр', 'invited-1@invited.invalid', 'petr@shop.test', false, '', '{staff,customer,staff:content}', 5, null),
    (4, 'Егор', 'egor@shop.test', null, true, '', '{customer}', null, '{"shop_id": 5, "scopes": ["catalogue"]}'),
    (6, 'Анна', 'anna@shop.test', null, true, '', '{customer}', null, null)`.execute(db);
  await sql`insert into one_time_codes (purpose, user_id, recipient, secret_hash, created_at, expires_at)
    values ('invitation', 3, 'petr@shop.test', ${token}, now(), '2030-01-01')`.execute(db);

  await migrate(db);

  const members = await db.selectFrom('memberships').selectAll().orderBy('id').execute();
  const people = await db
    .selectFrom('users')
    .select(['id', 'shop_id', 'permissions'])
    .orderBy('id')
    .execute();
  const { next } = (
    await sql<{
      next: number;
    }>`select nextval(pg_get_serial_sequence('memberships', 'id'))::int as next`.execute(db)
  ).rows[0] ?? { next: 0 };
  await db.destroy();
  expect(members).toMatchObject([
    { id: 2, user_id: 2, shop_id: 5, email: 'galina@shop.test', scopes: ['orders'], deleted_at: null },
    { id: 3, user_id: null, email: 'petr@shop.test', scopes: ['content'], token_hash: token, invited_by: 1 },
    { id: 4, user_id: 4, scopes: ['catalogue'], deleted_at: expect.any(Date) },
  ]);
  expect(people).toMatchObject([
    ...[{ id: 1 }, { id: 2, shop_id: 5 }, { id: 3, shop_id: null, permissions: ['customer'] }],
    ...[{ id: 4, shop_id: null }, { id: 6 }],
  ]);
  expect(next).toBe(7);
});
