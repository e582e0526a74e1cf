import type { TextsProps } from '@/crud/types';

export function ProductTexts(_props: TextsProps) {
  return null;
}
