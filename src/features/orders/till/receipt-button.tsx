import type { ComponentProps } from 'react';
import { KeyHint } from './key-hint';

/** A plain button of the receipt, with its shortcut. */
export function ReceiptButton({
  shortcut,
  className = '',
  children,
  ...rest
}: ComponentProps<'button'> & { shortcut: string }) {
  return (
    <button
      {...rest}
      type="button"
      className={`flex min-h-10 min-w-0 items-center gap-2 rounded-control px-2 font-semibold text-accent-ink hover:bg-accent-soft ${className}`}
    >
      {children}
      <KeyHint name={shortcut} />
    </button>
  );
}
