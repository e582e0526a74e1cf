import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ImportError, ImportOptions, ProductImport } from '@/contract/catalogue/products/imports';
import type { Network } from '@/server/integrations/outgoing/outgoing';
import { workOn } from '@/server/modules/catalogue/import/worker';
import { sendFile, settled, workerDeps } from '../../../support/import-files';
import { buildGroup, buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** Import of products. */
const { api, scene } = setUpScene();

type User = { id: number } | null;

const heading = 'Артикул;Название;Группа;Цена;Остаток;Единица;Статус';
const lines = (...rows: string[]) => [heading, ...rows].join('\n');

function upload(
  content: string | Buffer,
  user: User = scene.store_owner,
  name = 'товары.csv',
  shop = scene.shop,
) {
  return sendFile<ProductImport & Wire>(
    api,
    user,
    'product-imports',
    { name, content },
    { shop_id: String(shop.id) },
  );
}

async function group() {
  return buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
}

/** Uploads a file and processes it: `check` or `run`. */
async function imported(
  content: string | Buffer,
  kind: 'check' | 'run',
  options: Partial<ImportOptions> = {},
  user: User = scene.store_owner,
): Promise<ProductImport> {
  const { status, body } = await upload(content, user);
  expect([status, body.errors]).toEqual([201, undefined]);
  if (Object.keys(options).length > 0) {
    const changed = await api.request(user, 'PATCH', `product-imports/${body.id}`, { options });
    expect(changed.status).toBe(200);
  }
  const started = await api.request(user, 'POST', `product-imports/${body.id}/${kind}`);
  expect(started.status).toBe(200);
  return settled(api, user, body.id);
}

function products(shop = scene.shop) {
  return api.db.selectFrom('products').selectAll().where('shop_id', '=', shop.id).orderBy('id').execute();
}

async function errorsOf(id: number, user: User = scene.store_owner) {
  const { body } = await api.request<{ data: ImportError[]; total: number }>(
    user,
    'GET',
    `product-imports/${id}/errors?limit=100`,
  );
  return body.data.map(({ line, errors }) => [line, errors]);
}

describe('POST product-imports', () => {
  it.each([
    ['a guest', null, 401],
    ['a customer', 'customer', 403],
    ['another owner', 'otherOwner', 404],
    ['another shop’s staff', 'otherStaff', 404],
    ['the owner', 'store_owner', 201],
    ['the staff', 'staff', 201],
    ['an administrator', 'super_admin', 201],
  ] as const)('answers %s correctly', async (_who, person, expected) => {
    const { status } = await upload(
      lines('A-1;Кружка;Посуда;100;1;шт.;draft'),
      person ? scene[person] : null,
    );

    expect(status).toBe(expected);
  });

  it('reads the headings, guesses their fields and shows the first rows', async () => {
    const { body } = await upload(
      lines('A-1;Кружка;Посуда;1 200,50;1;шт.;draft', 'A-2;Блюдце;Посуда;90;2;шт.;draft'),
    );

    expect(body).toMatchObject({
      shop_id: scene.shop.id,
      file_name: 'товары.csv',
      status: 'uploaded',
      total: 2,
      headings: heading.split(';'),
      mapping: { 0: 'sku', 1: 'name', 2: 'type', 3: 'price', 4: 'quantity', 5: 'unit', 6: 'status' },
      options: { mode: 'rows', match: 'sku', existing: 'update', fresh: 'create' },
    });
    expect(body.samples[0]).toEqual(['A-1', 'Кружка', 'Посуда', '1 200,50', '1', 'шт.', 'draft']);
  });

  it.each([
    [
      'windows-1251 with semicolons',
      Buffer.from('c0f0f2e8eaf3eb3bd6e5ede00a413b31', 'hex'),
      ['Артикул', 'Цена'],
    ],
    ['encoding 866 of DOS', Buffer.from('80e0e2a8aae3ab3b96a5ada00a413b31', 'hex'), ['Артикул', 'Цена']],
    ['UTF-8 with a mark and commas', Buffer.from('\ufeffАртикул,Цена\nA,1'), ['Артикул', 'Цена']],
    ['tabs', Buffer.from('Артикул\tЦена\nA\t1'), ['Артикул', 'Цена']],
    [
      'UTF-16, as Excel writes Unicode text',
      Buffer.from('\ufeffАртикул\tЦена\nA\t1', 'utf16le'),
      ['Артикул', 'Цена'],
    ],
    ['a separator within quotes', Buffer.from('"Артикул, номер";Цена\nA;1'), ['Артикул, номер', 'Цена']],
  ])('understands %s', async (_what, content, headings) => {
    const { body } = await upload(content);

    expect([body.headings, body.samples, body.mapping]).toEqual([
      headings,
      [['A', '1']],
      { 0: 'sku', 1: 'price' },
    ]);
  });

  it.each([
    ['nothing', '', 'error-import-empty'],
    ['headings alone', heading, 'error-import-empty'],
    [
      'a broken workbook of old Excel',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]),
      'error-import-old-excel',
    ],
    ['a ZIP that is no workbook', Buffer.from('PK\x03\x04 and so on'), 'error-import-broken'],
    ['an open quote', 'Артикул;Цена\n"A;1', 'error-import-quote'],
  ])('refuses %s and stores nothing', async (_what, content, error) => {
    const { status, body } = await upload(content);

    expect([status, body.errors]).toEqual([422, { csv: [error] }]);
    expect(await api.db.selectFrom('product_imports').select('id').execute()).toEqual([]);
  });

  it('reuses the mapping that was chosen the last time for a file of the same headings', async () => {
    const { body: first } = await upload('Артикул;Нечто\nA;1');
    await api.request(scene.store_owner, 'PATCH', `product-imports/${first.id}`, {
      mapping: { 0: 'barcode', 1: 'price' },
    });

    const { body } = await upload('Артикул;Нечто\nB;2');
    const { body: other } = await upload('Нечто;Артикул;Название\n1;A;Кружка');

    expect(body.mapping).toEqual({ 0: 'barcode', 1: 'price' });
    expect(other.mapping).toEqual({ 1: 'sku', 2: 'name' });
  });
});

