import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { topLevelKey } from '@/components/form/form-errors';

/** Puts the focus into a wrong field: the one of the path, or else the first marked one below its top-level key. */
export function goToField(frame: HTMLFormElement, form: UseFormReturn<FieldValues>, path: string): void {
  const before = document.activeElement;
  form.setFocus(path);
  if (document.activeElement !== before) return;
  const marked = [...frame.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];
  const key = topLevelKey(path);
  const isOf = ({ id }: HTMLElement) => id.includes(path.replaceAll('.', '-')) || id.includes(key);
  (marked.find(isOf) ?? marked[0])?.focus();
}
