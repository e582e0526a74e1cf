import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildScene, buildUser, type Scene } from '../../support/factories';
import { orderOf } from '../../support/order-body';
import { confirmPath, lastCode } from '../../support/outbox';
import { buildProduct } from '../../support/products';
import { type TestApp, testApp, type Wire } from '../../support/server';

/** What shop fronts of the dialect are told when something is refused, on an installation that nobody has set up. */
let api: TestApp;
let scene: Scene;
const others = { accept: 'application/json' };
const phone = '+79001234567';

beforeAll(async () => {
  api = await testApp({ sbpSecret: undefined });
  scene = await buildScene(api.db);
});
afterAll(() => api.close());

const post = (path: string, body: object, user: { id: number } | null = null, headers = others) =>
  api.request<Wire & Record<string, unknown>>(user, 'POST', path, body, headers);

describe('the fields of a refusal', () => {
  const wrong = { name: 'Пётр', email: 'petr', password: 'Snegir2026' };

  it.each([
    ['the language of the query', '?language=en', {}, {}, 'typo in the e-mail'],
    ['the language of the body', '', { language: 'en' }, {}, 'typo in the e-mail'],
    ['the language of the browser', '', {}, { 'accept-language': 'en-GB,en;q=0.9' }, 'typo in the e-mail'],
    ['Russian otherwise', '', {}, {}, 'почт'],
  ])('stand bare, in words of %s', async (_of, query, more, headers, word) => {
    const { status, body } = await post(`register${query}`, { ...wrong, ...more }, null, {
      ...others,
      ...headers,
    });

    expect(status).toBe(422);
    const [text = ''] = body.email as string[];
    expect(text.toLowerCase()).toContain(word.toLowerCase());
    expect(body.errors).toEqual({ email: [text] });
    expect(body.message).toBe(text);
  });

  it('are keys for our own panel', async () => {
    const { body } = await api.request<Wire & { email?: unknown }>(null, 'POST', 'register', {
      ...wrong,
      accepts_personal_data: true,
      accepts_terms: true,
    });

    expect(body).toMatchObject({ message: 'VALIDATION_FAILED', errors: { email: ['error-email-format'] } });
    expect(body.email).toBeUndefined();
  });

  it('never take the place of the message', async () => {
    const { status, body } = await post('contact-us', {
      subject: 'Вопрос',
      name: 'Пётр',
      email: 'p@test.ru',
    });

    expect(status).toBe(422);
    expect(body.message).toBeTypeOf('string');
  });
});

it('tells who registered what to do next, under the field, and signs in after it', async () => {
  const person = { name: 'Мария', email: 'maria@test.ru', password: 'Snegir2026', permission: 'customer' };
  const { status, body } = await post('register', person);

  expect([status, body.email]).toEqual([422, [expect.stringContaining('ссылку из письма')]]);
  expect((await api.request(null, 'GET', await confirmPath(api.db, person.email))).status).toBe(302);
  expect((await post('token', person)).body).toMatchObject({ token: expect.any(String) });
});

it('answers a wrong old password as the dialect does', async () => {
  const user = await buildUser(api.db, { role: 'customer', email: 'old@test.ru', password: 'Snegir2026' });
  const change = (oldPassword: string, newPassword = 'Klyukva678x') =>
    post('change-password', { oldPassword, newPassword }, user);

  expect(await change('Zimorodok1')).toMatchObject({
    status: 200,
    body: { message: 'OLD_PASSWORD_INCORRECT', success: false },
  });
  const weak = await change('Snegir2026', 'short');
  expect([weak.status, weak.body.newPassword]).toEqual([422, [expect.any(String)]]);
  expect((await change('Snegir2026')).body).toMatchObject({ success: true });
});

describe('codes by SMS', () => {
  it('are not told of, nor sent, without a gateway', async () => {
    const { body } = await api.request<Wire & { options: { useOtp: boolean } }>(
      ...([null, 'GET', 'settings', undefined, others] as const),
    );
    expect(body.options.useOtp).toBe(false);
    expect(await post('send-otp-code', { phone_number: phone })).toMatchObject({
      status: 200,
      body: { message: 'OTP_SEND_FAIL', success: false },
    });
    expect(await api.db.selectFrom('outbox').select('id').where('channel', '=', 'sms').execute()).toEqual([]);
  });

  it('stay as they were set when another client saves all options', async () => {
    const { body } = await api.request<Wire & { options: object }>(
      ...([null, 'GET', 'settings', undefined, others] as const),
    );
    const saved = await post('settings', { options: body.options }, scene.super_admin);
    expect(saved.status).toBe(200);
    const own = await api.request<Wire & { options: { useOtp: boolean } }>(null, 'GET', 'settings');
    expect(own.body.options.useOtp).toBe(true);
  });

  it('are told of and checked in answers where they arrive', async () => {
    const withSms = await testApp({ sms: { url: 'https://sms.test/send', key: 'k', from: 'TEST' } });
    try {
      const ask = (path: string, body: object) =>
        withSms.request<Wire & { id: string }>(null, 'POST', path, body, others);
      const settings = await withSms.request<Wire & { options: { useOtp: boolean } }>(
        ...([null, 'GET', 'settings', undefined, others] as const),
      );
      expect(settings.body.options.useOtp).toBe(true);
      const { body: sent } = await ask('send-otp-code', { phone_number: phone });
      expect(sent).toMatchObject({ success: true, phone_number: '+7 (900) 123-45-67' });
      const code = await lastCode(withSms.db, '+7 (900) 123-45-67', 'contact-code');
      const wrong = { otp_id: sent.id, code: code === '111111' ? '222222' : '111111', phone_number: phone };
      expect(await ask('verify-otp-code', wrong)).toMatchObject({
        status: 200,
        body: { message: 'OTP_VERIFICATION_FAILED', success: false },
      });
      expect(await ask('otp-login', wrong)).toMatchObject({ status: 200, body: { token: null } });
      expect(await ask('verify-otp-code', { ...wrong, code })).toMatchObject({ body: { success: true } });
    } finally {
      await withSms.close();
    }
  });
});

it('offers nothing online when nothing is connected, and refuses it in words', async () => {
  const { body } = await api.request<Wire & { options: object }>(
    ...([null, 'GET', 'settings', undefined, others] as const),
  );
  expect(body.options).toMatchObject({
    useEnableGateway: false,
    paymentGateway: [],
    defaultPaymentGateway: 'cash_on_delivery',
  });
  const { id } = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
  const order = orderOf([{ product_id: id, order_quantity: 1 }], { payment_gateway: 'STRIPE' });
  const refused = await post('orders', order, scene.customer);
  expect([refused.status, refused.body.payment_gateway]).toEqual([422, [expect.stringMatching(/[а-я]/)]]);
  expect(
    (await post('orders', { ...order, payment_gateway: 'cash_on_delivery' }, scene.customer)).status,
  ).toBe(201);
});
