import { afterEach, expect, it } from 'vitest';
import { accessOfPage, familyRight } from '@/contract/access';
import { holds, type LevelByArea, limited, listRights } from '@/contract/core/areas';
import { permissionsOfRole } from '@/contract/core/permissions';
import { isAnnounced, isInRole, keepRole } from '@/lib/api/capabilities';
import { accessFor } from '@/lib/session/role';
import { menuFor } from '@/shell/menu/menu';
import { menuOfRole } from '@/shell/menu/menu-of-role';
import { adminMenu } from '@/shell/menu/navigation';
import { pathOf } from '@/shell/menu/offered';
import { ours } from './render-app';

/** As migration `roles` has them. */
const ready: Record<string, LevelByArea> = {
  finance: {
    finance: 'decide',
    refunds: 'decide',
    orders: 'read',
    shops: 'read',
    customers: 'read',
    journal: 'read',
  },
  catalogue: {
    catalogue: 'write',
    moderation: 'decide',
    promotions: 'read',
    content: 'read',
    feedback: 'read',
    shops: 'read',
  },
  support: {
    orders: 'write',
    refunds: 'write',
    feedback: 'decide',
    messages: 'write',
    customers: 'write',
    catalogue: 'read',
  },
  content: { content: 'write', promotions: 'decide', catalogue: 'read' },
};

const served = new Set(ours);

const permissionsOf = (levels: LevelByArea) => [
  ...permissionsOfRole.super_admin,
  limited,
  ...listRights(levels),
];

const pathsOf = (permissions: readonly string[]) =>
  menuFor({ permissions, id: 7, capabilities: served }).flatMap(({ nodes }) =>
    nodes.flatMap(({ links }) => links.map(({ path }) => path)),
  );

afterEach(() => keepRole(undefined));

it.each([
  ['finance', 14],
  ['catalogue', 18],
  ['support', 16],
  ['content', 15],
] as const)('gives %s few entries with everything unfolded', (name, most) => {
  const permissions = permissionsOf(ready[name] ?? {});
  keepRole(accessFor(permissions));
  const entries = menuFor({ permissions, id: 7, capabilities: served }).flatMap(({ nodes }) => nodes);

  expect(entries.length).toBeGreaterThan(4);
  expect(entries.length).toBeLessThanOrEqual(most);
});

it.each(Object.entries(ready))(
  'gives %s exactly the entries of the menu that its rights open',
  (_name, levels) => {
    const all = pathsOf(permissionsOfRole.super_admin);
    const permissions = permissionsOf(levels);
    keepRole(accessFor(permissions));

    const opened = all.filter((path) => {
      const access = accessOfPage(pathOf(path));
      return access && (access === 'own' || access === 'parts' || holds(permissions, access));
    });
    expect(pathsOf(permissions)).toEqual(opened);
    expect(opened.length).toBeLessThan(all.length);
  },
);

it('names a right or a reason for every page of the menu', () => {
  const paths = adminMenu.flatMap(({ nodes }) => nodes.flatMap(({ links }) => links.map(({ path }) => path)));

  expect(paths.filter((path) => !accessOfPage(pathOf(path)))).toEqual([]);
});

it('shows the same menu to the person and to whoever composes the role', () => {
  const permissions = permissionsOf(ready.content ?? {});
  const told = menuOfRole(listRights(ready.content ?? {}), served);
  keepRole(accessFor(permissions));

  const labels = menuFor({ permissions, id: 7, capabilities: served }).flatMap(({ nodes }) =>
    nodes.flatMap(({ links }) => links.map(({ label }) => label)),
  );
  expect(told).toEqual(labels.filter((label) => label !== 'sidebar-nav-item-dashboard'));
});

it('closes what a role lacks: forms by the level to write, requests by the right of their endpoint', () => {
  keepRole(accessFor(permissionsOf({ catalogue: 'read', refunds: 'write' })));

  expect(isInRole('/products/7')).toBe(true);
  expect(isInRole('/products/7/edit')).toBe(false);
  expect(isInRole('/lavka/products/7/edit')).toBe(false);
  expect(isInRole('/withdraws')).toBe(false);
  expect(isInRole('/profile-update')).toBe(true);
  expect(isAnnounced('GET', 'products/7')).toBe(true);
  expect(isAnnounced('PUT', 'products/7')).toBe(false);
  expect(isAnnounced('POST', 'refunds/7/stage')).toBe(true);
  expect(isAnnounced('PUT', 'refunds/7')).toBe(false);
  expect(familyRight('refunds', 'write')).toBe('refunds:write');
});

it('limits nobody who has no role', () => {
  keepRole(undefined);

  expect(isInRole('/withdraws')).toBe(true);
  expect(isAnnounced('PUT', 'refunds/7')).toBe(true);
});
