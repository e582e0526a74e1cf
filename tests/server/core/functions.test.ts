import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../support/server';

/** Volatility that the database's functions declare: the planner relies on it. */
let api: TestApp;

beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const own = sql`n.nspname = 'public' and not exists (select from pg_depend d
  where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')`;

describe('the functions of the database', () => {
  it('are immutable only if they read no table', async () => {
    const { rows } = await sql<{ name: string; body: string }>`
      select p.proname as name, pg_get_functiondef(p.oid) as body from pg_proc p
        join pg_namespace n on n.oid = p.pronamespace
      where ${own} and p.prokind = 'f' and p.provolatile = 'i' order by 1`.execute(api.db);
    const tables = (
      await sql<{ name: string }>`select relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and relkind in ('r', 'v')`.execute(
        api.db,
      )
    ).rows;

    expect(rows.map(({ name }) => name)).toContain('search_text');
    for (const { name, body } of rows)
      expect([
        name,
        tables.filter((table) => new RegExp(`\\b(from|join) ${table.name}\\b`, 'i').test(body)),
      ]).toEqual([name, []]);
  });

  it('define in one place which amount of a part the commission is taken of', async () => {
    const { rows } = await sql<{ name: string }>`
      select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where ${own} and p.prokind = 'f' and pg_get_functiondef(p.oid) ~ 'discount_shop_id = '
      union all select viewname from pg_views where schemaname = 'public' and definition ~ 'discount_shop_id = '`.execute(
      api.db,
    );

    expect(rows).toEqual([{ name: 'goods_of_part' }]);
  });
});
