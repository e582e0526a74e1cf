import { RedirectTo } from '@/crud/redirect-to';
import type { DetailsProps } from '@/crud/types';

/** Redirects from `/shops/{slug}` to the shop itself. */
export function ToShop({ id }: DetailsProps) {
  return <RedirectTo to={`/${encodeURIComponent(id)}`} />;
}
