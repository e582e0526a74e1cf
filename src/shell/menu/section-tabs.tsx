import { useTranslation } from 'next-i18next/pages';
import { Tabs } from '@/components/ui/tabs';
import { topRole } from '@/contract/core/permissions';
import { type MenuLink, type MenuPerson, offeredLinks, pathOf } from './offered';
import { marketSections, type Section, settingsAreas, shopSections } from './sections';
import { useMenuPerson } from './use-menu-person';

interface SectionTabsProps {
  /** Without base path and language. */
  address: string;
  /** Slug of the shop whose page it is. */
  place: string | undefined;
}

/** The pages beside the open one, above its title; for the settings their areas first. */
export function SectionTabs({ address, place }: SectionTabsProps) {
  const { t } = useTranslation('common');
  const person = useMenuPerson();
  return tabsFor(person, address, place).map(({ label, tabs }) => (
    <div key={label} className="px-1 desk:px-3">
      <Tabs
        label={t(label)}
        tabs={tabs.map(({ path, label: name, isCurrent }) => ({ href: path, label: t(name), isCurrent }))}
      />
    </div>
  ));
}

interface TabRow {
  /** Key of what the tabs are. */
  label: string;
  tabs: (MenuLink & { isCurrent: boolean })[];
}

/** Rows of tabs above a page: none where the person may open none of the pages beside it. */
export function tabsFor(person: MenuPerson, address: string, place: string | undefined): TabRow[] {
  const here = pathOf(address);
  const shop = place ?? person.onlyShop;
  const isMarket = place === undefined && topRole(person.permissions) === 'super_admin';
  const linksOf = (section: Section) =>
    offeredLinks(
      Object.entries(section).map(([path, label]) => ({ path, label })),
      person,
      shop,
    );
  const holds = (links: MenuLink[]) => links.some(({ path }) => path === here);
  const rowOf = (label: string, links: MenuLink[], isCurrent: (link: MenuLink) => boolean): TabRow[] =>
    links.length > 1 ? [{ label, tabs: links.map((link) => ({ ...link, isCurrent: isCurrent(link) })) }] : [];
  const pages = (links: MenuLink[]) => rowOf('menu.section', links, ({ path }) => path === here);

  const areas = isMarket
    ? Object.entries(settingsAreas).map(([label, area]) => ({ label, links: linksOf(area) }))
    : [];
  const open = areas.find(({ links }) => holds(links));
  if (open) {
    const firsts = areas.flatMap(({ label, links: [first] }) => (first ? [{ path: first.path, label }] : []));
    return [...rowOf('menu.areas', firsts, ({ label }) => label === open.label), ...pages(open.links)];
  }
  const sections = Object.values(isMarket ? marketSections : shopSections);
  return pages(sections.map(linksOf).find(holds) ?? []);
}
