import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAllowed, permissionsOfRole, type Role, topRole } from '@/contract/core/permissions';
import { familyPages, screenAccess } from '@/contract/family-pages';
import { findPageRule, pages } from '@/contract/pages';
import { activeNode, menuFor } from '@/shell/menu/menu';
import { adminMenu, onlyShopMenu, ownerMenu, ownerOfSeveralMenu, shopMenu } from '@/shell/menu/navigation';
import { isOffered } from '@/shell/menu/offered';
import { tabsFor } from '@/shell/menu/section-tabs';
import { pageLinks } from '@/shell/search/page-links';
import { createLinks, listActions } from '@/shell/search/search-actions';
import { buildMe, buildShop, ours } from './render-app';

// Only demo mode has the outbox.
const served = new Set([...ours].filter((name) => name !== 'outbox'));
const person = (role: Role) => ({ permissions: permissionsOfRole[role], id: 7, capabilities: served });
const atOnlyShop = (role: Role) => ({ ...person(role), onlyShop: 'lavka' });
const ofSeveral = { ...person('store_owner'), ownsSeveral: true };

const pathsOf = (groups: ReturnType<typeof menuFor>) =>
  groups.flatMap((group) => group.nodes.flatMap((node) => node.links.map((link) => link.path)));
const entriesOf = (groups: ReturnType<typeof menuFor>) => groups.flatMap(({ nodes }) => nodes);

const addresses = (text: string) => text.trim().split(/\s+/);

/** Every page that the menu of an administrator named before its entries had tabs. */
const ofAdmin = addresses(`
/
/shops /new-shops /my-shops /ownership-transfers
/products /products/moderation /products/draft /products/product-stock /groups /products/inventory /categories /tags
/attributes /attribute-values /manufacturers /authors
/taxes /shippings /delivery-classes /boxes /withdraws /ledger /approvals
/refunds /refund-policies /refund-reasons
/faqs /terms-and-conditions /social-links
/orders /orders/transaction /order-status
/users /users/admins /users/vendors /users/vendors/pending /users/my-staffs /users/vendor-staffs /users/customer /users/permissions
/roles /reviews /questions /abusive_reports /contact-messages /reply-templates
/coupons /coupons/verify /flash-sale /advertising-banners /review-banners /newsletters /newsletter-subscribers
/message /store-notices /notify-logs
/settings /settings/payment /settings/seo /settings/events /settings/shop /settings/maintenance
/settings/company-information /settings/services /settings/jobs /error-codes /mobile-app-versions /activity /activity/trash
/reports /translations
`);
/** Forms that had an entry: the button of their list opens them, and the search. */
const formsOfAdmin = addresses(`
/shops/create /orders/create /refund-policies/create /refund-reasons/create /faqs/create /terms-and-conditions/create
/flash-sale/create
`);
const ofPerson = addresses('/ /owner-message /notice /reports /notify-logs/user/7');
const ofOwner = [...ofPerson, ...addresses('/vendor/settings /vendor/store_keepers /ownership-transfers')];
const ofStaffInShop = addresses(`
/lavka /lavka/products /lavka/products/draft
/lavka/products/moderation /lavka/products/product-stock /lavka/products/inventory /lavka/manufacturers /lavka/authors
/lavka/attributes /lavka/translations /lavka/refunds /lavka/orders /lavka/till /lavka/till/shifts /lavka/reviews
/lavka/questions /lavka/reply-templates /lavka/coupons /lavka/flash-sale /lavka/flash-sale/my-products /lavka/faqs
/lavka/terms-and-conditions
`);
const ofOwnerInShop = [
  ...ofStaffInShop,
  ...addresses('/lavka/withdraws /lavka/ledger /lavka/orders/transaction /lavka/store-notices /lavka/staffs'),
];