describe('an import of another shop', () => {
  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['POST', '/check'],
    ['POST', '/run'],
    ['POST', '/cancel'],
    ['GET', '/errors'],
    ['GET', '/rejected.csv'],
    ['GET', '/rejected.xlsx'],
  ] as const)('is not found: %s %s', async (method, path) => {
    const { body } = await upload(lines('A-1;Кружка;Посуда;100;1;шт.;draft'));

    for (const stranger of [scene.otherOwner, scene.otherStaff]) {
      expect((await api.request(stranger, method, `product-imports/${body.id}${path}`)).status).toBe(404);
    }
    expect((await api.request(null, method, `product-imports/${body.id}${path}`)).status).toBe(401);
    expect((await api.request(scene.customer, method, `product-imports/${body.id}${path}`)).status).toBe(403);
  });

  it('is not listed, and its pictures cannot be added to', async () => {
    const { body } = await upload(lines('A-1;Кружка;Посуда;100;1;шт.;draft'));

    const list = await api.request(scene.otherOwner, 'GET', `product-imports?shop_id=${scene.shop.id}`);
    const pictures = await sendFile(api, scene.otherOwner, `product-imports/${body.id}/pictures`, {
      name: 'a.zip',
      content: 'x',
    });
    expect([list.status, pictures.status]).toEqual([404, 404]);
    const own = await api.request(scene.store_owner, 'GET', `product-imports?shop_id=${scene.shop.id}`);
    expect(own.body.data.map(({ id }) => id)).toEqual([body.id]);
  });
});

