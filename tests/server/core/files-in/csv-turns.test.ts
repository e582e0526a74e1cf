import { expect, it } from 'vitest';
import { readCsv, splitCell } from '@/server/core/documents/csv';
import { longestTurnOf } from './longest-turn';

/** The largest file of attributes, 5 MB, is read in turns with the requests of others. */
it('lets others pass while it is read, and reads every row', async () => {
  const values = Array.from({ length: 20 }, (_, at) => `Значение ${at}`).join(',');
  const lines = Array.from({ length: 9000 }, (_, at) => `Признак ${at},"${values}"`);
  const content = Buffer.from(['name,values', ...lines].join('\n'));
  let passed = 0;
  let isOver = false;
  const pass = () => {
    passed += 1;
    if (!isOver) setImmediate(pass);
  };
  setImmediate(pass);

  const rows = await readCsv(content, { field: 'csv', columns: ['name', 'values'], maxRows: 10_000 });
  isOver = true;

  expect([rows.length, rows[8999]?.cells.values]).toEqual([9000, values]);
  expect(passed).toBeGreaterThan(5);
});

it('takes a cell of megabytes for no list', () => {
  expect(splitCell('а,'.repeat(2_000_000))).toBeUndefined();
  expect(splitCell('а, б,"в, г"')).toEqual(['а', 'б', 'в, г']);
});

it.each([
  ['one row of millions of cells', `name,values\n${','.repeat(4_900_000)}`],
  ['millions of headings', `name${','.repeat(4_900_000)}`],
  ['millions of empty rows', `name,values\n${'\n'.repeat(1_000_000)}`],
])('lets others pass while it refuses %s', async (_what, text) => {
  const content = Buffer.from(text);
  let refusal: unknown;
  const ms = await longestTurnOf(async () => {
    refusal = await readCsv(content, { field: 'csv', columns: ['name', 'values'], maxRows: 10_000 }).catch(
      (error: unknown) => error,
    );
  });
  expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(ms).toBeLessThan(400);
});
