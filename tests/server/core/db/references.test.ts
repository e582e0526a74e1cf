import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { setUpScene } from '../../../support/scene';

/** Deleting a row permanently checks every table that refers to its table: without an index, row by row. */
const { api } = setUpScene();

/** Rows of these are at most moved to the trash. */
const lasting = ['users', 'shops', 'orders'];

it('an index begins with each reference to rows that may be deleted', async () => {
  const { rows } = await sql<{ reference: string }>`
    select c.conrelid::regclass || '.' || a.attname || ' → ' || c.confrelid::regclass as reference
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid::regclass::text <> all(${lasting}::text[])
      and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
    order by 1`.execute(api.db);
  expect(rows.map(({ reference }) => reference)).toEqual([]);
});
