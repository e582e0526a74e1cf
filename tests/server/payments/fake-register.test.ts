import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCashRegister } from '@/fakes/cash-register';
import type { Fake } from '@/fakes/core';

/** The stand-in cash register: the protocol of ATOL Online v5, and what goes wrong with it. */
interface Answer {
  uuid?: string;
  status?: string;
  external_id?: string;
  token?: string;
  error: { code: number; type: string } | null;
  payload?: { fiscal_document_number: number; total: number; marks_result?: { result: number }[] } | null;
}

let register: Fake;
let shop: Server;
let callbackUrl: string;
let token: string;
const callbacks: Answer[] = [];

beforeEach(async () => {
  callbacks.length = 0;
  shop = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      callbacks.push(JSON.parse(Buffer.concat(parts).toString('utf8')) as Answer);
      response.end();
    });
  });
  await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
  callbackUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
  register = await startCashRegister({
    ...{ group: 'main', login: 'demo', password: 'pass', inn: '7799123455' },
    now: new Date('2026-11-27T09:00:00Z'),
  });
  token = String((await send('getToken', { login: 'demo', pass: 'pass' })).token);
});
afterEach(async () => {
  await register.close();
  await new Promise((closed) => shop.close(closed));
});

async function send(path: string, body?: object): Promise<Answer & { http: number }> {
  const answer = await fetch(`${register.base}/possystem/v5/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json; charset=utf-8', token },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { ...((await answer.json()) as Answer), http: answer.status };
}

const item = {
  ...{ name: 'Чай', price: 100.5, quantity: 2, sum: 201, measure: 0, payment_method: 'full_prepayment' },
  ...{ payment_object: 1, vat: { type: 'vat122', sum: 36.25 } },
};
const markCode = Buffer.from('010460043993125621JgXJ5', 'utf8').toString('base64');
/** With the code of its package. */
const marked = {
  ...{ ...item, quantity: 1, sum: 100.5, payment_object: 33, vat: { type: 'vat122', sum: 18.12 } },
  ...{ mark_code: { gs1m: markCode }, mark_processing_mode: '0' },
};
const receipt = {
  client: { email: 'buyer@example.com' },
  company: { inn: '7799123455', sno: 'osn', payment_address: 'https://shop.ru', email: 'a@shop.ru' },
  items: [item],
  payments: [{ type: 1, sum: 201 }],
  total: 201,
};
const document = (external_id: string, more: object = {}) => ({
  ...{ external_id, timestamp: '27.11.2026 12:00:00', service: { callback_url: callbackUrl } },
  receipt: { ...receipt, ...more },
});
const plan = (command: object) => register.control({ do: 'receipts', ...command });
const sell = (id: string, more?: object) => send('main/sell', document(id, more));
const report = (uuid: string | undefined) => send(`main/report/${uuid}`);

describe('a receipt', () => {
  it('is registered, reported with its fiscal data, and called back', async () => {
    const { uuid, status } = await sell('r-1-1');
    expect(status).toBe('wait');

    expect(await report(uuid)).toMatchObject({
      ...{ status: 'done', external_id: 'r-1-1', error: null },
      payload: { total: 201, fiscal_document_number: 1001 },
    });
    await register.control({ do: 'delivered' });
    expect(callbacks).toMatchObject([{ uuid, status: 'done' }]);
  });

  it('is the same document for the same external id, and not sent anew while it waits', async () => {
    await plan({ waits: 1 });
    const { uuid } = await sell('r-1-1');
    expect(await sell('r-1-1')).toMatchObject({ http: 400, error: { code: 33 }, uuid });
    await report(uuid);
    await report(uuid);

    expect(await sell('r-1-1')).toMatchObject({ http: 200, uuid });
  });

  it('is not found, then waits, then is done', async () => {
    await plan({ unseen: 1, waits: 2 });
    const { uuid } = await sell('r-1-1');

    expect(await report(uuid)).toMatchObject({ http: 200, error: { code: 34 } });
    for (const status of ['wait', 'wait', 'done']) expect((await report(uuid)).status).toBe(status);
  });

  it.each([
    { code: 68, type: 'driver' },
    { code: 16, type: 'driver' },
    { code: 2004, type: 'agent' },
  ])('fails with %j', async (failure) => {
    await plan({ end: 'fail', ...failure });
    const { uuid } = await sell('r-1-1');

    expect(await report(uuid)).toMatchObject({ status: 'fail', error: failure, payload: null });
  });

  it('that waits too long in the queue fails by its clock', async () => {
    await plan({ waits: 99 });
    const { uuid } = await sell('r-1-1');
    await register.control({ do: 'move', ms: 300_000 });

    expect(await report(uuid)).toMatchObject({ status: 'fail', error: { code: -1, type: 'timeout' } });
  });

  it('is done without a callback, or calls back twice', async () => {
    await plan({ callback: 'none' });
    await sell('r-1-1');
    await plan({ callback: 'twice' });
    await sell('r-2-1');
    await register.control({ do: 'delivered' });

    expect(callbacks.map(({ external_id }) => external_id)).toEqual(['r-2-1', 'r-2-1']);
  });

  it('with a mark says what became of it', async () => {
    await plan({ mark: 5 });
    const { uuid } = await sell('r-1-1', {
      items: [marked],
      ...{ payments: [{ type: 1, sum: 100.5 }], total: 100.5 },
    });

    expect((await report(uuid)).payload?.marks_result).toMatchObject([{ result: 5 }]);
  });

  it('of a return or a correction is registered, too', async () => {
    const { receipt: content, ...root } = document('c-1');
    const correction = { ...content, correction_info: { type: 'self', base_date: '26.11.2026' } };

    expect((await send('main/sell_refund', document('f-1'))).http).toBe(200);
    expect((await send('main/sell_correction', { ...root, correction })).http).toBe(200);
    expect(
      (await send('main/sell_correction', { ...root, external_id: 'c-2', correction: content })).http,
    ).toBe(400);
  });

  it.each([
    { client: {} },
    { items: [] },
    { total: 202 },
    { payments: [{ type: 1, sum: 200.99 }] },
    { items: [{ ...item, sum: 210 }] },
    { items: [{ ...item, payment_method: 'later' }] },
    { items: [{ ...item, agent_info: { type: 'commission_agent' } }] },
    { items: [{ ...item, agent_info: { type: 'another' }, supplier_info: { inn: '7799123456' } }] },
    { items: [{ ...item, vat: { type: 'vat22', sum: 36.25 } }] },
    { items: [{ ...item, vat: { type: 'vat122', sum: 36.2 } }] },
    { items: [{ ...item, name: 'x'.repeat(129) }] },
    { items: [{ ...item, payment_object: 33 }] },
    { items: [{ ...marked, mark_processing_mode: undefined }] },
    { items: [{ ...item, payment_method: 'advance' }] },
    { items: [{ ...item, color: 'red' }] },
    { payments: [{ type: 2, sum: 201 }] },
    { client: { email: `${'x'.repeat(60)}@mail.ru` } },
    {
      company: {
        ...{ inn: '7799123455', sno: 'npd', payment_address: 'https://shop.ru', email: 'a@shop.ru' },
      },
    },
  ])('with %j is refused as a wrong document', async (more) => {
    expect(await sell('r-1-1', more)).toMatchObject({ http: 400, error: { code: 32 } });
  });

  it('of another company is refused', async () => {
    const company = { ...receipt.company, inn: '7707083893' };

    expect(await sell('r-1-1', { company })).toMatchObject({ error: { code: 2003 } });
  });

  it('needs a token of the last 24 hours, and the group', async () => {
    expect((await send('other/sell', document('r-1'))).error?.code).toBe(20);
    await register.control({ do: 'move', ms: 86_400_000 });

    expect(await sell('r-1-1')).toMatchObject({ http: 401, error: { code: 11 } });
    expect(await send('getToken', { login: 'demo', pass: 'wrong' })).toMatchObject({ error: { code: 12 } });
  });
});