describe('PATCH product-imports', () => {
  it.each([
    ['an unknown field', { mapping: { 0: 'shop_id' } }, 'mapping'],
    ['a column that is not there', { mapping: { 99: 'sku' } }, 'mapping'],
    ['a field twice', { mapping: { 0: 'sku', 1: 'sku' } }, 'mapping'],
    ['an unknown choice', { options: { mode: 'half' } }, 'options'],
  ])('refuses %s', async (_what, change, field) => {
    const { body } = await upload(lines('A-1;Кружка;Посуда;100;1;шт.;draft'));

    const answer = await api.request(scene.store_owner, 'PATCH', `product-imports/${body.id}`, change);
    expect([answer.status, answer.body.errors]).toEqual([422, { [field]: ['error-wrong-value'] }]);
  });
});

describe('a check', () => {
  it('counts and reports errors by cell, and writes nothing', async () => {
    await group();
    await buildProduct(api.db, { shop: scene.shop, sku: 'OLD', name: 'Старый' });

    const done = await imported(
      lines(
        'A-1;Кружка;Посуда;100;1;шт.;draft',
        'OLD;Новое имя;Посуда;50;3;шт.;',
        'A-2;;Посуда;дорого;1;шт.;draft',
        'A-1;Двойник;Посуда;100;1;шт.;draft',
        'A-3;Чашка;Нет такой;100;-1;шт.;кое-как',
      ),
      'check',
    );

    expect(done).toMatchObject({
      status: 'checked',
      total: 5,
      passed: 5,
      created: 1,
      updated: 1,
      rejected: 3,
    });
    expect(await errorsOf(done.id)).toEqual([
      [4, { 1: 'error-name-required', 3: 'error-number-format' }],
      [5, { 0: 'error-import-repeated' }],
      [6, { 2: 'error-import-unknown', 6: 'error-wrong-value' }],
    ]);
    expect((await products()).map(({ name }) => name)).toEqual(['Старый']);
  });

  it('accepts 5,000 rows with 37 wrong ones, and then imports the others', async () => {
    await group();
    const rows = Array.from(
      { length: 5000 },
      (_, n) => `S-${n};Товар ${n};Посуда;${n % 135 === 7 ? 'x' : n + 1};1;шт.;draft`,
    );
    const wrong = rows.filter((row) => row.includes(';x;')).length;

    const checked = await imported(lines(...rows), 'check');

    expect([wrong, checked.created, checked.rejected, (await products()).length]).toEqual([37, 4963, 37, 0]);
    await api.request(scene.store_owner, 'POST', `product-imports/${checked.id}/run`);
    const done = await settled(api, scene.store_owner, checked.id);
    expect(done).toMatchObject({ status: 'done', created: 4963, updated: 0, rejected: 37, passed: 5000 });
    const stored = await products();
    expect(stored).toHaveLength(4963);
    expect(stored[10]).toMatchObject({
      name: 'Товар 11',
      price: 12,
      min_price: 12,
      sku: 'S-11',
      slug: 'tovar-11',
    });
  }, 240_000);
});

