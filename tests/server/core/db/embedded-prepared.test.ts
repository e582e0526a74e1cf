import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { embeddedDatabase } from '@/server/core/db/embedded';

/** Statements with the mark of `prepared.ts`, in the real engine in its own thread. */
const folder = mkdtempSync(join(tmpdir(), 'gostiny-prepared-'));
let engine: ReturnType<typeof embeddedDatabase>;
beforeAll(async () => {
  engine = embeddedDatabase(folder, pathToFileURL(resolve('src/server/core/db/pglite-worker.ts')));
  await engine.waitReady;
});
beforeEach(async () => {
  await engine.query('drop table if exists shelf');
  await engine.query('create table shelf (id int, name text, tags text[], seen timestamptz, more jsonb)');
  await engine.query(
    `insert into shelf values (1, 'чай', '{a,"b c"}', '2026-03-10T09:00:00Z', '{"cups": 2}')`,
  );
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const kept = async () => (await engine.query('select name from pg_prepared_statements')).rows.length;

it('plans a statement once with the same results, whatever the values', async () => {
  const where =
    '* from shelf where id = $1 and name like $2 and tags && $3::text[] and seen <= $4 and more @> $5 and $6::int is null';
  const fits = [1, 'ч%', ['b c'], new Date('2026-03-10T09:00:00Z'), { cups: 2 }, null];
  const before = await kept();

  const answers = [];
  for (const values of [fits, [2, ...fits.slice(1)], fits])
    answers.push((await engine.query(`select /* prepared */ ${where}`, values)).rows);

  const plain = (await engine.query(`select ${where}`, fits)).rows;
  expect(plain).toHaveLength(1);
  expect(answers).toEqual([plain, [], plain]);
  expect(await kept()).toBe(before + 1);
});

it('plans it again when the table has changed', async () => {
  const ask = () => engine.query('select /* prepared */ * from shelf where name = $1', ['чай']);
  await ask();
  await engine.query('alter table shelf add column place int default 7');

  expect((await ask()).rows).toMatchObject([{ id: 1, place: 7 }]);
});

it('continues after a value that makes it fail', async () => {
  const ask = (by: number) => engine.query('select /* prepared */ 10 / $1::int as part', [by]);

  expect((await ask(5)).rows).toEqual([{ part: 2 }]);
  await expect(ask(0)).rejects.toMatchObject({ code: '22012' });
  expect((await ask(2)).rows).toEqual([{ part: 5 }]);
});

it('keeps no plan of a statement within a transaction', async () => {
  const before = await kept();
  await engine.transaction(async ({ query }) => {
    expect((await query('select /* prepared */ name, id from shelf')).rows).toEqual([{ name: 'чай', id: 1 }]);
  });

  expect(await kept()).toBe(before);
});
