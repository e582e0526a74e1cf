import { existsSync, readFileSync } from 'node:fs';
import { resourceNames, resources } from '@/contract';
import { type AnyResource, addressKey, familyPaths, type Screen } from '@/contract/core/define';
import { isAllowed } from '@/contract/core/permissions';
import { screenAccess } from '@/contract/family-pages';
import { findPageRule } from '@/contract/pages';
import { marketSections, type Section, settingsAreas, shopSections } from '@/shell/menu/sections';
import { type Account, type ApiSession, apiSession, callApi } from './browser';

interface MeAnswer {
  shops: { id: number; slug: string }[];
  managed_shop: { id: number; slug: string } | null;
}

/** A page and the parts that render it: names in the code, nearly all shared by the pages of plain families. */
export interface SweptPage {
  path: string;
  parts: string[];
}

/**
 * Lists, forms and details of every family that an account may open, at the root and in its shop, on demo rows, and
 * other pages that no menu links to.
 */
export async function familyPagesOf(account: Account): Promise<SweptPage[]> {
  const session = await apiSession(account);
  const { shops, managed_shop } = await callApi<MeAnswer>(session, 'GET', 'me');
  const shop = shops[0] ?? managed_shop ?? undefined;
  const pages: SweptPage[] = shop ? [ownPage(`/${shop.slug}`)] : [];
  for (const name of resourceNames) {
    pages.push(...(await screensOf(resources[name], session)));
    if (shop) pages.push(...(await screensOf(resources[name], session, shop)));
  }
  const talks = await callApi<{ data: { id: number }[] }>(session, 'GET', 'conversations?limit=1');
  const others = [
    ...talks.data.flatMap(({ id }) => [`/message/${id}`, `/shop-message/${id}`]),
    ...['/flash-sale/my-products', '/profile', '/profile-update', '/notice', '/notify-logs'],
    ...['/orders/create', '/orders/cart', '/orders/checkout', '/orders/transaction', '/ledger'],
    ...['/activity', '/activity/trash'],
    ...(shop ? [`/${shop.slug}/edit`] : []),
    ...tabsOf(shop?.slug),
  ];
  const known = new Set(pages.map(({ path }) => path));
  const allowed = others.filter(
    (path) => !known.has(path) && isAllowed(findPageRule(path)?.allow ?? [], session.permissions),
  );
  return [...pages, ...allowed.map(ownPage)];
}

/** Pages that are tabs of an entry of the menu; what a demo alone has is looked at by specs of its own. */
function tabsOf(shop: string | undefined): string[] {
  const sections: Section[] = [marketSections, settingsAreas, ...(shop ? [shopSections] : [])].flatMap(
    (each) => Object.values<Section>(each),
  );
  return sections
    .flatMap((section) => Object.keys(section))
    .filter((path) => !path.includes('[me]'))
    .map((path) => path.replace('[shop]', shop ?? ''))
    .filter((path) => findPageRule(path)?.needs !== 'outbox');
}

/** A page that shares no code with another. */
export const ownPage = (path: string): SweptPage => ({ path, parts: [path] });

/**
 * Parts by which the engine renders a screen of a plain family: its kinds of cells or fields. Other screens have a part
 * of their own.
 */
function partsOf(resource: AnyResource, screen: Screen): string[] {
  const file = `src/pages/${resource.name}/[[...screen]].tsx`;
  const isPlain = existsSync(file) && /resourcePage\([^,]+, [^,]+\);/.test(readFileSync(file, 'utf8'));
  if (!isPlain) return [`${resource.name} ${screen}`];
  const kinds: { kind: string }[] = screen === 'list' ? resource.columns : resource.fields;
  return [screen, ...kinds.map(({ kind }) => `${screen} ${kind}`)];
}

async function screensOf(
  resource: AnyResource,
  session: ApiSession,
  shop?: { id: number; slug: string },
): Promise<SweptPage[]> {
  const opens = (screen: Screen) =>
    isAllowed(screenAccess(resource.name, screen, shop !== undefined) ?? [], session.permissions);
  const paths = familyPaths(resource, shop?.slug);
  const found: SweptPage[] = [];
  const add = (screen: Screen, path: string) => found.push({ path, parts: partsOf(resource, screen) });
  if (opens('list')) add('list', paths.list);
  // An empty form is the filled one without its row.
  if (opens('create') && !opens('edit')) add('create', paths.create);
  if (!opens('edit') && !opens('details')) return found;
  const scope = shop && 'shop_id' in resource.search ? `&search=shop_id:${shop.id}` : '';
  const { data } = await callApi<{ data: never[] }>(session, 'GET', `${resource.endpoint}?limit=1${scope}`);
  const [row] = data;
  // The demo data fills every list: an empty one is an error.
  if (!row) throw new Error(`The demo data has no ${resource.name}${shop ? ` of ${shop.slug}` : ''}`);
  const key = addressKey(resource, row);
  if (opens('details')) add('details', paths.details(key));
  if (opens('edit')) add('edit', paths.edit(key));
  return found;
}
