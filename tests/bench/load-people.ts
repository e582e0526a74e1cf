import { createHash, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import type { People, Session } from './load-mix.ts';

/** New sessions of administrators and customers, and of existing owners. They end with the run. */
export async function openSessions(database: Client, customers = 300): Promise<People> {
  const made = (kind: string, count: number, rights: string) =>
    `insert into users (name, email, password_hash, permissions, email_verified_at)
     select 'Нагрузка ' || n, 'load-${kind}-' || n || '@test.ru', 'none', '${rights}', now()
     from generate_series(1, ${count}) n on conflict do nothing`;
  const open = async (people: string): Promise<Session[]> => {
    const { rows } = await database.query<{ id: string; shop?: number }>(people);
    const sessions = rows.map(({ shop }) => ({ token: randomBytes(24).toString('base64url'), shop }));
    const hashes = sessions.map(({ token }) => createHash('sha256').update(token).digest('hex'));
    await database.query(
      `insert into sessions (user_id, token_hash, user_agent, created_at, expires_at)
       select id, hash, 'bench:load', now(), now() + interval '1 day'
       from unnest($1::bigint[], $2::text[]) as people (id, hash)`,
      [rows.map(({ id }) => id), hashes],
    );
    return sessions;
  };
  await database.query(made('admin', 20, '{super_admin,store_owner,customer}'));
  await database.query(made('customer', customers, '{customer}'));
  return {
    admins: await open("select id from users where email like 'load-admin-%@test.ru'"),
    customers: await open("select id from users where email like 'load-customer-%@test.ru'"),
    owners: await open(
      `select owner_id as id, min(id)::int as shop from shops
       where is_active and deleted_at is null and owner_id is not null
       group by owner_id order by owner_id limit 1000`,
    ),
  };
}
