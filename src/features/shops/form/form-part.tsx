import type { FormProps } from '@/crud/types';
import { ToShopForm } from '@/features/shops/to-shop';
import { NewShop } from './new-shop';

/** `/shops/create` shows the form; `/shops/{slug}/edit` redirects to the one in the shop. */
export function FormPart({ row }: FormProps) {
  if (!row) return <NewShop />;
  return <ToShopForm slug={String(row.slug)} />;
}
