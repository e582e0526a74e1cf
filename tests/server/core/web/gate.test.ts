import { dice } from '@tests/support/dice';
import { spellingOf } from '@tests/support/spellings';
import { getSortedRoutes } from 'next/dist/shared/lib/router/utils';
import { getRouteMatcher } from 'next/dist/shared/lib/router/utils/route-matcher';
import { getRouteRegex } from 'next/dist/shared/lib/router/utils/route-regex';
import { describe, expect, it } from 'vitest';
import { type LevelByArea, limited, listRights } from '@/contract/core/areas';
import { familyPages } from '@/contract/family-pages';
import { findPageRule, pages } from '@/contract/pages';
import { matchPage } from '@/contract/pages/match';
import { gate as gateOf, tokenInCookie } from '@/server/core/web/gate';
import { resolvePage, type Site } from '@/server/core/web/page-address';
import { isAsset, openSite } from '@/server/core/web/site';

const sources = openSite({ dev: true, distDir: '', languages: ['ru', 'en', 'ar'] })();
const site: Site = sources;
const gate = (url: string, whoIs: Parameters<typeof gateOf>[2]) =>
  gateOf(url, site, whoIs, async () => site.languages);

const as =
  (...permissions: string[]) =>
  async () => ({ permissions });
const nobody = async () => null;
const limitedTo = (areas: LevelByArea) => [limited, ...listRights(areas)];

const isPublic = (page: string) => Object.hasOwn(pages, page) && pages[page]?.allow === 'public';

