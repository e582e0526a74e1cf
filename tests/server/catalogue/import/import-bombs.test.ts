import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import iconv from 'iconv-lite';
import { afterAll, describe, expect, it } from 'vitest';
import { maxImportBytes } from '@/contract/catalogue/products/imports';
import { openTable } from '@/server/core/files-in/open-table';
import { splitPath } from '@/server/modules/catalogue/import/cells';
import { sendFile } from '../../../support/import-files';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';
import { signIn } from '../../../support/session';
import { zipOf } from '../../../support/zip';

/** Workbooks and archives made to exhaust memory or time: each is refused quickly, with its own message. */
const { api, scene } = setUpScene();
const folder = mkdtempSync(join(tmpdir(), 'gostiny-bombs-'));
afterAll(() => rmSync(folder, { recursive: true }));

function workbook(rows: string | Buffer, more: Record<string, string | Buffer> = {}): Buffer {
  const sheet = Buffer.concat([
    Buffer.from('<worksheet><sheetData>'),
    Buffer.from(rows),
    Buffer.from('</sheetData></worksheet>'),
  ]);
  const files = {
    'xl/workbook.xml': '<workbook xmlns:r="x"><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="sheet.xml"/></Relationships>',
    'xl/sheet.xml': sheet,
    ...more,
  };
  return zipOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));
}

const send = (content: Buffer) =>
  sendFile<Wire>(
    api,
    scene.store_owner,
    'product-imports',
    { name: 'a.xlsx', content },
    {
      shop_id: String(scene.shop.id),
    },
  );
const cell = (reference: string) => `<c r="${reference}" t="str"><v>x</v></c>`;
const heading = `<row r="1">${cell('A1')}</row>`;
const noise = (index: number) => `${(index * 2654435761) % 4294967296}`;

const bombs: [string, string, () => Buffer][] = [
  [
    'that unpacks to a thousand times its size',
    'error-import-unpacked',
    () => workbook(Buffer.alloc(50_000_000, ' ')),
  ],
  [
    'whose texts unpack to a thousand times their size',
    'error-import-unpacked',
    () => workbook(heading, { 'xl/sharedStrings.xml': Buffer.alloc(50_000_000, ' ') }),
  ],
  [
    'of ten million cells, all but a few left out',
    'error-import-cells',
    () =>
      workbook(
        Array.from({ length: 50_000 }, (_, row) => `<row r="${noise(row)}"><c r="GR1"/></row>`).join(''),
      ),
  ],
  [
    'of too many empty rows',
    'error-import-too-many',
    () => workbook(Array.from({ length: 1_100_000 }, (_, row) => `<row r="${noise(row)}"/>`).join('')),
  ],
  [
    'with a cell of several megabytes',
    'error-import-cell',
    () =>
      workbook(
        `<row><c t="str"><v>${Array.from({ length: 300_000 }, (_, at) => noise(at)).join('&lt;')}</v></c></row>`,
      ),
  ],
  [
    'with an entity that grows',
    'error-import-broken',
    () =>
      workbook(heading, {
        'xl/sheet.xml': `<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet><sheetData>${heading}<row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`,
      }),
  ],
  [
    'of too many entries',
    'error-import-unpacked',
    () => workbook(heading, Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`x/${at}`, '']))),
  ],
];

describe('a workbook', () => {
  it.each(bombs)('%s is refused with %s', async (_what, error, made) => {
    const content = made();
    expect(content.length).toBeLessThan(maxImportBytes);

    const { status, body } = await send(content);

    expect([status, body.errors]).toEqual([422, { csv: [error] }]);
    expect(await api.db.selectFrom('product_imports').select('id').execute()).toEqual([]);
    expect(await api.db.selectFrom('product_import_rows').select('line').limit(1).execute()).toEqual([]);
  });

  it('does not keep a valid file from being read afterwards', async () => {
    const { status } = await send(workbook(`${heading}<row r="2">${cell('A2')}</row>`));

    expect(status).toBe(201);
  });
});

describe('reading rows', () => {
  const maxRows = { text: 100_000, workbook: 50_000 };
  const fileOf = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const longRows = Array.from(
    { length: 40_000 },
    (_, row) => `<row><c t="str"><v>${noise(row)}</v></c></row>`,
  ).join('');
  const longFiles: [string, () => string][] = [
    ['a workbook', () => fileOf('a.xlsx', workbook(heading + longRows))],
    ['a CSV file', () => fileOf('a.csv', `sku\n${'x\n'.repeat(90_000)}`)],
  ];

  it.each(longFiles)('of %s stops at its time limit', async (_what, made) => {
    const reading = (async () => {
      const { rows } = await openTable(made(), { maxMs: 50, maxRows });
      for await (const row of rows) await sleep(row.cells.length);
    })();

    await expect(reading).rejects.toMatchObject({ fields: { csv: ['error-import-slow'] } });
  });

  it.each(longFiles)('of %s stops when the client has left', async (_what, made) => {
    const gone = new AbortController();
    const { rows } = await openTable(made(), { signal: gone.signal, maxRows });
    await rows.next();
    gone.abort(new Error('gone'));
    let count = 0;

    const reading = (async () => {
      for await (const row of rows) count += row.cells.length;
    })();

    await expect(reading).rejects.toThrow();
    expect(count).toBeLessThan(40_000);
  });
});