describe('a run', () => {
  it('creates and updates, with stock journal and audit entries', async () => {
    await group();
    const old = await buildProduct(api.db, { shop: scene.shop, sku: 'OLD', name: 'Старый', price: 1000 });

    const done = await imported(lines('A-1;Кружка;Посуда;1 200,50;7;шт.;Опубликован', 'OLD;;;900;;;'), 'run');

    expect(done).toMatchObject({ status: 'done', created: 1, updated: 1, rejected: 0 });
    const [first, second] = await products();
    expect(first).toMatchObject({
      id: old.id,
      name: 'Старый',
      price: 900,
      max_price: 900,
      quantity: 10,
      version: 2,
    });
    expect(second).toMatchObject({
      name: 'Кружка',
      price: 1200.5,
      quantity: 7,
      status: 'publish',
      slug: 'kruzhka',
    });
    const moved = await api.db
      .selectFrom('stock_movements')
      .selectAll()
      .where('product_id', '=', second?.id ?? 0)
      .execute();
    expect(moved).toMatchObject([
      {
        kind: 'import',
        change: 7,
        quantity: 7,
        family: 'product_imports',
        row_id: done.id,
        user_id: scene.store_owner.id,
      },
    ]);
    const audit = await api.db
      .selectFrom('audit_log')
      .selectAll()
      .where('family', '=', 'products')
      .orderBy('row_id')
      .execute();
    expect(audit.map(({ row_id, action, user_id }) => [row_id, action, user_id])).toEqual([
      [old.id, 'update', scene.store_owner.id],
      [second?.id, 'create', scene.store_owner.id],
    ]);
    expect(audit[0]?.changes).toEqual({ price: [1000, 900] });
  });

  it('skips unchanged rows, keeps fields of empty cells, and clears by a dash', async () => {
    await group();
    const content =
      'sku;name;type;price;sale_price;quantity;unit;barcode\nA-1;Кружка;posuda;100;90;5;шт.;4006381333931';
    await imported(content, 'run');
    const [before] = await products();

    const again = await imported(content, 'run');
    const cleared = await imported('sku;name;sale_price;barcode\nA-1;;-;-', 'run');

    expect([again.created, again.updated, again.rejected, cleared.updated]).toEqual([0, 0, 0, 1]);
    const [after] = await products();
    expect(after).toMatchObject({ name: 'Кружка', price: 100, sale_price: null, barcode: null, quantity: 5 });
    expect(after?.version).toBe((before?.version ?? 0) + 1);
  });

  it('updates or skips existing and new products as chosen', async () => {
    await group();
    await buildProduct(api.db, { shop: scene.shop, sku: 'OLD', price: 10 });
    const content = lines('OLD;;;20;;;', 'NEW;Новый;Посуда;30;1;шт.;draft');

    const noNew = await imported(content, 'run', { fresh: 'skip' });
    const noOld = await imported(content, 'run', { existing: 'skip' });

    expect([noNew.created, noNew.updated, noOld.created, noOld.updated]).toEqual([0, 1, 1, 0]);
    expect((await products()).map(({ sku, price }) => [sku, price])).toEqual([
      ['OLD', 20],
      ['NEW', 30],
    ]);
  });

  it('matches by slug, but never in another shop', async () => {
    await group();
    const own = await buildProduct(api.db, { shop: scene.shop, sku: 'X', price: 10 });
    const other = await buildProduct(api.db, { shop: scene.otherShop, sku: 'Y', price: 10 });

    const done = await imported(
      `slug;name;type;price;unit;sku\n${own.slug};;;11;;\n${other.slug};Чужой;posuda;12;шт.;\nmoy;Мой;posuda;13;шт.;Y`,
      'run',
      { match: 'slug' },
    );

    expect([done.created, done.updated, done.rejected]).toEqual([1, 1, 1]);
    expect(await errorsOf(done.id)).toEqual([[3, { 0: 'error-taken' }]]);
    expect((await products()).map(({ slug, price }) => [slug, price])).toEqual([
      [own.slug, 11],
      ['moy', 13],
    ]);
    expect((await products(scene.otherShop)).map(({ price }) => price)).toEqual([10]);
  });

  it('that is all or nothing leaves nothing when one row is wrong', async () => {
    await group();
    const rows = Array.from(
      { length: 600 },
      (_, n) => `S-${n};Товар ${n};Посуда;${n === 599 ? 'x' : 1};1;шт.;draft`,
    );

    const done = await imported(lines(...rows), 'run', { mode: 'atomic' });

    expect(done).toMatchObject({ status: 'failed', failure: 'VALIDATION_FAILED', rejected: 1, created: 0 });
    expect(await products()).toEqual([]);
    expect(await errorsOf(done.id)).toEqual([[601, { 3: 'error-number-format' }]]);
  });

  it('that is all or nothing rolls back when a row turns out to be wrong at the end', async () => {
    await group();
    const rows = Array.from({ length: 600 }, (_, n) => `S-${n};Товар ${n};Посуда;1;1;шт.;draft`);
    const { body } = await upload(lines(...rows));
    await api.request(scene.store_owner, 'PATCH', `product-imports/${body.id}`, {
      options: { mode: 'atomic' },
    });
    await api.request(scene.store_owner, 'POST', `product-imports/${body.id}/check`);
    await settled(api, scene.store_owner, body.id);
    await buildProduct(api.db, { shop: scene.shop, sku: 'taken' });
    await sql`update product_import_rows set cells = jsonb_set(cells, '{3}', '"x"') where line = 601`.execute(
      api.db,
    );

    await api.request(scene.store_owner, 'POST', `product-imports/${body.id}/run`);
    const done = await settled(api, scene.store_owner, body.id);

    expect(done).toMatchObject({ status: 'failed', failure: 'VALIDATION_FAILED', rejected: 1 });
    expect(await products()).toHaveLength(1);
  });

  it('cannot be started twice, nor while it runs', async () => {
    await group();
    const done = await imported(lines('A-1;Кружка;Посуда;100;1;шт.;draft'), 'run');

    for (const path of ['check', 'run', 'cancel']) {
      expect(
        (await api.request(scene.store_owner, 'POST', `product-imports/${done.id}/${path}`)).status,
      ).toBe(409);
    }
  });
});

