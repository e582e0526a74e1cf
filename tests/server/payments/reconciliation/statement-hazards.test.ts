import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStatementTable } from '@/server/modules/payments/reconciliation/statement/read-statement';
import { inspectTable } from '@/server/modules/payments/reconciliation/statement/table/inspect-table';
import { account } from './files';

/** Tables that were made to keep the reader busy: each is read or refused in seconds of work, by both ways in. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gostiny-hazards-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const head = `Счёт ${account}\nДата;Номер;Списание;Поступление;Контрагент;ИНН контрагента;Назначение\n`;
const row = '27.11.2026;1;;1,00;ООО Раз;7736050003;Оплата';
const long = (sign: string) => sign.repeat(99_000);
const filled = (sign: string) =>
  `${head}27.11.2026;1;;1,00;${long(sign)};;${long(sign)}\nИсходящий остаток ${long(sign)};1;1`;
const wide = (rows: number) => {
  const cells = Array.from({ length: 16_384 }, (_, at) => `Дата ${at}`).join(';');
  return `${Array.from({ length: rows }, () => cells).join('\n')}\n`;
};
const mostSeconds = 10;

/** What the reader says, within the seconds of work that it may take. */
async function readBoth(content: string) {
  const path = join(folder, 'bank.csv');
  await writeFile(path, content);
  const began = process.cpuUsage();
  const said = async (read: () => Promise<unknown>) => {
    try {
      return await read();
    } catch (error) {
      return error;
    }
  };
  const read = await said(() => readStatementTable(path, { shapes: new Map() }));
  const inspected = await said(() => inspectTable(path, new Map()));
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1_000_000).toBeLessThan(mostSeconds);
  return { read, inspected };
}

describe('a table of a bank with', () => {
  it.each([
    ['thirty thousand empty lines', `${head}${'\n'.repeat(30_000)}${row}`],
    ['thirty thousand lines of empty cells', `${head}${';;;;;;\n'.repeat(30_000)}${row}`],
    ['titles of 16,384 columns', `${wide(20)}${head}${row}`],
  ])('%s is read', async (_title, content) => {
    const { read, inspected } = await readBoth(content);
    expect(read).toMatchObject({ lines: [{ amount: 100, number: '1' }] });
    expect(inspected).toMatchObject({ table: { columns: { 0: 'day' } } });
  });

  it.each([' ', ':', '0', '.', '«', '-', '/', '(', '\u00a0', 'И'])(
    'a hundred kilobytes of «%s» in a cell is read or refused',
    async (sign) => {
      const { read } = await readBoth(filled(sign));
      expect(read).toBeDefined();
      // Refused as a whole, or with the line and what was expected.
      if (read instanceof Error)
        expect([read]).toContainEqual(
          'problem' in read
            ? expect.objectContaining({ problem: 'field', expected: expect.any(String) })
            : expect.objectContaining({ code: 'VALIDATION_FAILED' }),
        );
    },
  );

  it('more than 16,384 columns is refused', async () => {
    const { read, inspected } = await readBoth(`${'a;'.repeat(16_384)}b\n${head}${row}`);
    for (const said of [read, inspected])
      expect(said).toHaveProperty('fields', { file: ['error-import-columns'] });
  });
});
