import type { FormProps } from '@/crud/types';

export function ProductForm(_props: FormProps) {
  return null;
}
