import { addBasePath } from 'next/dist/client/add-base-path';
import { addLocale } from 'next/dist/client/add-locale';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Skeleton } from '@/components/ui/skeleton';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { ShopStub } from '@/contract/accounts/auth';
import { fileUrl } from '@/lib/api/client';
import { markedPieces } from '@/lib/format/text-match';
import { useMe } from '@/lib/session/me';
import { type SearchGroup, type SearchItem, statusTones } from '@/shell/search/search-items';
import { type FoundGroups, useSearchGroups } from '@/shell/search/use-search-groups';
import { useRecent } from '@/state/recent';
import { useSearchUses } from '@/state/search-uses';

interface SearchPanelProps {
  id: string;
  text: string;
  shop: ShopStub | undefined;
  isInline: boolean;
  /** Receives the keys pressed in the box. */
  keys: RefObject<(event: KeyboardEvent) => void>;
  /** Called with the id of the active result. */
  onActive: (id: string | undefined) => void;
  onDone: () => void;
}

/** Search results below the box. */
export function SearchPanel({ id, text, shop, isInline, keys, onActive, onDone }: SearchPanelProps) {
  const { t } = useTranslation('insights');
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
          ? t('insights:search.found', { count: items.length })
          : ''}
      </p>
      <KeyHints />
    </div>
  );
}

/** Index of the active result; resets to the first when the text changes. */
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

/** Opens or runs a result. A result opened in a new tab leaves the search open. */
function useChoice(onDone: () => void) {
  const router = useRouter();
  const { data: me } = useMe();
  const { remember } = useRecent(me?.id);
  const { count } = useSearchUses(me?.id);
  return (item: SearchItem, isNewTab: boolean) => {
    const { path, locale, run, isPlace, title, note = null, icon } = item;
    if (item.isCounted) count(item.key);
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

/** Keyboard hints, hidden on touch devices. */
function KeyHints() {
  const { t } = useTranslation('insights');
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
          {t(`insights:search.keys.${key}`)}
        </span>
      ))}
    </div>
  );
}

interface SearchOptionsProps {
  id: string;
  /** Typed text, highlighted in the titles. */
  text: string;
  groups: readonly SearchGroup[];
  /** Index of the active result over all groups. */
  index: number;
  isStale: boolean;
  onChoose: (item: SearchItem, isNewTab: boolean) => void;
}

/** Results grouped under headings. */
function SearchOptions({ id, text, groups, index, isStale, onChoose }: SearchOptionsProps) {
  const { t } = useTranslation('insights');
  const starts = groups.map((_group, place) =>
    groups.slice(0, place).reduce((sum, { items }) => sum + items.length, 0),
  );
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('insights:search.results')}
      aria-busy={isStale}
      className="aria-busy:opacity-70"
    >
      {groups.map((group, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`} className="not-first:mt-1.5">
          <div className="flex items-baseline justify-between gap-3 px-2.5 pt-1 pb-1">
            <span id={`${id}-${group.key}`} className="text-small font-medium text-ink-second">
              {group.title}
            </span>
            {group.onForget && <Forget onForget={group.onForget} />}
          </div>
          {group.items.map((item, at) => {
            const number = (starts[place] ?? 0) + at;
            return (
              <Option
                key={item.key}
                id={`${id}-${number}`}
                item={item}
                text={text}
                isCurrent={number === index}
                onChoose={onChoose}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Forget({ onForget }: { onForget: () => void }) {
  const { t } = useTranslation('insights');
  return (
    <button
      type="button"
      // Keeps the focus in the box.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onForget}
      className="rounded-badge text-small text-ink-second hover:text-accent-ink hover:underline"
    >
      {t('insights:search.forget')}
    </button>
  );
}

interface OptionProps extends Pick<SearchOptionsProps, 'text' | 'onChoose'> {
  id: string;
  item: SearchItem;
  isCurrent: boolean;
}

function Option({ id, item, text, isCurrent, onChoose }: OptionProps) {
  const handleClick = (event: MouseEvent) => onChoose(item, event.ctrlKey || event.metaKey);
  const handleMiddle = (event: MouseEvent) => {
    if (event.button === 1 && item.path !== undefined) onChoose(item, true);
  };
  return (
    // The box keeps the focus and handles the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      onMouseDown={(event) => event.preventDefault()}
      onClick={handleClick}
      onAuxClick={handleMiddle}
      className={`flex cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 hover:bg-sunken pointer-coarse:py-2.5 ${isCurrent ? 'bg-sunken' : ''}`}
    >
      <Sign item={item} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          <Marked title={item.title} text={text} />
        </span>
        {item.note && (
          <span className="block truncate text-small text-ink-second">
            <Marked title={item.note} text={text} />
          </span>
        )}
      </span>
      <Status status={item.status} />
    </div>
  );
}

function Sign({ item: { icon, picture } }: { item: SearchItem }) {
  if (!picture) return <SpriteIcon name={icon} className="mx-1.5 size-4 shrink-0 text-ink-second" />;
  return (
    <img
      src={fileUrl(picture)}
      alt=""
      width={28}
      height={28}
      className="size-7 shrink-0 rounded-badge bg-line-faint object-cover"
    />
  );
}

function Status({ status }: { status: string | null | undefined }) {
  const { t } = useTranslation('insights');
  const tone = status ? statusTones[status] : undefined;
  if (!tone) return null;
  return (
    <span className="shrink-0">
      <Badge tone={tone}>{t(`insights:search.statuses.${status}`)}</Badge>
    </span>
  );
}

function Marked({ title, text }: { title: string; text: string }) {
  return markedPieces(title, text).map((piece, at) =>
    piece.isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position
      <mark key={at} className="rounded-[2px] bg-accent-soft text-accent-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}

interface SearchNoteProps {
  text: string;
  found: FoundGroups;
  isEmpty: boolean;
}

function SearchNote({ text, found, isEmpty }: SearchNoteProps) {
  const { t } = useTranslation('insights');
  if (found.error) {
    const isTooOften = found.error.code === 'TOO_MANY_REQUESTS';
    return (
      <p
        role="alert"
        className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 px-2.5 py-2 text-ink-second"
      >
        {t(`insights:search.${isTooOften ? 'too-often' : 'failed'}`)}
        <button
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={found.retry}
          className="rounded-badge font-medium text-accent-ink hover:underline"
        >
          {t('insights:search.retry')}
        </button>
      </p>
    );
  }
  if (found.isLoading) {
    return (
      <div role="status" aria-label={t('insights:search.loading')} className="mt-1.5 space-y-3 px-2.5 py-2">
        {[40, 55, 35].map((width) => (
          <div key={width} className="flex items-center gap-3">
            <Skeleton className="size-7 shrink-0" />
            <Skeleton className={`h-4 ${width === 55 ? 'w-7/12' : 'w-5/12'}`} />
          </div>
        ))}
      </div>
    );
  }
  if (!isEmpty || text.trim() === '' || found.isStale) return null;
  return (
    <div className="px-2.5 py-3">
      <p className="font-medium break-words">{t('insights:search.nothing', { text: text.trim() })}</p>
      <p className="mt-1 text-small text-ink-second">{t('insights:search.hints')}</p>
    </div>
  );
}
