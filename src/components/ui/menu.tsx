import type { ReactNode } from 'react';
import { FloatingButton } from './floating/floating-button';
import type { MenuItem } from './floating/menu-item';

export type { MenuItem };

interface MenuProps {
  /** Accessible name of the button. */
  label: string;
  children: ReactNode;
  items: MenuItem[];
  /** Shown above the items, for instance who is signed in. */
  header?: ReactNode;
  buttonClassName?: string;
}

/** A menu button by the ARIA pattern: arrows, Home, End, letters and Escape work; a click outside closes it. */
export function Menu({ label, children, items, header, buttonClassName = '' }: MenuProps) {
  const button = { 'aria-label': label, className: buttonClassName, children };
  return (
    <FloatingButton isMenu button={button}>
      {({ OpenMenu }, isByKey) => (
        <OpenMenu button={button} items={items} header={header} isByKey={isByKey} />
      )}
    </FloatingButton>
  );
}
