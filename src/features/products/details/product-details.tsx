import type { DetailsProps } from '@/crud/types';

export function ProductDetails(_props: DetailsProps) {
  return null;
}
