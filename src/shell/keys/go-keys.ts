import type { Me } from '@/contract/accounts/auth';
import { topRole } from '@/contract/core/permissions';
import { menuFor } from '@/shell/menu/menu';
import type { MenuGroup } from '@/shell/menu/navigation';
import type { MenuLink, MenuPerson } from '@/shell/menu/offered';

/** Letters and the address endings they open; the first one in the person's menu is used. */
const letters: [letter: string, ends: string[]][] = [
  ['o', ['orders']],
  ['p', ['products']],
  ['i', ['products/inventory']],
  ['r', ['refunds']],
  ['m', ['message', 'owner-message']],
  ['q', ['products/moderation']],
  ['w', ['withdraws']],
  ['s', ['shops', 'my-shop']],
  ['u', ['users', 'staffs']],
];

/**
 * Keys to pages of the person's menu, at the root or in a shop. Pages that an owner or a member of staff has no root
 * version of open in their first shop.
 */
export function goKeys(person: MenuPerson, me: Me | undefined, shop: string | undefined) {
  const menu = menuFor(person, shop);
  const first = me?.shops[0] ?? me?.managed_shop ?? undefined;
  const isRootOfVendor = shop === undefined && topRole(person.permissions) !== 'super_admin';
  const further = isRootOfVendor && first ? menuFor(person, first.slug) : [];
  const links = [linksOf(menu, shop), linksOf(further, first?.slug)].flat();
  const home = menu[0]?.nodes[0]?.links[0];
  return [
    ...(home ? [keyOf('h', home)] : []),
    ...letters.flatMap(([letter, ends]) => {
      const found = ends.flatMap((end) => links.filter((one) => one.end === end))[0];
      return found ? [keyOf(letter, found.link)] : [];
    }),
  ];
}

function linksOf(menu: readonly MenuGroup[], shop: string | undefined) {
  const base = shop === undefined ? '/' : `/${encodeURIComponent(shop)}/`;
  return menu
    .flatMap(({ nodes }) => nodes.flatMap(({ links }) => links))
    .map((link) => ({
      link,
      end: link.path.startsWith(base) ? link.path.slice(base.length) : link.path.slice(1),
    }));
}

/** A page opened by `g` and then a letter; `code` is the key's position, which works in the Russian layout, too. */
const keyOf = (letter: string, { label, path }: MenuLink) => ({
  code: `Key${letter.toUpperCase()}`,
  letter,
  label,
  path,
});
