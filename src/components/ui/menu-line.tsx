import type { ReactNode } from 'react';
import { menuItemClass } from './menu-item-style';

interface MenuLineProps {
  icon: ReactNode;
  close: () => void;
  /** Opens the dialog of the line, when the menu is closed. */
  onOpen: () => void;
  className?: string | undefined;
  children: ReactNode;
}

/** A line of a row's «•••» menu that opens a dialog. */
export function MenuLine({ icon, close, onOpen, className = '', children }: MenuLineProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`${menuItemClass} ${className}`}
      onClick={() => {
        close();
        onOpen();
      }}
    >
      <span className="text-ink-second">{icon}</span>
      {children}
    </button>
  );
}
