import {
  Menu,
  MenuButton,
  MenuItem,
  MenuItems,
  MenuSeparator,
  Popover,
  PopoverButton,
  PopoverPanel,
} from '@headlessui/react';
import { Check } from 'lucide-react';
import {
  type ComponentProps,
  Fragment,
  type ReactNode,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useRef,
} from 'react';
import { Link } from '@/components/ui/link';
import { Loader } from '@/components/ui/loader';
import type { MenuItem as Item } from './menu-item';

const panelClass =
  'z-50 min-w-44 rounded-card border border-line bg-surface p-1.5 shadow-floating [--anchor-max-height:min(24rem,80vh)] focus:outline-none';
/** Distance to the button and to the edges of the window. */
const distance = { gap: 6, padding: 8 };

interface OpenPopoverProps {
  button: ComponentProps<'button'>;
  children: (close: () => void) => ReactNode;
}

/** Imported by `FloatingButton` only. */
export function OpenPopover({ button, children }: OpenPopoverProps) {
  const opener = useOpening((element) => element.click());
  return (
    <Popover as={Fragment}>
      <PopoverButton {...button} ref={opener} />
      <PopoverPanel
        focus
        anchor={{ to: 'bottom start', ...distance }}
        className={panelClass}
        // The page's own keys are not meant.
        onKeyDown={(event) => event.stopPropagation()}
      >
        {({ close }) => <Suspense fallback={<Loader />}>{children(() => close())}</Suspense>}
      </PopoverPanel>
    </Popover>
  );
}

interface OpenMenuProps {
  items: Item[];
  header?: ReactNode;
  button: ComponentProps<'button'>;
  isByKey: boolean;
}

/** Imported by `FloatingButton` only. */
export function OpenMenu({ button, items, header, isByKey }: OpenMenuProps) {
  const opener = useOpening((element) => {
    if (!isByKey) element.click();
    // Opens on the first item.
    else element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  });
  return (
    <Menu>
      <MenuButton {...button} ref={opener} />
      <MenuItems
        modal={false}
        anchor={{ to: 'bottom end', ...distance }}
        className={`${panelClass} min-w-56 text-start`}
      >
        {header}
        {items.map((item) => (
          <Fragment key={item.key}>
            {item.isSeparated && (
              <MenuSeparator as="hr" className="mx-1 my-1.5 border-line-faint first:hidden" />
            )}
            <MenuItem>{entry(item)}</MenuItem>
          </Fragment>
        ))}
      </MenuItems>
    </Menu>
  );
}

function entry({ icon: Icon, label, href, locale, onSelect, isChecked = false, isDanger }: Item) {
  const tone = isDanger ? 'text-bad data-focus:bg-bad-soft' : 'text-ink data-focus:bg-sunken';
  const className = `flex h-8.5 w-full items-center gap-2.5 rounded-control px-2.5 pointer-coarse:h-10 ${tone}`;
  const content = (
    <>
      {Icon && <Icon size={16} strokeWidth={1.75} className="shrink-0 opacity-80" />}
      <span className="flex-1 truncate text-start">{label}</span>
      {isChecked && <Check size={16} className="shrink-0 text-accent" />}
    </>
  );
  if (href !== undefined)
    return (
      <Link href={href} locale={locale} className={className} aria-current={isChecked || undefined}>
        {content}
      </Link>
    );
  return (
    <button type="button" className={className} aria-current={isChecked || undefined} onClick={onSelect}>
      {content}
    </button>
  );
}

/** Opens once, when the press has mounted it: Headless UI takes no state from outside. */
function useOpening(open: (button: HTMLButtonElement) => void): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const isOpened = useRef(false);
  useLayoutEffect(() => {
    if (isOpened.current || !button.current) return;
    isOpened.current = true;
    open(button.current);
  });
  return button;
}
