import type { KeyboardEvent } from 'react';

/** An input that a scanner types a marking code into. */
export const scannerInput = {
  dir: 'ltr',
  autoComplete: 'off',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  maxLength: 400,
} as const;

/** Some scanners send the separator as the keys that make it on a terminal: then the text goes on with it. */
export function withSeparator(event: KeyboardEvent, text: string): string | undefined {
  if (!event.ctrlKey || event.code !== 'BracketRight') return undefined;
  event.preventDefault();
  return `${text}\u001d`;
}
