import { Search, X } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { ShopStub } from '@/contract/accounts/auth';
import { part } from '@/lib/part';

// Loaded when the box is first focused.
const SearchPanel = part(
  dynamic(() => import('./search-panel').then((module) => module.SearchPanel), {
    ssr: false,
  }),
);

interface SearchBoxProps {
  /** The current shop: its pages and actions are offered. */
  shop: ShopStub | undefined;
  /** Called after navigating or running an action. */
  onDone?: () => void;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** In a dialog the results are below the box instead of floating. */
  isInline?: boolean;
}

/** The global search: pages, actions and records. Focus stays in the box. */
export function SearchBox({ shop, onDone, inputRef, isInline = false }: SearchBoxProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const own = useRef<HTMLInputElement>(null);
  const input = inputRef ?? own;
  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined);
  const [text, setText] = useState('');
  const [isFocused, setFocused] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  const isOpen = isInline || isFocused;
  useClickOutside(box, isFocused, () => setFocused(false));

  const type = (value: string) => {
    setText(value);
    setFocused(true);
  };

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Tab') setFocused(false);
    if (event.key === 'Escape' && isFocused && !isInline) {
      // Escape closes the results only.
      event.stopPropagation();
      setFocused(false);
      return;
    }
    if (!isOpen && ['ArrowDown', 'ArrowUp'].includes(event.key)) setFocused(true);
    else if (isOpen) keys.current(event);
  };

  const handleDone = () => {
    setText('');
    setFocused(false);
    input.current?.blur();
    onDone?.();
  };

  return (
    <div ref={box} className="relative">
      <SearchField
        ref={input}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen ? activeId : undefined}
        text={text}
        isOpen={isOpen}
        isInline={isInline}
        onType={type}
        onFocus={() => setFocused(true)}
        onKeyDown={handleKey}
      />
      {isOpen && (
        <SearchPanel
          id={id}
          text={text}
          shop={shop}
          isInline={isInline}
          keys={keys}
          onActive={setActiveId}
          onDone={handleDone}
        />
      )}
    </div>
  );
}

interface SearchFieldProps extends ComponentProps<'input'> {
  ref: RefObject<HTMLInputElement | null>;
  text: string;
  /** Whether the results are shown. */
  isOpen: boolean;
  isInline: boolean;
  onType: (text: string) => void;
}

function SearchField({ ref, text, isOpen, isInline, onType, ...control }: SearchFieldProps) {
  const { t } = useTranslation('common');
  return (
    <div className="relative">
      <Search
        size={16}
        className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-ink-third"
      />
      <input
        {...control}
        ref={ref}
        type="text"
        role="combobox"
        aria-label={t('text-search-pages')}
        aria-expanded={isOpen}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type into this box
        autoFocus={isInline}
        placeholder={t('text-top-bar-search-placeholder')}
        value={text}
        onChange={(event) => onType(event.target.value)}
        className="h-8.5 w-full rounded-control border border-line bg-sunken ps-9 pe-16 hover:border-ink-third focus-visible:border-accent focus-visible:outline-offset-0 phone:text-[16px] pointer-coarse:h-10"
      />
      {text && (
        <button
          type="button"
          aria-label={t('button-clear')}
          onClick={() => {
            onType('');
            ref.current?.focus();
          }}
          className="absolute end-1.5 top-1/2 -translate-y-1/2 rounded-badge p-1 text-ink-second hover:text-ink"
        >
          <X size={15} />
        </button>
      )}
      {!text && !isInline && (
        <kbd className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 rounded-badge border border-line bg-surface px-1.5 [font-family:inherit] text-[12px] leading-5 text-ink-third">
          Ctrl K
        </kbd>
      )}
    </div>
  );
}

/** Calls back when something outside the element is pressed. */
function useClickOutside(
  element: RefObject<HTMLElement | null>,
  isActive: boolean,
  callback: () => void,
): void {
  const current = useRef(callback);
  useEffect(() => {
    current.current = callback;
  });

  useEffect(() => {
    if (!isActive) return;
    const handlePress = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) current.current();
    };
    document.addEventListener('pointerdown', handlePress);
    return () => document.removeEventListener('pointerdown', handlePress);
  }, [element, isActive]);
}
