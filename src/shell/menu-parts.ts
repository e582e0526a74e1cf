export interface MenuLink {
  /** Key in the `common` namespace. */
  label: string;
  /** Address without base path and language; `[shop]` and `[me]` stand for what the menu is drawn for. */
  path: string;
}

export interface MenuNode {
  label: string;
  /** Symbol of `public/icons.svg`. */
  icon: string;
  /** A plain entry has one link, a folder several. */
  links: MenuLink[];
  isFolder: boolean;
  /** It tells how much waits behind it (`menu-count.tsx`). */
  hasCount?: boolean;
}

export interface MenuGroup {
  /** Key of the group's title. */
  title: string;
  nodes: MenuNode[];
}

/** A titled group of entries. */
export function group(title: string, nodes: MenuNode[]): MenuGroup {
  return { title, nodes };
}

/** A plain entry. */
export function item(label: string, icon: string, path: string): MenuNode {
  return { label, icon, links: [{ label, path }], isFolder: false };
}

/** A plain entry that tells how much waits behind it. */
export function counted(label: string, icon: string, path: string): MenuNode {
  return { ...item(label, icon, path), hasCount: true };
}

/** An entry that opens in place. */
export function folder(label: string, icon: string, links: MenuLink[]): MenuNode {
  return { label, icon, links, isFolder: true };
}

/** One thing inside a folder. */
export function link(label: string, path: string): MenuLink {
  return { label, path };
}
