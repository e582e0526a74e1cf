import { RedirectTo } from '@/crud/redirect-to';
import type { FormProps } from '@/crud/types';
import { NewShop } from './new-shop';

/** `/shops/create` shows the form; `/shops/{slug}/edit` redirects to the one in the shop. */
export function FormPart({ row }: FormProps) {
  if (!row) return <NewShop />;
  return <RedirectTo to={`/${encodeURIComponent(String(row.slug))}/edit`} />;
}
