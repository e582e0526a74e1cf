/** Focuses the field for the next scan. Not on a touch screen, where the keyboard would cover the goods. */
export function focusForScanner(field: HTMLElement | null): void {
  if (!window.matchMedia('(pointer: coarse)').matches) field?.focus();
}
