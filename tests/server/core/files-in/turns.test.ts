import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTable } from '@/server/core/files-in/open-table';
import { fromHeadings, rateSheet } from '@/server/modules/catalogue/import/find-table';
import { readRegistry } from '@/server/modules/payments/reconciliation/registry/read-registry';
import { readStatement } from '@/server/modules/payments/reconciliation/statement/read-statement';
import { parseStatementTable } from '@/server/modules/payments/reconciliation/statement/table/parse-table';
import { rawBook } from '../../../bench/upload/books';
import { longestTurnOf } from './longest-turn';

/**
 * Spoilt files let others pass as often as good ones do. Before the reading was cut into turns, each of these held the
 * thread for 0.4 to 1.9 s of the processor on a quiet machine; now for less than 0.1 s.
 */
const most = 400;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gostiny-turns-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function stored(content: Buffer | string, name: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function readGoods(path: string): Promise<void> {
  const maxRows = { text: 100_001, workbook: 50_001 };
  const { rows } = await openTable(path, { rate: rateSheet, maxRows });
  for await (const _row of fromHeadings(rows));
}

const headings = 'Артикул;Название;Цена;Остаток;Описание;Группа;Единица';
const statement = `Дата операции;Номер документа;Дебет;Кредит;Контрагент;Назначение платежа\n`;
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const titles = `<row>${headings.split(';').map(cell).join('')}</row>`;
const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('');

const tables: Record<string, () => Buffer | string> = {
  'headings and empty rows': () => `${headings}\n${'\n'.repeat(60_000)}A-1;Кружка;1;1;;;`,
  'a quotation mark that swallows rows': () => `${headings}\n"a${'1;2;3;4;5;6;7\n'.repeat(260_000)}"`,
  'a row of cells in three quotation marks': () => `${headings}\n${'"""a""";'.repeat(400_000)}`,
  'rows of 16,384 cells': () =>
    `${many(16_384, (at) => `К${at};`)}\n${`${'1;'.repeat(16_383)}\n`.repeat(60)}`,
  'letters of no encoding': () => Buffer.alloc(3_000_000, Buffer.from([0xcf, 0xf0, 0xe8, 0x3b, 0xff, 0x0a])),
  'a sheet of rows with one far cell': () =>
    rawBook([titles + many(300, (at) => `<row r="${at + 2}"><c r="XFD${at + 2}"><v>1</v></c></row>`)]),
  'a sheet of empty rows': () => rawBook([titles + many(300_000, (at) => `<row r="${at + 2}"/>`)]),
};
const statements: Record<string, [format: '1c' | 'camt' | 'mt940', make: () => string]> = {
  'ends of line alone': ['1c', () => `1CClientBankExchange\n${'\r'.repeat(9_000_000)}`],
  'empty documents': ['1c', () => `1CClientBankExchange\n${'КонецДокумента\n'.repeat(300_000)}`],
  'a field of many rows': ['mt940', () => `:20:1\n:25:40702810900000012345\n:61:${'a\n'.repeat(3_000_000)}`],
  'an element of many attributes': [
    'camt',
    () =>
      `<Document><BkToCstmrStmt><Stmt><Ntry ${many(500_000, (at) => ` a${at}="1"`)}/></Stmt></BkToCstmrStmt></Document>`,
  ],
  'an entry of empty elements': [
    'camt',
    () =>
      `<Document><BkToCstmrStmt><Stmt><Ntry>${'<a/>'.repeat(2_400_000)}</Ntry></Stmt></BkToCstmrStmt></Document>`,
  ],
  'an entry of empty sums': [
    'camt',
    () =>
      `<Document><BkToCstmrStmt><Stmt><Ntry>${'<Amt/>'.repeat(1_600_000)}</Ntry></Stmt></BkToCstmrStmt></Document>`,
  ],
  'a batch of many payments': [
    'camt',
    () =>
      `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>1</IBAN></Id></Acct><Ntry><Amt>1</Amt><NtryDtls>${'<TxDtls><Amt>1</Amt></TxDtls>'.repeat(250_000)}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
  ],
};

/** What it ends with does not matter: a refusal is an answer, too. */
const quietly = (work: () => Promise<unknown>) => async () => {
  await work().catch(() => {});
};

describe('others pass while a file is read', () => {
  it.each(Object.keys(tables))('that is a table with %s', async (name) => {
    const path = stored(tables[name]?.() ?? '', 'table');
    await quietly(() => readGoods(stored(`${headings}\nA-1;Кружка;1;1;;;`, 'small.csv')))();
    const turns = {
      goods: await longestTurnOf(quietly(() => readGoods(path))),
      registry: await longestTurnOf(quietly(() => readRegistry(path))),
      statement: await longestTurnOf(quietly(() => parseStatementTable(path, { shapes: new Map() }))),
    };
    expect(Object.entries(turns).filter(([, ms]) => ms > most)).toEqual([]);
  });

  it('that is a statement as a table with empty rows', async () => {
    const path = stored(`${statement}${'\n'.repeat(60_000)}`, 'statement.csv');
    expect(await longestTurnOf(quietly(() => parseStatementTable(path, { shapes: new Map() })))).toBeLessThan(
      most,
    );
  });

  it.each(Object.keys(statements))('that is a statement with %s', async (name) => {
    const [format, make] = statements[name] ?? ['1c', () => ''];
    const content = Buffer.from(make());
    expect(await longestTurnOf(quietly(() => readStatement(content, format)))).toBeLessThan(most);
  });

  it('and is told when nobody else passes', async () => {
    expect(await longestTurnOf(busy)).toBeGreaterThan(most);
  });
});

/** Works for 0.5 s of the processor without a turn. */
async function busy(): Promise<void> {
  const used = () => process.threadCpuUsage().user + process.threadCpuUsage().system;
  const end = used() + 500_000;
  while (used() < end);
}
