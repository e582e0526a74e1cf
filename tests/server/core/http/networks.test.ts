import { readdirSync, readFileSync } from 'node:fs';
import { buildUser } from '@tests/support/factories';
import { setUpScene } from '@tests/support/scene';
import { describe, expect, it } from 'vitest';

/** Whoever has an IPv6 network has 2^64 addresses; limits of guests count them as one. A proxy names the address. */
const { api } = setUpScene({ trustProxy: 1, licenseKey: 'right' });

const home = '2001:db8:0:1';
const neighbour = '2001:db8:0:2';
const statusFrom = async (address: string, path: string, body: object) =>
  (await api.request(null, 'POST', path, body, { 'x-forwarded-for': address })).status;

it.each([
  ['coupon codes', 20, 'coupons/verify', { code: 'GUESS', sub_total: 100 }],
  ['carts with a coupon', 120, 'coupons/verify', {}],
  ['carts', 120, 'orders/checkout/verify', {}],
  ['orders', 60, 'orders', {}],
  ['licence keys', 20, 'license-key/verify', { license_key: 'F0000000-0000-4000-8000-000000000000' }],
])('%s of guests are limited to %i for all addresses of a network', async (_what, max, path, body) => {
  const before: number[] = [];
  for (let turn = 1; turn <= max; turn += 1)
    before.push(await statusFrom(`${home}::${turn.toString(16)}`, path, body));

  expect(before).not.toContain(429);
  expect(await statusFrom(`${home}:ffff:1:2:3`, path, body)).toBe(429);
  expect(await statusFrom(`${neighbour}::1`, path, body)).not.toBe(429);
});

it.each([
  ['views', 240, 'view'],
  ['clicks', 30, 'click'],
])('%s of a banner are limited to %i for all addresses of a network', async (_what, max, verb) => {
  const { id } = await api.db
    .insertInto('advertising_banners')
    .values({
      title: 'Чай',
      place: 'home_top',
      image: '{}',
      is_active: true,
      created_at: api.now(),
      updated_at: api.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const statuses: number[] = [];
  for (let turn = 1; turn <= max + 1; turn += 1)
    statuses.push(await statusFrom(`${home}::${turn.toString(16)}`, `advertising-banners/${id}/${verb}`, {}));

  expect(statuses.filter((status) => status === 200)).toHaveLength(max);
  expect(statuses.at(-1)).toBe(429);
  expect(await statusFrom(`${neighbour}::1`, `advertising-banners/${id}/${verb}`, {})).toBe(200);
});

it('carts of a person are counted apart from those of guests and of others', async () => {
  const [anna, boris] = await Promise.all([buildUser(api.db), buildUser(api.db)]);
  const check = async (user: { id: number } | null) =>
    (await api.request(user, 'POST', 'orders/checkout/verify', {})).status;
  const statuses = await Promise.all(Array.from({ length: 130 }, () => check(anna)));

  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect([await check(null), await check(boris)]).toEqual([422, 422]);
});

describe('the whole address of a visitor', () => {
  /** These write it down for people to read; `other-clients.ts` only sees whether a proxy has added one. */
  const journals = [
    ...[
      'core/audit.ts',
      'core/consent.ts',
      'core/http/log.ts',
      'core/http/other-clients.ts',
      'core/http/route.ts',
      'core/http/view-guard.ts',
      'core/sessions.ts',
    ],
    'modules/accounts/personal-data/views.ts',
    'modules/catalogue/import/imports.ts',
    'modules/payments/webhooks/store-webhook.ts',
    'modules/shops/vendor-file/send-paper.ts',
  ];
  const reads =
    /\b(\w*[cC]tx|request|raw|socket)\.(ips?|remoteAddress)\b|\bip\b[^{};]*\}: *\w*(Ctx|Request)\b/;
  const sources = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(`src/server/${path}`, 'utf8') }));

  it('is read by journals only, because a limit counts the network (`networkOf`)', () => {
    const readers = sources.filter(({ text }) => reads.test(text)).map(({ path }) => path);

    expect(readers.sort()).toEqual(journals);
  });

  it('is not written down where limits are counted', () => {
    const counting = sources
      .filter(({ text }) => /from '.*\/rate-limits'/.test(text))
      .map(({ path }) => path);

    expect(counting.length).toBeGreaterThan(5);
    expect(counting.filter((path) => journals.includes(path))).toEqual([]);
  });
});
