import { Search, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type RefObject, useId, useRef } from 'react';
import { useClickOutside } from '@/components/use-click-outside';
import type { ShopStub } from '@/contract/auth';
import { PageSearchResults } from './page-search-results';
import { usePageSearch } from './use-page-search';

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
  const search = usePageSearch(shop, isInline, onChoose);
  const { text, isOpen, current, index } = search;
  useClickOutside(box, search.isFocused, () => search.setFocused(false));

  return (
    <div ref={box} className="relative">
      <div className="relative">
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
          aria-activedescendant={isOpen && current ? `${id}-${index}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type into this box
          autoFocus={isInline}
          placeholder={t('text-top-bar-search-placeholder')}
          value={text}
          onChange={(event) => search.type(event.target.value)}
          onFocus={() => search.setFocused(true)}
          onKeyDown={search.handleKey}
          className="h-8.5 w-full rounded-control border border-line bg-sunken ps-9 pe-16 hover:border-ink-third focus-visible:border-accent focus-visible:outline-offset-0 phone:text-[16px] pointer-coarse:h-10"
        />
        {text && (
          <button
            type="button"
            aria-label={t('button-clear')}
            onClick={() => search.type('')}
            className="absolute end-1.5 top-1/2 -translate-y-1/2 rounded-badge p-1 text-ink-second hover:text-ink"
          >
            <X aria-hidden size={15} />
          </button>
        )}
        {!text && !isInline && (
          <kbd className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 rounded-badge border border-line bg-surface px-1.5 [font-family:inherit] text-[12px] leading-5 text-ink-third">
            Ctrl K
          </kbd>
        )}
      </div>
      <PageSearchResults
        id={id}
        isOpen={isOpen}
        links={search.links}
        current={current}
        isInline={isInline}
        onChoose={search.choose}
      />
    </div>
  );
}