describe('the menu', () => {
  it('draws each entry and each action of the search with an icon that the sprite has', () => {
    const sprite = new Set(readFileSync('public/icons.svg', 'utf8').match(/(?<=<symbol id=")[^"]+/g));
    const groups = [adminMenu, ownerMenu, ownerOfSeveralMenu, shopMenu, onlyShopMenu].flat();
    const drawn = [
      ...groups.flatMap(({ icon, nodes }) => [icon, ...nodes.map((node) => node.icon)]),
      ...listActions(person('super_admin'), []).map(({ icon }) => icon),
      ...listActions(person('store_owner'), [buildShop('lavka')]).map(({ icon }) => icon),
    ];

    expect(drawn.length).toBeGreaterThan(50);
    expect(drawn.filter((icon) => !sprite.has(icon))).toEqual([]);
  });

  it('gives each role exactly its pages, and an administrator at least these, in whichever entry', () => {
    const sorted = (role: Role, shop?: string) => pathsOf(menuFor(person(role), shop)).toSorted();

    expect(ofAdmin.filter((path) => !sorted('super_admin').includes(path))).toEqual([]);
    expect(sorted('store_owner')).toEqual([...ofOwner, '/my-shop'].toSorted());
    expect(sorted('staff')).toEqual([...ofPerson, '/my-shop'].toSorted());
    // What is the person's own stands at the root, and administrators have messages of their own.
    expect(sorted('super_admin', 'lavka')).toEqual(ofOwnerInShop.toSorted());
    expect(sorted('store_owner', 'lavka')).toEqual([...ofOwnerInShop, '/owner-message'].toSorted());
    // No money, no people.
    expect(sorted('staff', 'lavka')).toEqual([...ofStaffInShop, '/owner-message'].toSorted());
  });

  it.each([
    ['an administrator', person('super_admin'), undefined, 30],
    ['an administrator of a demo', { ...person('super_admin'), capabilities: ours }, undefined, 30],
    ['an administrator in a shop', person('super_admin'), 'lavka', 20],
    ['an owner of one shop', atOnlyShop('store_owner'), undefined, 20],
    ['an owner of several shops', ofSeveral, undefined, 15],
    ['an owner of several shops in one', person('store_owner'), 'lavka', 20],
    ['staff', atOnlyShop('staff'), undefined, 17],
  ])('has for %s few entries with everything unfolded', (_who, one, shop, most) => {
    const entries = entriesOf(menuFor(one, shop));

    expect(entries.length).toBeGreaterThan(5);
    expect(entries.length).toBeLessThanOrEqual(most);
  });

  it('leaves the forms of new records to the buttons of their lists and to the search', () => {
    const links = pageLinks(person('super_admin'), buildMe('super_admin'), undefined);
    const found = [
      ...createLinks(person('super_admin'), links),
      ...listActions(person('super_admin'), []),
    ].flatMap(({ path }) => path ?? []);

    expect(links.map(({ path }) => path).filter((path) => path.endsWith('/create'))).toEqual([]);
    expect(formsOfAdmin.filter((path) => !found.includes(path))).toEqual([]);
  });

  it('names every page once, and shows it as a tab above each page of its entry', () => {
    for (const [one, shop] of [
      [person('super_admin'), undefined],
      [person('super_admin'), 'lavka'],
      [atOnlyShop('store_owner'), undefined],
      [ofSeveral, undefined],
      [person('store_owner'), 'lavka'],
      [atOnlyShop('staff'), undefined],
    ] as const) {
      const menu = menuFor(one, shop);
      const paths = pathsOf(menu);
      expect(paths.filter((path, place) => paths.indexOf(path) !== place)).toEqual([]);
      for (const { links } of entriesOf(menu)) {
        if (links.length === 1) continue;
        for (const { path } of links) {
          // The till and a new order fill the window.
          if (findPageRule(path)?.layout !== 'app' && findPageRule(path)?.layout !== 'shop') continue;
          const rows = tabsFor(one, path, findPageRule(path)?.layout === 'shop' ? 'lavka' : undefined);
          expect(
            rows
              .at(-1)
              ?.tabs.filter((tab) => tab.isCurrent)
              .map((tab) => tab.path),
            path,
          ).toEqual([path]);
          const first = rows.flatMap(({ tabs }) => tabs.map((tab) => tab.path));
          const areaOf = (target: string) =>
            tabsFor(one, target, undefined)
              .at(-1)
              ?.tabs.map((tab) => tab.path);
          const reached = new Set([...first, ...first.flatMap((target) => areaOf(target) ?? [])]);
          expect(
            links.filter((link) => !reached.has(link.path)).map((link) => link.path),
            path,
          ).toEqual([]);
        }
      }
    }
  });

  it('leaves no page of the panel without a way to it', () => {
    const admin = { ...person('super_admin'), capabilities: ours };
    const lists = [
      ...Object.keys(pages).filter(
        (path) =>
          pages[path]?.layout === 'app' && isAllowed(pages[path].allow, permissionsOfRole.super_admin),
      ),
      ...Object.keys(familyPages)
        .filter((name) => screenAccess(name, 'list', false))
        .map((name) => `/${name}`),
    ].filter((path) => !path.includes('['));
    const menu = new Set([
      ...pathsOf(menuFor(admin)),
      ...pathsOf(menuFor(ofSeveral)),
      ...pathsOf(menuFor(atOnlyShop('store_owner'))),
    ]);
    // Reached from the profile, from another page, or by an address of the dialect.
    const elsewhere = addresses(`
      /profile /profile-update /my-shop /shop-message /staffs /orders/cart /orders/checkout /flash-sale/my-products
    `);

    expect(lists.filter((path) => !menu.has(path) && !elsewhere.includes(path))).toEqual([]);
  });

  it.each([
    ['super_admin', undefined, ['/', '/orders', '/products', '/refunds', '/message']],
    [
      'store_owner',
      'lavka',
      ['/lavka', '/lavka/orders', '/lavka/products', '/lavka/refunds', '/lavka/till', '/owner-message'],
    ],
    [
      'staff',
      'lavka',
      ['/lavka', '/lavka/orders', '/lavka/products', '/lavka/refunds', '/lavka/till', '/owner-message'],
    ],
  ] as const)('keeps daily work on top for %s', (role, shop, expected) => {
    const [main] = menuFor(person(role), shop);
    expect(main?.nodes.map(({ links }) => links[0]?.path)).toEqual(expected);
  });

  it('has for an owner of several shops orders, products and refunds of all on top, with what waits', () => {
    const entries = entriesOf(menuFor(ofSeveral));

    expect(entries.map(({ links }) => links[0]?.path).slice(0, 5)).toEqual(
      addresses('/ /my-shop/orders /my-shop/products /my-shop/refunds /my-shop'),
    );
    expect(entries.flatMap(({ links, count }) => (count ? [[links[0]?.path, count]] : []))).toEqual([
      ['/my-shop/orders', 'orders'],
      ['/my-shop/products', 'rejected-products'],
      ['/owner-message', 'messages'],
      ['/notice', 'notices'],
    ]);
  });

  it('leaves those lists out for who owns one shop, for staff and for administrators', () => {
    const lists = addresses('/my-shop/orders /my-shop/products /my-shop/refunds');
    const others = [atOnlyShop('store_owner'), person('store_owner'), person('staff'), person('super_admin')];

    for (const one of others) {
      const paths = pathsOf(menuFor(one));
      expect(paths.length).toBeGreaterThan(3);
      expect(paths.filter((path) => lists.includes(path))).toEqual([]);
      expect(lists.filter((path) => isOffered(path, one))).toEqual([]);
    }
    expect(lists.filter((path) => isOffered(path, ofSeveral))).toEqual(lists);
  });

  it('shows people of several places at the root the pending work of the shops', () => {
    const entries = entriesOf(menuFor(person('store_owner')));

    expect(entries.flatMap(({ links, count }) => (count ? [[links[0]?.path, count]] : []))).toEqual([
      ['/my-shop', 'orders'],
      ['/owner-message', 'messages'],
      ['/notice', 'notices'],
    ]);
  });

  it('has the daily work of the only shop at the root, and the same menu in that shop', () => {
    for (const role of ['store_owner', 'staff'] as const) {
      const one = atOnlyShop(role);
      const menu = menuFor(one);

      expect(menu[0]?.nodes.map(({ links }) => links[0]?.path)).toEqual([
        ...['/', '/lavka/orders', '/lavka/products', '/lavka/refunds', '/lavka/till', '/owner-message'],
      ]);
      expect(pathsOf(menuFor(one, 'lavka'))).toEqual(pathsOf(menu));
      const everything = role === 'staff' ? [...ofPerson, ...ofStaffInShop] : [...ofOwner, ...ofOwnerInShop];
      expect(pathsOf(menu).toSorted()).toEqual(everything.toSorted());
    }
    expect(pathsOf(menuFor(atOnlyShop('store_owner'), 'drugaya'))).not.toContain('/');
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

  it('names an entry of several pages by the only one that is left', () => {
    const reader = { ...person('store_owner'), hasTerms: false };
    const entry = entriesOf(menuFor(reader, 'lavka')).find(({ links }) => links[0]?.path === '/lavka/faqs');

    expect(entry).toMatchObject({ label: 'text-faqs', links: [{ path: '/lavka/faqs' }] });
  });
});

describe('the active entry', () => {
  const groups = menuFor(person('super_admin'));

  it.each([
    ['/faqs', 'text-page-control'],
    ['/faqs/12/edit', 'text-page-control'],
    ['/social-links?page=2', 'text-page-control'],
    ['/products/draft', 'sidebar-nav-item-products'],
    ['/products/7/edit', 'sidebar-nav-item-products'],
    ['/users/vendors/pending', 'text-user-control'],
    ['/taxes', 'sidebar-nav-item-settings'],
    ['/', 'sidebar-nav-item-dashboard'],
    ['/ledger', 'text-platform-ledger'],
    ['/ledger?view=lines', 'text-platform-ledger'],
    ['/ledger?view=payments&payment=5', 'menu.payments'],
    ['/ledger?page=2&view=receipts', 'menu.receipts'],
  ])('of %s is %s', (address, expected) => {
    expect(activeNode(groups, address, ['/'])?.label).toBe(expected);
  });

  it('of a page outside the menu is none: home does not match it', () => {
    expect(activeNode(groups, '/elsewhere', ['/'])).toBeUndefined();
  });
});

describe('the tabs above a page', () => {
  const tabsAt = (path: string, one = person('super_admin'), shop?: string) =>
    tabsFor(one, path, shop).map(({ tabs }) =>
      tabs.map((tab) => (tab.isCurrent ? `[${tab.path}]` : tab.path)),
    );

  it('are the pages of its entry, and for the settings their areas first', () => {
    expect(tabsAt('/coupons/verify?code=X')).toEqual([['/coupons', '[/coupons/verify]']]);
    expect(tabsAt('/boxes')).toEqual([
      [
        ...['/settings', '/settings/shop', '[/shippings]', '/settings/payment'],
        ...['/settings/events', '/translations', '/settings/services'],
      ],
      ['/shippings', '/delivery-classes', '[/boxes]'],
    ]);
  });

  it('are none above a form, a record, or the only page that the person may open', () => {
    expect(tabsAt('/products/7')).toEqual([]);
    expect(tabsAt('/products/7/edit')).toEqual([]);
    expect(tabsAt('/withdraws')).toEqual([]);
    expect(tabsAt('/lavka/orders', person('staff'), 'lavka')).toEqual([]);
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
