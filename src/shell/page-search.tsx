import { Search, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { ShopStub } from '@/contract/auth';
import { useMe, usePermissions } from '@/lib/me';
import { type PageLink, pageLinks } from './menu';
import { PageSearchResults } from './page-search-results';

interface PageSearchProps {
  /** The shop being looked at: its pages are offered too. */
  shop: ShopStub | undefined;
  onChoose: (path: string) => void;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** In a dialog the answers stand below the box instead of floating over the page. */
  isInline?: boolean;
}

/** Finds pages of the person's menus by label or address (reference pages §6: "Quick page links"). */
export function PageSearch({ shop, onChoose, inputRef, isInline = false }: PageSearchProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { data: me } = useMe();
  const permissions = usePermissions();
  const [text, setText] = useState('');
  const [isFocused, setFocused] = useState(false);
  const [position, setPosition] = useState(0);

  const links = matching(pageLinks({ permissions, id: me?.id }, me, shop), text, t);
  const isOpen = isInline || isFocused;
  const current = links[Math.min(position, links.length - 1)];

  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setFocused(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, []);

  const choose = (link: PageLink) => {
    setText('');
    setFocused(false);
    onChoose(link.path);
  };

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && links.length > 0) {
      event.preventDefault();
      setFocused(true);
      setPosition((Math.min(position, links.length - 1) + step + links.length) % links.length);
    }
    if (event.key === 'Enter' && isOpen && current) {
      choose(current);
      event.currentTarget.blur();
    }
    if (event.key === 'Escape' && !isInline && isFocused) setFocused(false);
    if (event.key === 'Tab') setFocused(false);
  };

  return (
    <div ref={box} className="relative">
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-ink-third"
      />
      <input
        ref={inputRef}
        type="text"
        role="combobox"
        aria-label={t('text-search-pages')}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && current ? `${id}-${links.indexOf(current)}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={t('text-top-bar-search-placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPosition(0);
          setFocused(true);
        }}
        onFocus={() => setFocused(true)}
        onKeyDown={handleKey}
        className="h-8.5 w-full rounded-control border border-line bg-sunken ps-9 pe-16 hover:border-ink-third focus-visible:border-accent focus-visible:outline-offset-0 phone:text-[16px] pointer-coarse:h-10"
      />
      {text ? (
        <button
          type="button"
          aria-label={t('button-clear')}
          onClick={() => setText('')}
          className="absolute end-1.5 top-1/2 -translate-y-1/2 rounded-badge p-1 text-ink-second hover:text-ink"
        >
          <X aria-hidden size={15} />
        </button>
      ) : (
        !isInline && (
          <kbd className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 rounded-badge border border-line bg-surface px-1.5 font-sans text-[12px] leading-5 text-ink-third">
            Ctrl K
          </kbd>
        )
      )}
      <PageSearchResults
        id={id}
        isOpen={isOpen}
        links={links}
        current={current}
        isInline={isInline}
        onChoose={choose}
      />
    </div>
  );
}

const mostShown = 8;

function matching(links: PageLink[], text: string, t: (key: string) => string): PageLink[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return links
    .filter((link) => {
      const haystack = plain(`${t(link.label)} ${link.shop ?? ''} ${link.path}`);
      return words.every((word) => haystack.includes(word));
    })
    .slice(0, mostShown);
}

function plain(text: string): string {
  return text.toLocaleLowerCase().replaceAll('ё', 'е');
}
