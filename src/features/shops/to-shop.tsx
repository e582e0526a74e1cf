import { QueryBoundary } from '@/components/page/query-boundary';
import { shops } from '@/contract/shops';
import { RedirectTo } from '@/crud/redirect-to';
import type { DetailsProps } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';

/** Redirects from `/shops/{id}` and `/shops/{slug}` to the shop itself, whose address is its slug. */
export function ToShop({ id }: DetailsProps) {
  const isSlug = !/^\d+$/.test(id);
  const query = useOne(shops, id, undefined, !isSlug);
  if (isSlug) return <RedirectTo to={toShop(id)} />;
  return <QueryBoundary query={query}>{({ slug }) => <RedirectTo to={toShop(slug)} />}</QueryBoundary>;
}

const toShop = (slug: string) => `/${encodeURIComponent(slug)}`;