it('an import whose client disconnects stops and leaves nothing behind', async () => {
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const token = await signIn(api.db, scene.store_owner.id, api.now());
  const file = `sku;name\n${Array.from({ length: 99_000 }, (_, at) => `S-${at};${'Кружка '.repeat(8)}\n`).join('')}`;
  const part = (name: string, text: string, more = '') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
  const body = Buffer.from(
    `${part('shop_id', String(scene.shop.id))}${part('csv', file, '; filename="a.csv"')}--x--\r\n`,
  );
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(
    `POST /admin/rest/product-imports HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  const imports = () => api.db.selectFrom('product_imports').select(['id', 'status']).execute();
  while ((await imports()).length === 0) await sleep(5);

  socket.destroy();
  const began = performance.now();
  while ((await imports()).length > 0) {
    expect((await imports()).map(({ status }) => status)).not.toContain('uploaded');
    await sleep(20);
  }

  expect(performance.now() - began).toBeLessThan(5000);
  const incoming = join(api.dataDir, 'incoming');
  for (let tries = 0; tries < 100 && readdirSync(incoming).length > 0; tries += 1) await sleep(20);
  expect(existsSync(incoming) && readdirSync(incoming)).toEqual([]);
});

describe('an archive of pictures', () => {
  const sendZip = async (content: Buffer) => {
    const { body } = await send(workbook(`${heading}<row r="2">${cell('A2')}</row>`));
    return sendFile<Wire>(api, scene.store_owner, `product-imports/${body.id}/pictures`, {
      name: 'a.zip',
      content,
      field: 'zip',
    });
  };

  it.each([
    [
      'that unpacks to a thousand times its size',
      'error-import-zip-unpacked',
      { 'a.png': Buffer.alloc(9_000_000) },
    ],
    [
      'of too many entries',
      'error-import-zip-too-many',
      Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}.png`, Buffer.alloc(0)])),
    ],
  ])('%s is refused with %s', async (_what, error, files) => {
    const { status, body } = await sendZip(zipOf(files));

    expect([status, body.errors]).toEqual([422, { zip: [error] }]);
  });
});

describe('a cell of 100,000 characters', () => {
  it('is read as a path of categories at once', () => {
    const started = performance.now();
    const names = splitPath(`Дом${' '.repeat(100_000)}> Посуда / Кружки`);

    expect(names).toEqual(['Дом', 'Посуда', 'Кружки']);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('a file with a wrong name', () => {
  it.each([
    [
      'a web page',
      'товары.xlsx',
      '<!DOCTYPE html><table><tr><td>Артикул</td></tr></table>',
      'error-import-page',
    ],
    ['a web page with a mark', 'товары.csv', '\ufeff\n<html><body>', 'error-import-page'],
    [
      'an exchange file of 1С',
      'import.xml',
      iconv.encode('<?xml version="1.0" encoding="windows-1251"?><КоммерческаяИнформация/>', 'windows-1251'),
      'error-import-commerceml',
    ],
    [
      'an exchange file of 1С',
      'offers.xml',
      '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_2" ВерсияСхемы="2.10">',
      'error-import-commerceml',
    ],
    [
      'a feed',
      'yml.xml',
      '<?xml version="1.0"?><!DOCTYPE yml_catalog SYSTEM "shops.dtd"><yml_catalog>',
      'error-import-feed',
    ],
    ['text', 'товары.xlsx', 'Артикул;Цена\nA;1', 'error-import-no-workbook'],
    ['text', 'ТОВАРЫ.XLS', 'Артикул;Цена\nA;1', 'error-import-no-workbook'],
    [
      'a picture',
      'товары.xlsx',
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
      'error-import-foreign',
    ],
    ['a PDF', 'товары.csv', '%PDF-1.4\n1 0 obj', 'error-import-foreign'],
  ])('says that %s named %s is not what its name says', async (_what, name, content, error) => {
    const { status, body } = await sendFile<Wire>(
      api,
      scene.store_owner,
      'product-imports',
      { name, content },
      { shop_id: String(scene.shop.id) },
    );

    expect([status, body.errors]).toEqual([422, { csv: [error] }]);
    expect(await api.db.selectFrom('product_imports').select('id').execute()).toEqual([]);
  });
});
