/** Where the next scan goes. On a touch screen a focused field would open the keyboard over the goods. */
export function focusForScanner(field: HTMLElement | null): void {
  if (!window.matchMedia('(pointer: coarse)').matches) field?.focus();
}
