import type { AnyResource } from '@/contract/core/define';
import { parseSearch, toSearch } from '@/contract/core/search';
import { hasCapability, isAnnounced, whenAnnounced } from '@/lib/api/capabilities';

type Query = Record<string, unknown>;

/**
 * The endpoint of a list's query: a narrowed list has its own endpoint in the dialect, which other servers need instead
 * of search keys unknown to them. An endpoint that returns less is used with those servers only.
 */
export async function listRequest(
  resource: AnyResource,
  query: Query,
): Promise<[path: string, query: Query]> {
  const { list } = resource.only ?? {};
  if (list?.isLesser) {
    await whenAnnounced();
    // A role may open the lesser list alone.
    if (hasCapability('list-filters') && isAnnounced('GET', resource.endpoint))
      return [resource.endpoint, query];
  }
  return ownListRequest(resource, query);
}

/** The dialect's own list of a narrowed family. */
export function ownListRequest(resource: AnyResource, query: Query): [path: string, query: Query] {
  const { list, scope = {} } = resource.only ?? {};
  if (!list) return [resource.endpoint, query];
  const { search: asked, ...rest } = query;
  const pairs = typeof asked === 'string' ? parseSearch(asked) : [];
  const kept = pairs.filter(({ key, value }) => scope[key] !== value);
  const search = toSearch(Object.fromEntries(kept.map(({ key, value }) => [key, value])));
  return [list.endpoint, { ...rest, ...(search && { search }), ...list.query }];
}
