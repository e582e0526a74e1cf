import { describe, expect, it } from 'vitest';
import { isAllowed, type Permission, type StaffScope } from '@/contract/core/permissions';
import { findPageRule } from '@/contract/pages';
import { menuFor } from '@/shell/menu/menu';
import { ours } from '../../shell/render-app';

const member = (...scopes: StaffScope[]) => ({
  id: 7,
  capabilities: ours,
  permissions: ['staff', 'customer', ...scopes.map((scope): Permission => `staff:${scope}`)] as const,
});
const pathsOf = (person: ReturnType<typeof member>) =>
  menuFor(person, 'lavka').flatMap((group) =>
    group.nodes.flatMap((node) => node.links.map(({ path }) => path)),
  );
const mayOpen = (person: ReturnType<typeof member>, path: string) =>
  isAllowed(findPageRule(path)?.allow ?? [], person.permissions);

describe('the menu of a member of staff', () => {
  it('shows the catalogue only to staff with that scope', () => {
    expect(pathsOf(member('catalogue'))).toContain('/lavka/attributes');
    expect(pathsOf(member('orders'))).not.toContain('/lavka/attributes');
  });

  it('shows promotions and content only to staff with those scopes', () => {
    expect(pathsOf(member('promotions'))).toContain('/lavka/flash-sale');
    expect(pathsOf(member('content'))).toEqual(['/lavka', '/lavka/faqs', '/lavka/terms-and-conditions']);
  });

  it('has only links that staff may open, and direct addresses do not help', () => {
    for (const path of ['/lavka/attributes', '/lavka/authors/create', '/lavka/manufacturers/create']) {
      expect([path, mayOpen(member('catalogue'), path)]).toEqual([path, true]);
      expect([path, mayOpen(member('orders', 'content'), path)]).toEqual([path, false]);
    }
    for (const path of ['/lavka/staffs', '/lavka/withdraws', '/vendor/settings', '/vendor/store_keepers']) {
      expect([path, mayOpen(member('catalogue', 'orders'), path)]).toEqual([path, false]);
    }
  });
});
