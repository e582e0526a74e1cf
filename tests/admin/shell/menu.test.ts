import { describe, expect, it } from 'vitest';
import { isAllowed, permissionsOfRole, type Role, topRole } from '@/contract/core/permissions';
import { findPageRule } from '@/contract/pages';
import { activePath, menuFor } from '@/shell/menu/menu';
import { pageLinks } from '@/shell/search/page-links';
import { buildMe, buildShop, ours } from './render-app';

// Only demo mode has the outbox.
const served = new Set([...ours].filter((name) => name !== 'outbox'));
const person = (role: Role) => ({ permissions: permissionsOfRole[role], id: 7, capabilities: served });

const pathsOf = (groups: ReturnType<typeof menuFor>) =>
  groups.flatMap((group) => group.nodes.flatMap((node) => node.links.map((link) => link.path)));

const addresses = (text: string) => text.trim().split(/\s+/);

const ofAdmin = addresses(`
/
/shops /shops/create /new-shops /my-shops /ownership-transfers
/products /products/moderation /products/draft /products/product-stock /groups /products/inventory /categories /tags
/attributes /attribute-values /manufacturers /authors
/taxes /shippings /delivery-classes /boxes /withdraws /ledger
/refunds /refund-policies /refund-policies/create /refund-reasons /refund-reasons/create
/faqs /faqs/create /terms-and-conditions /terms-and-conditions/create /social-links
/orders /orders/create /orders/transaction /order-status
/users /users/admins /users/vendors /users/vendors/pending /users/my-staffs /users/vendor-staffs /users/customer /users/permissions
/reviews /questions /abusive_reports
/coupons /coupons/verify /flash-sale /flash-sale/create /advertising-banners /review-banners
/message /store-notices /notify-logs
/settings /settings/payment /settings/seo /settings/events /settings/shop /settings/maintenance
/settings/company-information /settings/services /settings/jobs /error-codes /mobile-app-versions /activity /activity/trash
/reports /translations
`);
const ofStaff = addresses('/ /my-shop /owner-message /notice /reports /notify-logs/user/7');
const ofOwner = [...ofStaff, ...addresses('/vendor/settings /vendor/store_keepers /ownership-transfers')];
const ofStaffInShop = addresses(`
/lavka /lavka/products /lavka/products/create /lavka/products/draft 
/lavka/products/moderation /lavka/products/product-stock /lavka/products/inventory
/lavka/attributes /lavka/translations /lavka/refunds /lavka/orders /lavka/orders/create /lavka/till /lavka/reviews /lavka/questions /lavka/reply-templates /lavka/coupons /lavka/flash-sale /lavka/flash-sale/my-products /lavka/faqs
/reports
`);
const ofOwnerInShop = [
  ...ofStaffInShop,
  ...addresses(`
/lavka/manufacturers /lavka/authors /lavka/withdraws /lavka/ledger /lavka/orders/transaction /lavka/till/shifts /lavka/store-notices
/owner-message /lavka/staffs /lavka/terms-and-conditions
`),
];

describe('the menu', () => {
  it('gives each role exactly its entries, and an administrator at least these, in whichever group', () => {
    const sorted = (role: Role, shop?: string) => pathsOf(menuFor(person(role), shop)).toSorted();

    expect(ofAdmin.filter((path) => !sorted('super_admin').includes(path))).toEqual([]);
    expect(sorted('store_owner')).toEqual(ofOwner.toSorted());
    expect(sorted('staff')).toEqual(ofStaff.toSorted());
    expect(sorted('super_admin', 'lavka')).toEqual(ofOwnerInShop.toSorted());
    expect(sorted('store_owner', 'lavka')).toEqual(ofOwnerInShop.toSorted());
    // No money, no people, no terms.
    expect(sorted('staff', 'lavka')).toEqual(ofStaffInShop.toSorted());
  });

  it.each([
    ['super_admin', undefined, ['/', '/orders', '/products', '/refunds', '/message']],
    [
      'store_owner',
      'lavka',
      [
        '/lavka',
        '/lavka/orders',
        '/lavka/products',
        '/lavka/refunds',
        '/lavka/orders/create',
        '/lavka/till',
        '/owner-message',
      ],
    ],
    [
      'staff',
      'lavka',
      ['/lavka', '/lavka/orders', '/lavka/products', '/lavka/refunds', '/lavka/orders/create', '/lavka/till'],
    ],
  ] as const)('keeps daily work on top for %s', (role, shop, expected) => {
    expect(pathsOf(menuFor(person(role), shop).slice(0, 1))).toEqual(expected);
  });

  it('shows an owner at the root the pending work of the shops', () => {
    const links = menuFor(person('store_owner')).flatMap(({ nodes }) => nodes.flatMap((node) => node.links));

    expect(links.flatMap(({ path, count }) => (count ? [[path, count]] : []))).toEqual([
      ['/my-shop', 'orders'],
      ['/owner-message', 'messages'],
      ['/notice', 'notices'],
    ]);
  });

  it('has the daily work of the only shop at the root, and the same menu in that shop', () => {
    for (const role of ['store_owner', 'staff'] as const) {
      const one = { ...person(role), onlyShop: 'lavka' };
      const [main, ...others] = menuFor(one);

      expect(pathsOf(main ? [main] : [])).toEqual([
        ...[
          '/',
          '/lavka/orders',
          '/lavka/products',
          '/lavka/refunds',
          '/lavka/orders/create',
          '/lavka/till',
          '/owner-message',
        ],
      ]);
      expect(pathsOf(menuFor(one, 'lavka'))).toEqual(pathsOf(menuFor(one)));
      const everything = role === 'staff' ? [...ofStaff, ...ofStaffInShop] : [...ofOwner, ...ofOwnerInShop];
      expect(pathsOf([...(main ? [main] : []), ...others]).toSorted()).toEqual(
        [...new Set(everything)].filter((path) => path !== '/my-shop').toSorted(),
      );
    }
    expect(pathsOf(menuFor({ ...person('store_owner'), onlyShop: 'lavka' }, 'drugaya'))).not.toContain('/');
  });

  it('hides the payments of a shop from its staff, by the address, too', () => {
    const allow = findPageRule('/lavka/orders/transaction')?.allow ?? 'public';
    expect(isAllowed(allow, permissionsOfRole.store_owner)).toBe(true);
    expect(isAllowed(allow, permissionsOfRole.staff)).toBe(false);
  });

  it.each(['super_admin', 'store_owner', 'staff', 'customer'] as const)(
    'has a page for every link of %s',
    (role) => {
      for (const path of [...pathsOf(menuFor(person(role))), ...pathsOf(menuFor(person(role), 'lavka'))]) {
        const rule = findPageRule(path);
        expect(rule, path).toBeDefined();
        expect(isAllowed(rule?.allow ?? [], permissionsOfRole[role]), path).toBe(true);
      }
    },
  );

  it('shows no empty group', () => {
    for (const group of menuFor(person('super_admin'))) expect(group.nodes.length).toBeGreaterThan(0);
  });

  it('turns a folder with one link into a plain entry', () => {
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

  it('of a page outside the menu is none: home does not match it', () => {
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

  it('offers an administrator the pages of the current shop', () => {
    const links = pageLinks(person('super_admin'), buildMe('super_admin'), buildShop('lavka'));

    expect(links.find((link) => link.path === '/lavka/faqs')?.shop).toBe('Лавка lavka');
  });
});

it('the strongest permission determines the role', () => {
  expect(topRole(['customer', 'store_owner', 'super_admin'])).toBe('super_admin');
  expect(topRole(['customer'])).toBe('customer');
});