describe('rights', () => {
  const vendorFile = () => lines('A-1;Кружка;Посуда;100;1;шт.;publish', 'LIVE;Другое имя;;200;;;');

  async function withReview() {
    await group();
    await api.db
      .insertInto('settings')
      .values({ options: JSON.stringify({ isProductReview: true }), version: 1 })
      .execute();
    return buildProduct(api.db, { shop: scene.shop, sku: 'LIVE', name: 'Живой', price: 100 });
  }

  it('a vendor’s products wait for an administrator while the setting is on', async () => {
    const live = await withReview();

    await imported(vendorFile(), 'run');

    const [old, made] = await products();
    expect(old).toMatchObject({ name: 'Живой', price: 200, status: 'publish' });
    expect(made?.status).toBe('under_review');
    const reviews = await api.db.selectFrom('product_reviews').selectAll().orderBy('product_id').execute();
    expect(reviews.map(({ product_id, values }) => [product_id, values])).toEqual([
      [live.id, { name: 'Другое имя' }],
      [made?.id, null],
    ]);
  });

  it('an administrator publishes immediately', async () => {
    await withReview();

    await imported(vendorFile(), 'run', {}, scene.super_admin);

    expect((await products()).map(({ name, status }) => [name, status])).toEqual([
      ['Другое имя', 'publish'],
      ['Кружка', 'publish'],
    ]);
  });

  it('are checked when it runs: a user who lost them imports nothing', async () => {
    await group();
    const { body } = await upload(lines('A-1;Кружка;Посуда;100;1;шт.;draft'), scene.staff);
    await api.db
      .updateTable('product_imports')
      .set({ status: 'running', user_id: scene.staff.id })
      .where('id', '=', body.id)
      .execute();
    await api.db
      .updateTable('users')
      .set({ shop_id: scene.otherShop.id })
      .where('id', '=', scene.staff.id)
      .execute();

    const done = await settled(api, scene.store_owner, body.id);

    expect(done).toMatchObject({ status: 'failed', failure: 'NOT_FOUND' });
    expect(await products()).toEqual([]);
  });
});

