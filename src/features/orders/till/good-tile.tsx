import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef } from 'react';
import { Thumbnail } from '@/components/media/thumbnail';
import type { TillGood } from '@/contract/orders/till';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { useTillWord } from './use-till-word';

interface GoodTileProps {
  good: TillGood;
  /** Pieces of it on the receipt. */
  taken: number;
  /** Selected by the arrow keys. */
  isPicked: boolean;
  onAdd: () => void;
}

/** A tile of a product: name, price and stock. */
export function GoodTile({ good, taken, isPicked, onAdd }: GoodTileProps) {
  const { i18n } = useTranslation();
  const word = useTillWord();
  const money = useMoney();
  const button = useRef<HTMLButtonElement>(null);
  const { name, variation, price, left, image, shop } = good;
  const about = [variation, shop?.name].filter(Boolean).join(' · ');
  const isOut = left <= 0;
  useEffect(() => {
    if (isPicked) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isPicked]);
  const number = (count: number) => formatNumber(count, i18n.language);
  return (
    <li className="min-w-0">
      <button
        ref={button}
        type="button"
        disabled={isOut}
        data-picked={isPicked || undefined}
        className="relative flex h-full min-h-16 w-full items-center gap-3 rounded-card border border-line bg-surface px-3 py-2 text-start transition-colors hover:not-disabled:bg-sunken active:not-disabled:bg-accent-soft disabled:opacity-55 data-picked:border-accent data-picked:bg-accent-soft"
        onClick={onAdd}
      >
        <Thumbnail path={image} title={name} />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-semibold break-words" title={name}>
            <bdi>{name}</bdi>
          </span>
          {about && (
            <span className="block truncate text-small text-ink-second" dir="auto">
              {about}
            </span>
          )}
          <span className="flex flex-wrap gap-x-1.5 text-small text-ink-second">
            <span className="font-medium whitespace-nowrap text-ink">{money(price)}</span>
            <span className="whitespace-nowrap">
              {isOut ? word('out') : word('left', { text: number(left) })}
            </span>
          </span>
        </span>
        {/* Overlaps the picture: next to the name it would make the name wrap and shift the tiles below. */}
        {taken > 0 && (
          <span className="absolute start-8 top-1/2 grid h-6 min-w-6 -translate-y-7 place-items-center rounded-badge bg-accent px-1.5 text-small font-semibold text-accent-on ring-2 ring-surface">
            <span className="sr-only">{word('taken')}</span>
            {number(taken)}
          </span>
        )}
      </button>
    </li>
  );
}
