import { Check, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from './link';
import { useClickOutside } from './use-click-outside';

export interface MenuItem {
  key: string;
  label: string;
  icon?: LucideIcon;
  /** Where the item leads; without it `onSelect` is called. */
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
  /** What the button shows. */
  children: ReactNode;
  items: MenuItem[];
  /** Shown above the items, for instance who is signed in. */
  header?: ReactNode;
  buttonClassName?: string;
}

/** A menu button by the ARIA pattern: arrows, Home, End and Escape work; a click outside closes it. */
export function Menu({ label, children, items, header, buttonClassName = '' }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (isOpen) itemsOf(box.current)[0]?.focus();
  }, [isOpen]);
  useClickOutside(box, isOpen, () => setIsOpen(false));

  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };

  const handleKey = (event: KeyboardEvent) => {
    if (!isOpen) {
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        setIsOpen(true);
      }
      return;
    }
    if (event.key === 'Escape') {
      // A dialog around the menu must not close with it.
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') setIsOpen(false);
    else moveFocus(event, itemsOf(box.current));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the items inside
    <div ref={box} className="relative" onKeyDown={handleKey}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className={buttonClassName}
      >
        {children}
      </button>
      {isOpen && (
        <div className="absolute end-0 top-full z-30 mt-1.5 min-w-56 rounded-card border border-line bg-surface p-1.5 text-start shadow-floating">
          {header}
          <div id={id} role="menu" aria-label={label}>
            {items.map((item) => (
              <Entry key={item.key} item={item} onDone={close} />
            ))}
          </div>
        </div>
      )}
    </div>
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
      {item.isSeparated && <hr className="mx-1 my-1.5 border-line-faint" />}
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

function itemsOf(box: HTMLElement | null): HTMLElement[] {
  return box ? [...box.querySelectorAll<HTMLElement>('[role^="menuitem"]')] : [];
}

function moveFocus(event: KeyboardEvent, items: HTMLElement[]) {
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
