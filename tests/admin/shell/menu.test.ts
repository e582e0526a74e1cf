import { describe, expect, it } from 'vitest';
import { ruleOf } from '@/contract/core/pages';
import { isAllowed, permissionsOfRole, type Role } from '@/contract/core/permissions';
import { activePath, menuFor, pageLinks, roleOf } from '@/shell/menu/menu';
import { buildMe, buildShop } from './render-app';

const person = (role: Role) => ({ permissions: permissionsOfRole[role], id: 7 });

const pathsOf = (groups: ReturnType<typeof menuFor>) =>
  groups.flatMap((group) => group.nodes.flatMap((node) => node.links.map((link) => link.path)));

describe('the menu', () => {
  it('shows administrators every family that has a page', () => {
    const paths = pathsOf(menuFor(person('super_admin')));

    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/tags',
        '/boxes',
        '/faqs',
        '/faqs/create',
        '/store-notices',
        '/notify-logs',
        '/settings',
        '/error-codes',
      ]),
    );
  });

  it('shows owners and staff at the root what is theirs, and nothing of the administrators', () => {
    expect(pathsOf(menuFor(person('staff')))).toEqual([
      '/',
      '/my-shop',
      '/owner-message',
      '/notice',
      '/notify-logs/user/7',
    ]);
    expect(pathsOf(menuFor(person('store_owner')))).toEqual([
      '/',
      '/my-shop',
      '/owner-message',
      '/notice',
      '/vendor/settings',
      '/vendor/store_keepers',
      '/ownership-transfers',
      '/notify-logs/user/7',
    ]);
  });

  it('shows an owner both sections of a shop, and staff one', () => {
    expect(pathsOf(menuFor(person('store_owner'), 'lavka'))).toEqual([
      '/lavka',
      '/lavka/products',
      '/lavka/products/create',
      '/lavka/products/draft',
      '/lavka/products/moderation',
      '/lavka/products/product-stock',
      '/lavka/products/inventory',
      '/lavka/attributes',
      '/lavka/manufacturers',
      '/lavka/authors',
      '/lavka/withdraws',
      '/lavka/ledger',
      '/lavka/refunds',
      '/lavka/orders',
      '/lavka/till',
      '/lavka/orders/transaction',
      '/lavka/store-notices',
      '/owner-message',
      '/lavka/reviews',
      '/lavka/questions',
      '/lavka/staffs',
      '/lavka/flash-sale',
      '/lavka/flash-sale/my-products',
      '/lavka/faqs',
      '/lavka/terms-and-conditions',
    ]);
    // No money, no people, no terms (reference pages §4.4).
    expect(pathsOf(menuFor(person('staff'), 'lavka'))).toEqual([
      '/lavka',
      '/lavka/products',
      '/lavka/products/create',
      '/lavka/products/draft',
      '/lavka/products/moderation',
      '/lavka/products/product-stock',
      '/lavka/products/inventory',
      '/lavka/attributes',
      '/lavka/refunds',
      '/lavka/orders',
      '/lavka/till',
      '/lavka/reviews',
      '/lavka/questions',
      '/lavka/flash-sale',
      '/lavka/flash-sale/my-products',
      '/lavka/faqs',
    ]);
  });

  it('keeps the payments of a shop from its staff, by the address, too', () => {
    const allow = ruleOf('/lavka/orders/transaction')?.allow ?? 'public';
    expect(isAllowed(allow, permissionsOfRole.store_owner)).toBe(true);
    expect(isAllowed(allow, permissionsOfRole.staff)).toBe(false);
  });

  it.each(['super_admin', 'store_owner', 'staff', 'customer'] as const)('never leads %s nowhere', (role) => {
    for (const path of [...pathsOf(menuFor(person(role))), ...pathsOf(menuFor(person(role), 'lavka'))]) {
      const rule = ruleOf(path);
      expect(rule, path).toBeDefined();
      expect(isAllowed(rule?.allow ?? [], permissionsOfRole[role]), path).toBe(true);
    }
  });

  it('draws no group without entries', () => {
    for (const group of menuFor(person('super_admin'))) expect(group.nodes.length).toBeGreaterThan(0);
  });

  it('makes a folder with one thing inside a plain entry', () => {
    const nodes = menuFor(person('super_admin')).flatMap((group) => group.nodes);

    expect(nodes.filter((node) => node.isFolder).length).toBeGreaterThan(3);
    for (const node of nodes) expect(node.isFolder, node.links[0]?.path).toBe(node.links.length > 1);
  });
});

describe('the active entry', () => {
  const groups = menuFor(person('super_admin'));

  it.each([
    ['/faqs', '/faqs'],
    ['/faqs/create', '/faqs/create'],
    ['/faqs/12/edit', '/faqs'],
    ['/', '/'],
  ])('of %s is %s', (path, expected) => {
    expect(activePath(groups, path, ['/'])).toBe(expected);
  });

  it('of a page outside the menu is none: the home does not own it', () => {
    expect(activePath(groups, '/elsewhere', ['/'])).toBeUndefined();
  });
});

describe('the search for pages', () => {
  it('offers an owner the pages of all own shops, each address once', () => {
    const me = buildMe('store_owner', { shops: [buildShop('one', 1), buildShop('two', 2)] });

    const paths = pageLinks(person('store_owner'), me, undefined).map((link) => link.path);

    expect(paths).toEqual(expect.arrayContaining(['/my-shop', '/one/faqs', '/two/store-notices']));
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('offers an administrator the pages of the shop being looked at', () => {
    const links = pageLinks(person('super_admin'), buildMe('super_admin'), buildShop('lavka'));

    expect(links.find((link) => link.path === '/lavka/faqs')?.shop).toBe('Лавка lavka');
  });
});

it('the strongest permission names the role', () => {
  expect(roleOf(['customer', 'store_owner', 'super_admin'])).toBe('super_admin');
  expect(roleOf(['customer'])).toBe('customer');
});
