import { useTranslation } from 'next-i18next/pages';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Thumbnail } from '@/components/media/thumbnail';
import type { TillGood } from '@/contract/orders/till';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { useTillWord } from '../use-till-word';
import { canBeSold, type Tile } from './tile';

interface GoodTileProps {
  goods: Tile['goods'];
  /** Pieces of them on the receipt. */
  taken: number;
  /** Selected by the arrow keys. */
  isPicked: boolean;
  /** Its variations are shown; undefined for a tile that is added as it is. */
  isOpen?: boolean | undefined;
  onPress: (event: MouseEvent) => void;
}

/** A tile of a product: name, price and stock, or the number of its variations. */
export function GoodTile({ goods, taken, isPicked, isOpen, onPress }: GoodTileProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [{ name, variation, image, shop }] = goods;
  useEffect(() => {
    if (isPicked) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isPicked]);
  return (
    <li className="min-w-0">
      <button
        ref={button}
        type="button"
        disabled={!goods.some(canBeSold)}
        data-picked={isPicked || isOpen || undefined}
        aria-expanded={isOpen}
        className="relative flex h-full min-h-16 w-full items-center gap-3 rounded-card border border-line bg-surface px-3 py-2 text-start transition-colors hover:not-disabled:bg-sunken active:not-disabled:bg-accent-soft disabled:opacity-55 data-picked:border-accent data-picked:bg-accent-soft"
        onClick={onPress}
      >
        <Thumbnail path={image} title={name} />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-semibold break-words" title={name}>
            <bdi>{name}</bdi>
          </span>
          {goods.length === 1 && variation && (
            <span className="block truncate text-small text-ink-second" dir="auto">
              {variation}
            </span>
          )}
          <PriceLine goods={goods} shop={shop?.name} />
        </span>
        {/* Overlaps the picture: next to the name it would make the name wrap and shift the tiles below. */}
        <Taken count={taken} className="absolute start-8 top-1/2 -translate-y-7 ring-2 ring-surface" />
      </button>
    </li>
  );
}

/** The price and the stock; of several variations the lowest price, and how many can be sold. */
export function PriceLine({ goods, shop }: { goods: readonly TillGood[]; shop?: string | undefined }) {
  const { i18n } = useTranslation();
  const word = useTillWord();
  const money = useMoney();
  const sold = goods.filter(canBeSold);
  const prices = (sold.length > 0 ? sold : goods).map(({ price }) => price);
  const lowest = Math.min(...prices);
  const [only] = sold;
  const stock =
    goods.length > 1 && sold.length > 0
      ? word('variations', { count: sold.length })
      : only
        ? word('left', { text: formatNumber(only.left, i18n.language) })
        : word('out');
  return (
    <span className="flex gap-x-1 text-small whitespace-nowrap text-ink-second">
      <span className="font-medium text-ink">
        {lowest < Math.max(...prices) ? word('from', { text: money(lowest) }) : money(lowest)}
      </span>
      <span>· {stock}</span>
      {shop && (
        <span className="truncate" title={shop}>
          · <bdi>{shop}</bdi>
        </span>
      )}
    </span>
  );
}

/** How many pieces the receipt has. */
export function Taken({ count, className = '' }: { count: number; className?: string }) {
  const { i18n } = useTranslation();
  const word = useTillWord();
  if (count === 0) return null;
  return (
    <span
      className={`grid h-6 min-w-6 place-items-center rounded-badge bg-accent px-1.5 text-small font-semibold text-accent-on ${className}`}
    >
      <span className="sr-only">{word('taken')}</span>
      {formatNumber(count, i18n.language)}
    </span>
  );
}