describe('workers', () => {
  const rows = () =>
    lines(...Array.from({ length: 700 }, (_, n) => `S-${n};Товар ${n};Посуда;1;1;шт.;draft`));

  it('continue what another one left unfinished, and do nothing twice', async () => {
    await group();
    const { body } = await upload(rows());
    await api.request(scene.store_owner, 'PATCH', `product-imports/${body.id}`, {});
    // A worker died after a batch: its rows are written, its lease has expired.
    const half = await imported(lines('S-0;Товар 0;Посуда;1;1;шт.;draft'), 'run');
    expect(half.created).toBe(1);
    await sql`update product_import_rows set state = 'created' where import_id = ${body.id} and line = 2`.execute(
      api.db,
    );
    await api.db
      .updateTable('product_imports')
      .set({
        status: 'running',
        worker: 'gone',
        alive_at: new Date(api.now().getTime() - 120_000),
        passed: 1,
        created: 1,
      })
      .where('id', '=', body.id)
      .execute();

    expect(await workOn(workerDeps(api))).toBe(true);

    expect(await settled(api, scene.store_owner, body.id)).toMatchObject({
      status: 'done',
      created: 700,
      passed: 700,
    });
    expect(await products()).toHaveLength(700);
    expect(await workOn(workerDeps(api))).toBe(false);
  });

  it('skip an import with an active lease', async () => {
    await group();
    const { body } = await upload(rows());
    await api.db
      .updateTable('product_imports')
      .set({ status: 'running', worker: 'alive', alive_at: api.now() })
      .where('id', '=', body.id)
      .execute();

    expect(await workOn(workerDeps(api))).toBe(false);
  });

  it('concurrently: one claims it, and each row is written once', async () => {
    await group();
    const { body } = await upload(rows());
    await api.db
      .updateTable('product_imports')
      .set({ status: 'running' })
      .where('id', '=', body.id)
      .execute();

    const taken = await Promise.all([workOn(workerDeps(api)), workOn(workerDeps(api))]);

    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await products()).toHaveLength(700);
  });

  it('stops at a cancel and writes the rest when the import is started again', async () => {
    await group();
    // The second batch waits for its picture; the cancel arrives meanwhile.
    const pictures = Array.from({ length: 700 }, (_, n) => (n === 300 ? 'http://shop.example/a.png' : ''));
    const { body } = await upload(
      [
        `${heading};Картинка`,
        ...pictures.map((url, n) => `S-${n};Товар ${n};Посуда;1;1;шт.;draft;${url}`),
      ].join('\n'),
    );
    await api.db
      .updateTable('product_imports')
      .set({ status: 'running' })
      .where('id', '=', body.id)
      .execute();
    let status: unknown;
    const network: Network = {
      ports: [''],
      isPublic: () => false,
      resolve: async () => {
        const cancelled = await api.request(scene.store_owner, 'POST', `product-imports/${body.id}/cancel`);
        status = cancelled.body.status;
        return ['127.0.0.1'];
      },
    };
    await workOn({ ...workerDeps(api), network });

    expect(status).toBe('cancelled');
    expect(await products()).toHaveLength(250);
    await api.request(scene.store_owner, 'POST', `product-imports/${body.id}/run`);
    expect(await settled(api, scene.store_owner, body.id)).toMatchObject({ status: 'done', created: 700 });
    expect(await products()).toHaveLength(700);
  });
});

describe('rejected rows', () => {
  it('are returned as a file with escaped formulas that can be corrected and imported', async () => {
    await group();
    const done = await imported(
      lines('A-1;"=HYPERLINK(""http://x"")";Посуда;x;1;шт.;draft', 'A-2;Блюдце;Посуда;5;1;шт.;draft'),
      'run',
    );

    const { body, headers } = await api.request<string>(
      scene.store_owner,
      'GET',
      `product-imports/${done.id}/rejected.csv`,
    );

    const [head = '', row = ''] = body.replace('\ufeff', '').trim().split('\n');
    expect(headers['content-disposition']).toBe(`attachment; filename="rejected-${done.id}.csv"`);
    expect(head).toBe(`${heading};Ошибка`);
    expect(row).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(row).toContain('Цена: Здесь нужно число');
    const again = await imported(
      `${head}\n${row.replace(/"'=[^;]*;/, 'Кружка;').replace(';x;', ';7;')}`,
      'run',
    );
    expect([again.created, again.rejected]).toEqual([1, 0]);
  });
});
