import { resourceNames, resources } from '@/contract';
import { type AnyResource, keyOf, pathOf, type Screen } from '@/contract/define';
import { screenAccess } from '@/contract/family-pages';
import { ruleOf } from '@/contract/pages';
import { isAllowed } from '@/contract/permissions';
import { type Account, type ApiSession, apiSession, callApi } from './e2e';

interface MeAnswer {
  shops: { id: number; slug: string }[];
  managed_shop: { id: number; slug: string } | null;
}

/** Lists, forms and details of every family that an account may open, at the root and in its shop, on rows of the demo data. */
export async function familyPagesOf(account: Account): Promise<string[]> {
  const session = await apiSession(account);
  const { shops, managed_shop } = await callApi<MeAnswer>(session, 'GET', 'me');
  const shop = shops[0] ?? managed_shop ?? undefined;
  const paths: string[] = shop ? [`/${shop.slug}`] : [];
  for (const name of resourceNames) {
    paths.push(...(await screensOf(resources[name], session)));
    if (shop) paths.push(...(await screensOf(resources[name], session, shop)));
  }
  const others = [
    ...['/flash-sale/my-products', '/profile', '/profile-update'],
    ...['/orders/create', '/orders/checkout', '/orders/transaction', '/ledger'],
    ...(shop ? [`/${shop.slug}/flash-sale/my-products`, `/${shop.slug}/edit`] : []),
  ];
  return [...paths, ...others.filter((path) => isAllowed(ruleOf(path)?.allow ?? [], session.permissions))];
}

async function screensOf(
  resource: AnyResource,
  session: ApiSession,
  shop?: { id: number; slug: string },
): Promise<string[]> {
  const opens = (screen: Screen) =>
    isAllowed(screenAccess(resource.name, screen, shop !== undefined) ?? [], session.permissions);
  const paths = pathOf(resource, shop?.slug);
  const found: string[] = [];
  if (opens('list')) found.push(paths.list);
  // An empty form is the filled one without its row.
  if (opens('create') && !opens('edit')) found.push(paths.create);
  if (!opens('edit') && !opens('details')) return found;
  const scope = shop && 'shop_id' in resource.search ? `&search=shop_id:${shop.id}` : '';
  const { data } = await callApi<{ data: never[] }>(session, 'GET', `${resource.endpoint}?limit=1${scope}`);
  const [row] = data;
  // The demo data fills every list: an empty one is a fault of its own.
  if (!row) throw new Error(`The demo data has no ${resource.name}${shop ? ` of ${shop.slug}` : ''}`);
  const key = keyOf(resource, row);
  if (opens('details')) found.push(paths.details(key));
  if (opens('edit')) found.push(paths.edit(key));
  return found;
}
