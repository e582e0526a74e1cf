import type { ReactNode } from 'react';
import { Link } from './link';
import { menuItemClass } from './menu-item-style';
import { Popover } from './popover';

interface LinkMenuProps {
  label: string;
  icon: ReactNode;
  links: readonly { key: string; href: string; locale?: string; text: string }[];
}

/** An icon button that opens a short list of links. */
export function LinkMenu({ label, icon, links }: LinkMenuProps) {
  return (
    <Popover variant="ghost" isSquare label={label} content={icon}>
      {(close) =>
        links.map((link) => (
          <Link
            key={link.key}
            href={link.href}
            locale={link.locale}
            className={menuItemClass}
            onClick={close}
          >
            {link.text}
          </Link>
        ))
      }
    </Popover>
  );
}
