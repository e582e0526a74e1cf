import { RedirectTo } from '@/crud/redirect-to';
import type { DetailsProps } from '@/crud/types';

/** Redirects from `/shops/{slug}` to the shop itself. */
export function ToShop({ id }: DetailsProps) {
  return <RedirectTo to={`/${encodeURIComponent(id)}`} />;
}

/** The same for its form. */
export function ToShopForm({ slug }: { slug: string }) {
  return <RedirectTo to={`/${encodeURIComponent(slug)}/edit`} />;
}