/** Which page requests are let through, redirected to the login page or denied. */
describe('the gate', () => {
  it.each([
    ['/admin/tags', '/admin/login?from_url=%2Ftags'],
    ['/admin/tags?page=2&search=a', '/admin/login?from_url=%2Ftags%3Fpage%3D2%26search%3Da'],
    ['/admin/en/boxes', '/admin/en/login?from_url=%2Fboxes'],
    ['/admin', '/admin/login'],
    ['/admin/pervaya/faqs', '/admin/login?from_url=%2Fpervaya%2Ffaqs'],
    ['/admin//tags', '/admin/login?from_url=%2Ftags'],
    ['/admin/%74ags', '/admin/login?from_url=%2Ftags'],
    ['/admin/ru/tags', '/admin/login?from_url=%2Ftags'],
    ['/admin/RU/tags', '/admin/login?from_url=%2Ftags'],
    ['/admin/EN/tags', '/admin/en/login?from_url=%2Ftags'],
    ['/admin/ru', '/admin/login'],
    ['/admin/ru/index', '/admin/login'],
    ['/admin/index', '/admin/login'],
    ['/admin/x.js', '/admin/login?from_url=%2Fx.js'],
    ['/admin/tags/1.json', '/admin/login?from_url=%2Ftags%2F1.json'],
    ['/admin/tags/1/nonsense', '/admin/login?from_url=%2Ftags%2F1%2Fnonsense'],
    ['/admin/users%2fadmins', '/admin/login?from_url=%2Fusers%2Fadmins'],
    ['/admin/login%2f..%2ftags', '/admin/login?from_url=%2Ftags'],
    ['/admin/_next/data/abc/tags.json', '/admin/login?from_url=%2Ftags'],
    ['/admin/_next/data/abc/ru/tags/1.json', '/admin/login?from_url=%2Ftags%2F1'],
    ['/admin/_next/data/abc/ru.json', '/admin/login'],
    ['/admin/_next/faqs', '/admin/login?from_url=%2F_next%2Ffaqs'],
  ])('redirects nobody from %s to the login page', async (url, location) => {
    expect(await gate(url, nobody)).toEqual({ kind: 'sign-in', location });
  });

  it('redirects a page of a disabled language to its Russian address, and loads the languages only then', async () => {
    const asked: string[] = [];
    const inRussian = (url: string) =>
      gateOf(url, site, nobody, async () => {
        asked.push(url);
        return ['ru', 'ar'];
      });
    expect(await inRussian('/admin/en/tags?page=2')).toEqual({
      kind: 'moved',
      location: '/admin/tags?page=2',
    });
    expect(await inRussian('/admin/EN/login')).toEqual({ kind: 'moved', location: '/admin/login' });
    expect(await inRussian('/admin/_next/data/abc/en/tags.json')).toEqual({
      kind: 'moved',
      location: '/admin/_next/data/abc/ru/tags.json',
    });
    expect(await inRussian('/admin/ar/login')).toMatchObject({ kind: 'pass', language: 'ar' });
    expect(asked).toHaveLength(4);
    expect(await inRussian('/admin/tags')).toMatchObject({ kind: 'sign-in' });
    expect(asked).toHaveLength(4);
  });

  it('gives Next the address of the authorized page, without the query', async () => {
    expect(await gate('/admin/reset-password?token=secret', nobody)).toEqual({
      kind: 'pass',
      page: '/reset-password',
      language: 'ru',
      address: '/admin/reset-password',
    });
    expect(await gate('/admin/en/%6cogin', nobody)).toMatchObject({
      kind: 'pass',
      address: '/admin/en/login',
    });
    expect(await gate('/admin/_next/data/abc/ru/tags.json', as('super_admin'))).toMatchObject({
      kind: 'pass',
      address: '/admin/_next/data/abc/ru/tags.json',
    });
  });

  it.each([
    ['/admin/RU/tags/?page=2', '/admin/tags?page=2'],
    ['/admin/ru', '/admin'],
    ['/admin/', '/admin'],
    ['/admin/ru/en//tags', '/admin/en/tags'],
    ['/admin/x/../tags', '/admin/tags'],
    ['/admin/pervaya/en/products/7/edit', '/admin/en/pervaya/products/7/edit'],
  ])('redirects a signed-in user from %s to the canonical address', async (url, location) => {
    expect(await gate(url, as('super_admin'))).toEqual({ kind: 'moved', location });
    expect(await gate(location, as('super_admin'))).toMatchObject({ kind: 'pass' });
  });

  it('answers an unknown address with the 404 page', async () => {
    for (const url of [
      '/admin/api/x',
      '/admin/settings/x.json',
      '/admin/locales/ru/none.json',
      '/admin/%E0%A4%A',
    ]) {
      expect([url, await gate(url, nobody)]).toEqual([
        url,
        { kind: 'pass', page: undefined, language: 'ru', address: '/admin/404' },
      ]);
    }
  });

  it.each([
    ['/admin/reviews/create', '/admin/reviews'],
    ['/admin/reviews/7/edit', '/admin/reviews/7'],
    ['/admin/pervaya/reviews/7/translate?page=2', '/admin/pervaya/reviews'],
    ['/admin/en/questions/7/edit', '/admin/en/questions/7'],
    ['/admin/pervaya/questions/7/translate', '/admin/pervaya/questions/7'],
    ['/admin/abusive_reports/7/edit', '/admin/abusive_reports/7'],
    ['/admin/abusive_reports/create', '/admin/abusive_reports'],
    ['/admin//zlo.ru/reviews/create', '/admin/zlo.ru/reviews'],
    ['/admin/users/7/translate', '/admin/users/7/edit'],
    ['/admin/staffs/7', '/admin/staffs/7/edit'],
    ['/admin/withdraws/7/edit', '/admin/withdraws/7'],
    ['/admin/message/7/edit', '/admin/message/7'],
    ['/admin/message/create', '/admin/message'],
    ['/admin/notify-logs/7/edit', '/admin/notify-logs/7'],
    ['/admin/pervaya/boxes/7/edit', '/admin/boxes/7/edit'],
    ['/admin/en/pervaya/boxes/7/translate', '/admin/en/boxes/7/edit'],
    ['/admin/pervaya/taxes/7/translate', '/admin/taxes/7/translate'],
  ])(
    'redirects from %s, which has no page of its own, to the one that replaces it',
    async (url, location) => {
      expect(await gate(url, nobody)).toEqual({ kind: 'moved', location });
    },
  );

  it('has every screen that the specification gives a family, or redirects to its replacement', async () => {
    const screens = ['', '/create', '/7/edit', '/7/translate', '/7'];
    const lists = [...Object.keys(familyPages), 'message', 'shop-message', 'notify-logs', 'abusive_reports'];
    for (const path of lists.flatMap((list) => screens.map((screen) => `/admin/${list}${screen}`))) {
      const first = await gate(path, as('super_admin', 'store_owner'));
      const last =
        first.kind === 'moved' ? await gate(first.location, as('super_admin', 'store_owner')) : first;
      expect([path, last.kind, last.kind === 'pass' && last.page]).toEqual([
        path,
        'pass',
        expect.any(String),
      ]);
      const isOwn = findPageRule(path.slice('/admin'.length)) !== undefined;
      expect([path, first.kind]).toEqual([path, isOwn ? 'pass' : 'moved']);
    }
  });

  it('does not redirect similar addresses', async () => {
    expect(await gate('/admin/reviews/7', as('super_admin'))).toMatchObject({ kind: 'pass' });
    expect(await gate('/admin/tags/en/edit', as('super_admin'))).toMatchObject({ kind: 'pass' });
    expect(await gate('/admin/tags/questions/edit', as('super_admin'))).toMatchObject({ kind: 'pass' });
    for (const url of [
      '/admin/pervaya/taxes',
      '/admin/settings/taxes/7/edit',
      '/admin/pervaya/constructor/7',
    ])
      expect(await gate(url, as('super_admin'))).not.toMatchObject({ kind: 'moved' });
  });

  it('leads a shop’s people from the administrators’ messages to their own', async () => {
    const staff = as('staff', 'customer', 'staff:feedback');
    const owner = as('store_owner', 'customer');
    expect(await gate('/admin/message', staff)).toEqual({ kind: 'moved', location: '/admin/owner-message' });
    expect(await gate('/admin/en/message/7', owner)).toEqual({
      kind: 'moved',
      location: '/admin/en/shop-message/7',
    });
    expect(await gate('/admin/message', as('super_admin'))).toMatchObject({ kind: 'pass' });
    expect(await gate('/admin/message', as('staff', 'staff:orders'))).toMatchObject({ kind: 'denied' });
    expect(await gate('/admin/message/conversations', staff)).toEqual({
      kind: 'moved',
      location: '/admin/owner-message',
    });
    expect(await gate('/admin/en/store-notices/read', owner)).toEqual({
      kind: 'moved',
      location: '/admin/en/notice',
    });
  });

  it('denies a page to a role that may not open it', async () => {
    expect(await gate('/admin/boxes', as('store_owner', 'customer'))).toMatchObject({ kind: 'denied' });
    expect(await gate('/admin/RU/boxes', as('store_owner', 'customer'))).toMatchObject({ kind: 'denied' });
    expect(await gate('/admin/boxes', as('super_admin'))).toMatchObject({ kind: 'pass' });
    expect(await gate('/admin/pervaya/faqs', as('customer'))).toMatchObject({ kind: 'denied' });
    expect(await gate('/admin/pervaya/faqs', as('staff', 'staff:content'))).toMatchObject({ kind: 'pass' });
    // Pages of a scope that was not granted are closed.
    expect(await gate('/admin/pervaya/faqs', as('staff', 'staff:orders'))).toMatchObject({ kind: 'denied' });
  });

  it.each([
    ['/admin/orders', 'pass'],
    ['/admin/en/orders/7', 'pass'],
    ['/admin/orders/create', 'denied'],
    ['/admin/', 'moved'],
    ['/admin/profile', 'pass'],
    ['/admin/boxes', 'denied'],
    ['/admin/settings', 'denied'],
    ['/admin/users/admins', 'denied'],
    ['/admin/reports', 'pass'],
    ['/admin/message', 'denied'],
    ['/admin/_next/data/abc/ru/boxes.json', 'denied'],
  ])('asks the role of a limited administrator, too: %s is %s', async (url, kind) => {
    const clerk = as('super_admin', 'store_owner', 'customer', ...limitedTo({ orders: 'read' }));
    expect(await gate(url, clerk)).toMatchObject({ kind });
  });

  it('answers with the 404 page where a signed-in person’s address or shop does not exist', async () => {
    const missing = { kind: 'pass', page: undefined, address: '/admin/404' };
    const admin = async () => ({
      permissions: ['super_admin'],
      hasShop: async (slug: string) => slug === 'first',
    });
    for (const url of ['/admin/nonsense', '/admin/nonsense/products', '/admin/tags/1/nonsense'])
      expect([url, await gate(url, admin)]).toEqual([url, { ...missing, language: 'ru' }]);
    expect(await gate('/admin/en/nonsense', admin)).toEqual({
      ...missing,
      language: 'en',
      address: '/admin/en/404',
    });
    expect(await gate('/admin/first/products', admin)).toMatchObject({
      kind: 'pass',
      page: expect.any(String),
    });
    const unsure = async () => ({
      permissions: ['super_admin'],
      hasShop: () => Promise.reject(new Error('away')),
    });
    expect(await gate('/admin/first', unsure)).toMatchObject({ kind: 'pass', page: '/[shop]' });
  });

  it.each([
    [['first'], '/admin/orders', '/admin/first/orders'],
    [['first'], '/admin/en/products', '/admin/en/first/products'],
    [['first'], '/admin/reviews', '/admin/first/reviews'],
    [['first', 'second'], '/admin/orders', '/admin/my-shop/orders'],
    [['first', 'second'], '/admin/products', '/admin/my-shop/products'],
    [['first', 'second'], '/admin/coupons', '/admin/my-shops'],
    [['first'], '/admin/products/create', '/admin/first/products/create'],
  ])('leads an owner of %s from %s to %s', async (shops, url, location) => {
    const owner = async () => ({ permissions: ['store_owner', 'customer'], ownShops: async () => shops });
    expect(await gate(url, owner)).toEqual({ kind: 'moved', location });
  });

  it('opens the lists over own shops to owners, and no other address below them', async () => {
    const owner = as('store_owner', 'customer');
    for (const path of ['/admin/my-shop/orders', '/admin/my-shop/products', '/admin/my-shop/refunds']) {
      expect(await gate(path, owner)).toMatchObject({ kind: 'pass', page: '/my-shop/[family]' });
      expect(await gate(path, as('staff', 'customer', 'staff:orders'))).toMatchObject({ kind: 'denied' });
      expect(await gate(path, as('customer'))).toMatchObject({ kind: 'denied' });
    }
    expect(await gate('/admin/my-shop/coupons', owner)).toMatchObject({ kind: 'pass', page: undefined });
  });

  it('denies the lists of all shops to an owner without one', async () => {
    expect(await gate('/admin/orders', as('store_owner', 'customer'))).toMatchObject({ kind: 'denied' });
  });

  it('opens the pages of vendors to whoever may look through their eyes: only the browser knows the look', async () => {
    const support = as('super_admin', 'store_owner', 'customer', ...limitedTo({ customers: 'decide' }));

    expect(await gate('/admin/lavka/coupons/create', support)).toMatchObject({ kind: 'pass' });
    expect(await gate('/admin/shop-message', support)).toMatchObject({ kind: 'pass' });
    expect(await gate('/admin/taxes', support)).toMatchObject({ kind: 'denied' });
  });

  it('asks the role of a shop’s person', async () => {
    const packer = as('staff', 'customer', 'staff:orders', ...limitedTo({ orders: 'write' }));
    expect(await gate('/admin/pervaya/orders', packer)).toMatchObject({ kind: 'pass' });
    expect(await gate('/admin/pervaya/faqs', packer)).toMatchObject({ kind: 'denied' });
    expect(await gate('/admin/message', packer)).toMatchObject({ kind: 'denied' });
  });

  it.each([
    '/admin/constructor',
    '/admin/__proto__',
    '/admin/toString/edit',
    '/admin/pervaya/constructor',
    '/admin/%E0%A4%A',
  ])('survives %s', async (url) => {
    await expect(gate(url, nobody)).resolves.toBeDefined();
  });

  it('redirects every spelling of every closed page to the login page', async () => {
    const roll = dice(20260310);
    for (const page of site.pages.filter((one) => !isPublic(one))) {
      for (let round = 0; round < 60; round += 1) {
        const url = spellingOf(page, roll);
        const first = await gate(url, nobody);
        // Screens replaced by a dialog redirect to their list first.
        const answer = first.kind === 'moved' ? await gate(first.location, nobody) : first;

        expect([page, url, answer.kind]).toEqual([page, url, 'sign-in']);
        expect(isAsset(url, { ...sources, dev: false })).toBe(false);
      }
    }
  });

  it('opens every public page without a session', async () => {
    for (const page of site.pages.filter(isPublic)) {
      expect(await gate(`/admin${page}`, nobody)).toMatchObject({ kind: 'pass', page });
    }
  });

  it('resolves its own result to the same page again', async () => {
    const roll = dice(7);
    for (const page of site.pages) {
      for (let round = 0; round < 20; round += 1) {
        const url = spellingOf(page, roll);
        const first = await gate(url, as('super_admin', 'store_owner', 'staff'));
        if (first.kind !== 'moved') continue;

        expect([url, await gate(first.location, as('super_admin', 'store_owner', 'staff'))]).toMatchObject([
          url,
          { kind: expect.stringMatching(/pass|denied/) },
        ]);
      }
    }
  });

  it('finds the same page as Next', () => {
    const sorted = getSortedRoutes([...site.pages]);
    const matchers = sorted.map((page) => ({ page, match: getRouteMatcher(getRouteRegex(page)) }));
    const roll = dice(11);
    for (const page of site.pages) {
      for (let round = 0; round < 20; round += 1) {
        const path = resolvePage(spellingOf(page, roll), site)?.path ?? '';
        const byNext = sorted.includes(path) ? path : matchers.find(({ match }) => match(path))?.page;

        expect([
          path,
          matchPage(site.pages, path.split('/').filter(Boolean).map(decodeURIComponent)),
        ]).toEqual([path, byNext]);
      }
    }
  });

  it.each([
    ['/admin/_next/static/chunks/main.js', true],
    ['/admin/_next/static/chunks/pages/%5Bshop%5D-1.js?v=1', true],
    ['/admin/favicon.svg', true],
    ['/admin/locales/ru/common.json?language=ru', true],
    ['/admin/ru/favicon.svg', false],
    ['/admin/favicon.ico', false],
    ['/admin/_next/image', false],
    ['/admin/_nextdoor', false],
    ['/admin/_next/static/../../tags', false],
    ['/admin/_next/static/%2e%2e/%2e%2e/tags', false],
    ['/admin/_next/static/..%2f..%2ftags', false],
    ['/admin/_next/static/..\\..\\tags', false],
    ['/admin/_next/static/..%5c..%5ctags', false],
    ['/admin/_next/data/build/ru/tags.json', false],
    ['/admin/%', false],
  ])('treats %s as a file: %s', (url, expected) => {
    expect(isAsset(url, { ...sources, dev: false })).toBe(expected);
  });

  it('reads the token from the credential cookie', () => {
    const cookie = `a=1; AUTH_CRED=${encodeURIComponent('{"token":"abc","permissions":[]}')}; b=2`;

    expect(tokenInCookie(cookie)).toBe('abc');
    for (const wrong of [
      undefined,
      '',
      'AUTH_CRED=',
      'AUTH_CRED=%',
      'AUTH_CRED=%7B',
      'AUTH_CRED=null',
      'XAUTH_CRED=%7B%22token%22%3A%22a%22%7D',
    ]) {
      expect([wrong, tokenInCookie(wrong)]).toEqual([wrong, null]);
    }
  });
});
