import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { FilePreview } from '@/contract/payments/reconciliation';
import { analyzeLines } from '@/server/modules/payments/reconciliation/store-statement';
import { setUpScene } from '../../../support/scene';
import { account } from './files';

/** Documents of a statement that look like posted ones. */
const { api, scene } = setUpScene();

interface GivenLine {
  number?: string;
  key?: string;
  party?: string;
  sum?: number;
}

/** A statement of one day with these lines, and `equal` more of the same number and sum. */
async function statement(
  state: 'waiting' | 'posted',
  lines: readonly GivenLine[],
  equal = 0,
): Promise<number> {
  const { id } = await api.db
    .insertInto('reconciliation_files')
    .values({
      kind: 'statement',
      sha256: `${state}-${Math.random()}`,
      file_name: 'a.txt',
      state,
      uploaded_by: scene.super_admin.id,
      created_at: api.now(),
      ...(state === 'posted' && { posted_by: scene.super_admin.id, posted_at: api.now() }),
      lines: lines.length + equal,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into bank_statements (file_id, account, first_day, last_day, income, outgo)
    values (${id}, ${account}, '2026-03-09', '2026-03-09', 0, 0)`.execute(api.db);
  const isPosted = state === 'posted';
  for (const [
    at,
    { number = '7', key = `key ${id} ${at}`, party = '40702810900000000777', sum = 100 },
  ] of lines.entries())
    await sql`insert into bank_lines (file_id, line, account, line_key, ordinal, direction, day, number, amount, party,
        party_account, purpose, is_posted)
      values (${id}, ${at}, ${account}, ${key}, 0, 'in', '2026-03-09', ${number}, ${sum}, 'ООО', ${party}, 'Оплата', ${isPosted})`.execute(
      api.db,
    );
  await sql`insert into bank_lines (file_id, line, account, line_key, ordinal, direction, day, number, amount, party,
      party_account, purpose, is_posted)
    select ${id}, 1000 + n, ${account}, ${`equal ${id} `}::text || n, 0, 'in', '2026-03-09', '0', 1, 'ООО', '40702810900000000777',
      'Оплата', ${isPosted} from generate_series(1, ${equal}::int) n`.execute(api.db);
  await analyzeLines(api, { kind: 'statement', lines: lines.length + equal });
  return id;
}

const repeatedIn = async (id: number) => {
  const { body } = await api.request<FilePreview>(scene.super_admin, 'GET', `reconciliation/files/${id}`);
  return body.warnings.filter(({ kind }) => kind === 'repeated').map(({ number }) => number);
};

describe('a document that looks like a posted one', () => {
  it('is told once, whatever zeros are before its number, and not when it is the same', async () => {
    await statement('posted', [{ number: '007' }, { number: '8', key: 'same' }, { number: '9', sum: 5 }]);
    const id = await statement('waiting', [
      { number: '7' },
      { number: '8', key: 'same' },
      { number: '9', sum: 6 },
      { number: '7', party: '40702810900000000001' },
    ]);
    expect(await repeatedIn(id)).toEqual(['7']);
  });

  it('is found among fifteen thousand of one number and sum as fast as among others', async () => {
    await statement('posted', [{}]);
    // What an hour's statistics say of a table that was small.
    await sql`analyze bank_lines`.execute(api.db);
    await statement('posted', [], 15_000);
    const id = await statement('waiting', [], 15_000);
    const began = performance.now();
    expect(await repeatedIn(id)).toEqual(['0']);
    expect(performance.now() - began).toBeLessThan(15_000);
  }, 60_000);
});
