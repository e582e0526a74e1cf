import type { AnyResource } from '@/contract/core/define';
import { parseSearch, toSearch } from '@/contract/core/search';
import { hasCapability, whenAnnounced } from '@/lib/api/capabilities';

type Query = Record<string, unknown>;

/**
 * The endpoint of a list's query: a narrowed list has its own endpoint in the dialect, which other servers need instead
 * of search keys unknown to them. An endpoint that returns less is used with those servers only.
 */
export async function requestOf(resource: AnyResource, query: Query): Promise<[path: string, query: Query]> {
  const { list } = resource.only ?? {};
  if (list && !list.isLesser) return ownListOf(resource, query);
  if (!list && !hasShop(query)) return [resource.endpoint, query];
  await whenAnnounced();
  if (hasCapability('list-filters')) return [resource.endpoint, query];
  return list ? ownListOf(resource, query) : [resource.endpoint, withShop(query)];
}

/** The dialect's own list of a narrowed family. */
export function ownListOf(resource: AnyResource, query: Query): [path: string, query: Query] {
  const { list, scope = {} } = resource.only ?? {};
  if (!list) return [resource.endpoint, query];
  const { search: _search, ...rest } = withShop(query);
  const pairs = pairsOf(query).filter(([key, value]) => scope[key] !== value);
  const search = toSearch(Object.fromEntries(pairs));
  return [list.endpoint, { ...rest, ...(search && { search }), ...list.query }];
}

/** Other servers take the shop as a separate parameter instead of a search pair. */
function withShop(query: Query): Query {
  const shop = pairsOf(query).find(([key]) => key === 'shop_id');
  return shop ? { ...query, shop_id: shop[1] } : query;
}

const hasShop = (query: Query) => pairsOf(query).some(([key]) => key === 'shop_id');

function pairsOf({ search }: Query): [key: string, value: string][] {
  if (typeof search !== 'string') return [];
  return parseSearch(search).map(({ key, value }) => [key, value]);
}
