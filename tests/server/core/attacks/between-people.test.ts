import { describe, expect, it } from 'vitest';
import { hashPassword } from '@/server/modules/accounts/sign-in/passwords';
import { endpointsOf } from '../../../support/endpoints';
import { buildOrder } from '../../../support/orders';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import { buildMember } from '../../../support/team';

/** What one person gets and another must not: caches, hosts, cookies, looks alike, rights that end meanwhile. */
const { api, scene } = setUpScene();

describe('an answer', () => {
  it('is kept by no shared cache, at any address that is read', async () => {
    const wrong: string[] = [];
    for (const { path } of endpointsOf(api.app).filter(
      (one) => one.method === 'GET' && one.path !== 'live',
    )) {
      const at = path.replace(/:\w+/g, '1').replace('*', 'x');
      const { headers, status } = await api.request(scene.super_admin, 'GET', at);
      const cache = String(headers['cache-control'] ?? '');
      const isPublic = /\bpublic\b/.test(cache) && !path.startsWith('uploads');
      const isKept = status === 200 && cache !== '' && !/no-store|private|no-cache/.test(cache);
      if (isPublic || isKept || headers.etag) wrong.push(`${path}: ${cache} ${String(headers.etag ?? '')}`);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('is the same whatever host a request names, in every link', async () => {
    const hosts = {
      host: 'evil.test',
      'x-forwarded-host': 'evil.test',
      forwarded: 'host=evil.test',
      'x-original-host': 'evil.test',
      'x-forwarded-proto': 'http',
      origin: 'https://evil.test',
      referer: 'https://evil.test/',
    };
    await api.request(null, 'POST', 'forget-password', { email: scene.customer.email }, hosts);
    await api.request(
      null,
      'POST',
      'register',
      {
        name: 'Яна',
        email: 'yana@test.ru',
        password: 'Ромашка9Полевая',
        accepts_terms: true,
        accepts_personal_data: true,
      },
      hosts,
    );
    await api.request(null, 'POST', 'subscribe-to-newsletter', { email: 'news@test.ru' }, hosts);
    await api.request(
      scene.store_owner,
      'POST',
      'staffs',
      { name: 'Яна', email: 'staff@test.ru', shop_id: scene.shop.id, scopes: ['orders'] },
      hosts,
    );
    const texts = (await api.db.selectFrom('outbox').select('body').execute()).map(({ body }) => body);
    expect(texts.length).toBeGreaterThanOrEqual(3);
    expect(texts.filter((text) => text.includes('evil'))).toEqual([]);
    for (const path of ['settings', 'products', 'shops', 'me', 'sign-in/links', 'export-order-url'])
      expect(
        JSON.stringify((await api.request(scene.super_admin, 'GET', path, undefined, hosts)).body),
      ).not.toContain('evil');
  });

  it('to a request with cookies alone is that of a guest, wherever something is written', async () => {
    const wrong: string[] = [];
    const { token } = (await api.request<{ token: string }>(null, 'POST', 'token', await passwordOf())).body;
    for (const { method, path } of endpointsOf(api.app).filter((one) => one.method !== 'GET')) {
      const at = path.replace(/:\w+/g, '1').replace('*', 'x');
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        const answer = await api.app.inject({
          method: method as 'POST',
          url: `/admin/rest/${at}`,
          headers: {
            'content-type': type,
            cookie: `AUTH_CRED=${encodeURIComponent(JSON.stringify({ token, permissions: ['super_admin'] }))}; AUTH_CRED=${token}; __Host-session_companion=x`,
            origin: 'https://evil.test',
          },
          payload: type === 'application/json' ? '{}' : 'a=b',
        });
        if (
          answer.statusCode < 300 &&
          !/logout|send-code|coupons\/verify|sign-in|passkey\/options|checkout|forget-password|contact-us|register|subscribe|unsubscribe|view|click/.test(
            path,
          )
        )
          wrong.push(`${method} ${path} ${type}: ${answer.statusCode}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 180_000);

  async function passwordOf() {
    await api.db
      .updateTable('users')
      .set({ password_hash: await hashPassword('Ромашка9Полевая') })
      .where('id', '=', scene.super_admin.id)
      .execute();
    return { email: scene.super_admin.email, password: 'Ромашка9Полевая' };
  }
});

describe('what looks alike', () => {
  it.each([
    'ADMIN@TEST.RU',
    ' admin@test.ru ',
    'admin@test.ru\u0000',
    'admin@test.ru\u200b',
    'аdmin@test.ru',
    'admin@tеst.ru',
    'ａdmin@test.ru',
    'admin@TEST。ru',
    'admin@test.ru.',
    'admin+1@test.ru',
    '"admin"@test.ru',
    'admin@[127.0.0.1]',
    'ADMİN@test.ru',
    'admın@test.ru',
    'admin@test.ru,evil@test.ru',
    'admin@test.ru%0a',
  ])('the address %j opens nobody else’s account', async (email) => {
    await api.db
      .updateTable('users')
      .set({ email: 'admin@test.ru' })
      .where('id', '=', scene.super_admin.id)
      .execute();
    const { status } = await api.request(null, 'POST', 'forget-password', { email });
    const sent = await api.db.selectFrom('outbox').select('recipient').execute();
    const others = sent.filter(({ recipient }) => recipient !== 'admin@test.ru');
    expect([status < 500, others]).toEqual([true, []]);
  });

  it.each([
    'vesna',
    ' VESNA ',
    'VESNА',
    'ＶＥＳＮＡ',
    'VESNA\u200b',
    'VESNA\u0000',
    'VEſNA',
    '%56ESNA',
    "VESNA' or '1'='1",
    'VESN_',
    '%',
    'VES%',
  ])('the code %j is the coupon or none', async (code) => {
    await api.request(scene.super_admin, 'POST', 'coupons', {
      code: 'VESNA',
      type: 'fixed',
      amount: 100,
      active_from: '2026-03-01T00:00:00.000Z',
      expire_at: '2026-03-31T20:59:59.000Z',
    });
    const { status, body } = await api.request<{ is_valid?: boolean }>(
      scene.customer,
      'POST',
      'coupons/verify',
      { code, sub_total: 1000 },
    );
    expect(status).toBeLessThan(500);
    // Lower case, spaces around, and what Unicode writes in upper case as these letters.
    const isCode = ['VESNA'].includes(code.trim().toUpperCase());
    expect(body.is_valid === true).toBe(isCode);
  });
});

describe('a right that ends meanwhile', () => {
  it('ends with the next request of the same session, in each area', async () => {
    const clerk = await buildMember(api.db, {
      orders: 'write',
      catalogue: 'write',
      customers: 'write',
      finance: 'write',
      promotions: 'decide',
    });
    const product = await buildProduct(api.db, { shop: scene.shop });
    const order = await buildOrder(api, { lines: [{ shop: scene.shop, product }], customer: scene.customer });
    const paths = [
      'orders',
      `orders/${order.id}`,
      'users',
      `users/${scene.customer.id}`,
      'ledger',
      'withdraws',
      'orders/export',
      'coupons/export',
      'activity',
      'payments',
    ];
    const before = await Promise.all(paths.map((path) => api.request(clerk, 'GET', path)));
    expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
    const none = await buildMember(api.db, { content: 'read' });
    const { role_id } = await api.db
      .selectFrom('users')
      .select('role_id')
      .where('id', '=', none.id)
      .executeTakeFirstOrThrow();
    await api.db.updateTable('users').set({ role_id }).where('id', '=', clerk.id).execute();
    for (const path of [
      'users',
      `users/${scene.customer.id}`,
      'ledger',
      'orders/export',
      'activity',
      'payments',
    ])
      expect([path, (await api.request(clerk, 'GET', path)).status]).toEqual([path, 403]);
    const list = await api.request(clerk, 'GET', 'orders');
    expect([list.status === 403 || list.body.total === 0, JSON.stringify(list.body).includes('900')]).toEqual(
      [true, false],
    );
  });

  it('of staff ends for what was prepared: reports, links of papers, imports and exports', async () => {
    const link = await api.request<string>(scene.staff, 'POST', 'export-order-url', {
      shop_id: scene.shop.id,
    });
    const report = await api.request(scene.staff, 'POST', 'saved-reports', {
      name: 'Заказы',
      family: 'orders',
      shop_id: scene.shop.id,
      list: {
        query: {},
        columns: ['tracking_number'],
        address: `/${scene.shop.slug}/orders`,
        language: 'ru',
      },
      period: null,
      period_key: null,
      format: 'csv',
      schedule: null,
      hour: 9,
      receivers: [],
    });
    await api.request(scene.store_owner, 'DELETE', `staffs/${scene.member.id}`);
    const path = JSON.stringify(link.body).match(/rest\/(export-order\/token\/[\w-]+)/)?.[1];
    if (path) expect((await api.request(null, 'GET', path)).status).toBeGreaterThanOrEqual(403);
    if (report.status === 201)
      expect(
        (await api.request(scene.staff, 'POST', `saved-reports/${report.body.id}/run`, {})).status,
      ).toBeGreaterThanOrEqual(403);
    expect((await api.request(scene.staff, 'GET', `orders?shop_id=${scene.shop.id}`)).body.total ?? 0).toBe(
      0,
    );
  });
});
