import words from '@locales/ru/resources.json?search';
import { addBasePath } from 'next/dist/client/add-base-path';
import { addLocale } from 'next/dist/client/add-locale';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import type { ShopStub } from '@/contract/accounts/auth';
import { addWords } from '@/lib/i18n/i18n';
import { useMe } from '@/lib/session/me';
import { useRecent } from '@/state/recent';
import type { SearchItem } from './search-items';
import { SearchNote } from './search-note';
import { SearchOptions } from './search-options';
import { useSearchGroups } from './use-search-groups';

addWords('resources', { search: words.search });

interface SearchPanelProps {
  id: string;
  text: string;
  shop: ShopStub | undefined;
  isInline: boolean;
  /** Is given the keys that are pressed in the box. */
  keys: RefObject<(event: KeyboardEvent) => void>;
  /** Tells the box which line the arrows have reached. */
  onActive: (id: string | undefined) => void;
  onDone: () => void;
}

/** What the search finds, below its box. */
export function SearchPanel({ id, text, shop, isInline, keys, onActive, onDone }: SearchPanelProps) {
  const { t } = useTranslation('resources');
  const found = useSearchGroups(text, shop);
  const items = found.groups.flatMap((group) => group.items);
  const choose = useChoice(onDone);
  const { index, move } = usePlace(items, text);
  const current = items[index];
  const activeId = current && `${id}-${index}`;

  useEffect(() => onActive(activeId), [activeId, onActive]);
  useEffect(() => () => onActive(undefined), [onActive]);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);
  useEffect(() => {
    keys.current = (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        move(step);
      }
      if (event.key === 'Enter' && current) {
        event.preventDefault();
        choose(current, event.ctrlKey || event.metaKey);
      }
    };
    return () => {
      keys.current = () => undefined;
    };
  }, [keys, move, choose, current]);

  const place = isInline
    ? 'mt-3 -mx-1.5 max-h-[min(60dvh,34rem)]'
    : 'absolute start-0 top-full z-30 mt-1.5 max-h-[min(75dvh,38rem)] w-130 max-w-[calc(100vw-2rem)] rounded-card border border-line bg-surface p-1.5 shadow-floating';
  return (
    <div className={`flex flex-col ${place}`}>
      <div className="min-h-0 overflow-y-auto overscroll-contain">
        <SearchOptions
          id={id}
          text={text}
          groups={found.groups}
          index={index}
          isStale={found.isStale}
          onChoose={choose}
        />
        <SearchNote text={text} found={found} isEmpty={items.length === 0} />
      </div>
      <p role="status" className="sr-only">
        {text.trim() && !found.isLoading && !found.isStale
          ? t('resources:search.found', { count: items.length })
          : ''}
      </p>
      <KeyHints />
    </div>
  );
}

/** The line that the arrows have reached: the first one, until they are used and whenever the text is another. */
function usePlace(items: readonly SearchItem[], text: string) {
  const [reached, setReached] = useState({ key: '', text: '' });
  const known = reached.text === text ? items.findIndex(({ key }) => key === reached.key) : -1;
  const index = Math.max(known, 0);
  const move = (step: number) => {
    const next = items[(index + step + items.length) % Math.max(items.length, 1)];
    if (next) setReached({ key: next.key, text });
  };
  return { index, move };
}

/** Goes there or does it. What is gone to in another tab leaves the search as it is. */
function useChoice(onDone: () => void) {
  const router = useRouter();
  const { data: me } = useMe();
  const { remember } = useRecent(me?.id);
  return ({ path, locale, run, isPlace, title, note = null, icon }: SearchItem, isNewTab: boolean) => {
    if (path === undefined) {
      onDone();
      run?.();
      return;
    }
    if (isPlace) remember({ path, title, note, icon });
    if (isNewTab) {
      const address = addBasePath(addLocale(path, locale ?? router.locale, router.defaultLocale));
      window.open(address, '_blank', 'noopener');
      return;
    }
    onDone();
    void router.push(path, undefined, locale === undefined ? undefined : { locale });
  };
}

/** Which keys do what; who has none is not told. */
function KeyHints() {
  const { t } = useTranslation('resources');
  const hints = { move: '↑↓', open: 'Enter', tab: 'Ctrl Enter', close: 'Esc' };
  return (
    <div
      aria-hidden="true"
      className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 border-t border-line-faint px-2.5 pt-2 pb-0.5 text-small text-ink-second phone:hidden pointer-coarse:hidden"
    >
      {Object.entries(hints).map(([key, keys]) => (
        <span key={key} className="whitespace-nowrap">
          <kbd className="rounded-badge border border-line bg-sunken px-1 [font-family:inherit] text-[12px] leading-5">
            {keys}
          </kbd>{' '}
          {t(`resources:search.keys.${key}`)}
        </span>
      ))}
    </div>
  );
}
