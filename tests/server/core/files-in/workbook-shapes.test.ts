import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openTable } from '@/server/core/files-in/open-table';
import { workbookShapes } from './workbook-shapes';

/** Workbooks as programs write them (docs/formats: spreadsheets). */
const folder = mkdtempSync(join(tmpdir(), 'shapes-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each(workbookShapes)('reads $name', async ({ book, cells, told }) => {
  const path = join(folder, 'book.xlsx');
  writeFileSync(path, book);
  const { rows } = await openTable(path, { maxRows: { text: 10, workbook: 10 } });
  const read: string[][] = [];
  const odd: unknown[] = [];
  for await (const row of rows) {
    read.push([row.cells[0] ?? '', row.cells[1] ?? '']);
    odd.push(...Object.values(row.odd ?? {}).filter((kind) => kind === 'error' || kind === 'no-value'));
  }

  expect(read).toEqual(cells);
  expect(odd.length > 0).toBe(told === true);
});
