import type { ReactNode } from 'react';

/**
 * The buttons of a dialog, at the end of its last line: the way out first, the action last (rules/panel: dialogs end one
 * way). On a phone they share the line.
 */
export function DialogButtons({ className = 'mt-6', children }: { className?: string; children: ReactNode }) {
  return (
    <div className={`flex w-full flex-wrap justify-end gap-2 phone:*:flex-1 ${className}`}>{children}</div>
  );
}
