import { useTranslation } from 'next-i18next/pages';
import type { MouseEvent } from 'react';
import { Badge } from '@/components/ui/badge';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { fileUrl } from '@/lib/api/client';
import { markedPieces } from '@/lib/format/text-match';
import { type SearchGroup, type SearchItem, statusTones } from './search-items';

interface SearchOptionsProps {
  id: string;
  /** What was typed: it is marked in the titles. */
  text: string;
  groups: readonly SearchGroup[];
  /** The line that the arrows have reached, counted over all groups. */
  index: number;
  isStale: boolean;
  onChoose: (item: SearchItem, isNewTab: boolean) => void;
}

/** The lines of the search under their headings. */
export function SearchOptions({ id, text, groups, index, isStale, onChoose }: SearchOptionsProps) {
  const { t } = useTranslation('resources');
  const starts = groups.map((_group, place) =>
    groups.slice(0, place).reduce((sum, { items }) => sum + items.length, 0),
  );
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('resources:search.results')}
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
  const { t } = useTranslation('resources');
  return (
    <button
      type="button"
      // The box keeps the focus, and with it the keys.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onForget}
      className="rounded-badge text-small text-ink-second hover:text-accent-ink hover:underline"
    >
      {t('resources:search.forget')}
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
    // The keys belong to the box above, which keeps the focus.
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

/** A picture of the record, or of its kind. */
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
  const { t } = useTranslation('resources');
  const tone = status ? statusTones[status] : undefined;
  if (!tone) return null;
  return (
    <span className="shrink-0">
      <Badge tone={tone}>{t(`resources:search.statuses.${status}`)}</Badge>
    </span>
  );
}

function Marked({ title, text }: { title: string; text: string }) {
  return markedPieces(title, text).map((piece, at) =>
    piece.isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is what stands at its place
      <mark key={at} className="rounded-[2px] bg-accent-soft text-accent-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
