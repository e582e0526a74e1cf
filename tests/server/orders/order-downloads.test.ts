import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildAttachment, buildUser } from '../../support/factories';
import { placedOrder } from '../../support/order-life';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** A file is available to its buyer once it is paid, and no longer after a refund. */
const { api, scene } = setUpScene();

let fileId: number;
let path: string;
let root: number;

interface Piece {
  purchase_key: string;
  can_download: boolean;
  tracking_number: string;
  file: { file_name: string };
}

const list = (person: { id: number } | null = scene.customer) =>
  api.request<{ data: Piece[]; total: number }>(person, 'GET', 'downloads');
const ask = (person: { id: number } | null = scene.customer, digital_file_id: unknown = fileId) =>
  api.request<string & { message: string }>(person, 'POST', 'downloads/digital_file', { digital_file_id });
const move = (order_status: string) =>
  api.request(scene.super_admin, 'PUT', `orders/${root}`, { order_status });
const fetchFile = (url: string) =>
  api.app.inject({ method: 'GET', url: url.replace('https://shop.test', '') });

async function buy(more: object = {}) {
  const product = await buildProduct(api.db, { shop: scene.shop });
  const order = await placedOrder(api, {
    customer: scene.customer,
    lines: [
      { shop: scene.shop, product, quantity: 2, more: { isDigital: true, digitalFileId: fileId } },
      { shop: scene.shop },
    ],
    ...more,
  });
  root = order.id;
  return order;
}

beforeEach(async () => {
  const attachment = await buildAttachment(api.db);
  fileId = attachment.id;
  path = join(api.dataDir, 'uploads', attachment.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'Книга');
  await buy();
});

describe('a bought file', () => {
  it('is unavailable before it is paid, then available to its buyer: one key for each piece', async () => {
    expect((await list()).body.data).toEqual([]);
    expect((await ask()).status).toBe(404);

    await move('order-completed');

    const { body } = await list();
    expect([body.total, body.data.map(({ can_download }) => can_download)]).toEqual([2, [true, true]]);
    expect(new Set(body.data.map(({ purchase_key }) => purchase_key)).size).toBe(2);
    expect(body.data[0]?.purchase_key).toHaveLength(16);
    const url = (await ask()).body;
    const answer = await fetchFile(url);
    expect([answer.statusCode, answer.body]).toEqual([200, 'Книга']);
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
  });

  it('is closed again after a refund', async () => {
    await move('order-completed');
    const url = (await ask()).body;
    const asked = await api.request(scene.customer, 'POST', 'refunds', { order_id: root });
    const approved = { status: 'approved', method: 'payment' };
    await api.request(scene.super_admin, 'PUT', `refunds/${asked.body.id}`, approved);

    expect((await ask()).status).toBe(403);
    expect((await fetchFile(url)).statusCode).toBe(403);
    expect((await list()).body.data.map(({ can_download }) => can_download)).toEqual([false, false]);
  });

  it('is closed with a paid order that is cancelled', async () => {
    await buy({ gateway: 'SBP', more: {} });
    const { tracking_number } = await api.db
      .selectFrom('orders')
      .select('tracking_number')
      .where('id', '=', root)
      .executeTakeFirstOrThrow();
    await api.request(scene.customer, 'GET', `payment-intent?tracking_number=${tracking_number}`);
    expect((await ask()).status).toBe(404);
    await api.db.updateTable('orders').set({ payment_status: 'payment-success' }).execute();
    await move('order-processing');
    await move('order-completed');
    expect((await ask()).status).toBe(200);
    await api.db.updateTable('orders').set({ order_status: 'order-cancelled' }).execute();

    expect((await ask()).status).toBe(403);
  });

  it('stays available when one of two pieces is refunded', async () => {
    await move('order-completed');
    await api.db
      .updateTable('order_lines')
      .set({ refunded_quantity: 1 })
      .where('digital_file_id', '=', fileId)
      .execute();

    expect((await list()).body.data.map(({ can_download }) => String(can_download)).sort()).toEqual([
      'false',
      'true',
    ]);
    expect((await ask()).status).toBe(200);
  });

  it('gets one key when its order is completed twice', async () => {
    await move('order-completed');
    await move('order-completed');

    expect((await list()).body.total).toBe(2);
  });
});

describe('a link to a file', () => {
  it('works once, and is not used up by a missing file', async () => {
    await move('order-completed');
    const url = (await ask()).body;
    rmSync(path);

    expect((await fetchFile(url)).statusCode).toBe(503);
    writeFileSync(path, 'Книга');
    const answers = await Promise.all([fetchFile(url), fetchFile(url), fetchFile(url)]);

    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 404, 404]);
    expect((await fetchFile(url)).statusCode).toBe(404);
  });

  it('expires after an hour, and no other works', async () => {
    await move('order-completed');
    const url = (await ask()).body;

    expect((await fetchFile(`${url}x`)).statusCode).toBe(404);
    expect((await fetchFile('/admin/rest/download_url/token/1-aaaaaaaaaaaaaaaa')).statusCode).toBe(404);
    api.setNow(new Date(api.now().getTime() + 61 * 60_000));
    expect((await fetchFile(url)).statusCode).toBe(404);
  });

  it('is available to the buyer only', async () => {
    await move('order-completed');
    const other = await buildUser(api.db);

    expect((await ask(null)).status).toBe(401);
    expect((await list(null)).status).toBe(401);
    expect((await ask(other)).status).toBe(404);
    expect((await ask(scene.super_admin)).status).toBe(404);
    expect((await list(other)).body.data).toEqual([]);
    expect((await ask(scene.customer, 'x')).status).toBe(422);
  });
});
