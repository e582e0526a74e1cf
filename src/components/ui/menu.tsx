import { Check, type LucideIcon } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from './link';
import { Popover } from './popover';

export interface MenuItem {
  key: string;
  label: string;
  icon?: LucideIcon;
  /** Address that the item opens; without it `onSelect` is called. */
  href?: string;
  /** Language of the address, for links to the same page in another language. */
  locale?: string;
  onSelect?: () => void;
  /** Draws a tick: the item is one of a choice. */
  isChecked?: boolean;
  isDanger?: boolean;
  /** Draws a line above. */
  isSeparated?: boolean;
}

interface MenuProps {
  /** Accessible name of the button. */
  label: string;
  /** Content of the button. */
  children: ReactNode;
  items: MenuItem[];
  /** Shown above the items, for instance who is signed in. */
  header?: ReactNode;
  buttonClassName?: string;
}

/** A menu button by the ARIA pattern: arrows, Home, End and Escape work; a click outside closes it. */
export function Menu({ label, children, items, header, buttonClassName = '' }: MenuProps) {
  return (
    <Popover kind="menu" label={label} content={children} className={buttonClassName}>
      {(close) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the items inside
        <div
          className="min-w-53 text-start"
          onKeyDown={(event) => {
            // From the button the browser's own Tab order applies.
            if (event.key === 'Tab') close();
            else moveFocus(event);
          }}
        >
          {header}
          <div role="menu" aria-label={label}>
            {items.map((item) => (
              <Entry key={item.key} item={item} onDone={close} />
            ))}
          </div>
        </div>
      )}
    </Popover>
  );
}

function Entry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const Icon = item.icon;
  const tone = item.isDanger ? 'text-bad hover:bg-bad-soft' : 'text-ink hover:bg-sunken';
  const common = {
    role: item.isChecked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': item.isChecked,
    tabIndex: -1,
    className: `flex h-8.5 w-full items-center gap-2.5 rounded-control px-2.5 pointer-coarse:h-10 ${tone}`,
  };
  const content = (
    <>
      {Icon && <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 opacity-80" />}
      <span className="flex-1 truncate text-start">{item.label}</span>
      {item.isChecked && <Check aria-hidden size={16} className="shrink-0 text-accent" />}
    </>
  );

  return (
    <>
      {item.isSeparated && <hr className="mx-1 my-1.5 border-line-faint first:hidden" />}
      {item.href === undefined ? (
        <button
          type="button"
          {...common}
          onClick={() => {
            onDone();
            item.onSelect?.();
          }}
        >
          {content}
        </button>
      ) : (
        <Link href={item.href} locale={item.locale} {...common} onClick={onDone}>
          {content}
        </Link>
      )}
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const current = items.findIndex((item) => item === document.activeElement);
  const targets: Record<string, number> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (current - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  items[target]?.focus();
}
