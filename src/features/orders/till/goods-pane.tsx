import { useTranslation } from 'next-i18next/pages';
import type { RefObject } from 'react';
import { Badge } from '@/components/ui/badge';
import { LinkButton } from '@/components/ui/link-button';
import type { TillShift } from '@/contract/orders/till';
import { WaitingQueue } from '@/features/orders/queue/waiting-queue';
import { formatDateTime, formatTime, isToday } from '@/lib/format/format';
import { useMe } from '@/lib/session/me';
import { GoodsBrowser } from './goods/goods-browser';
import { KeyHint } from './key-hint';
import type { Till } from './use-till';
import { useTillWord } from './use-till-word';

interface GoodsPaneProps {
  till: Till;
  search: RefObject<HTMLInputElement | null>;
  shift: TillShift;
}

export function GoodsPane({ till, search, shift }: GoodsPaneProps) {
  return (
    <div
      className={`min-h-0 min-w-0 flex-1 flex-col desk:flex ${till.isReceiptOpen || till.pane ? 'hidden' : 'flex'}`}
    >
      <GoodsHeader till={till} shift={shift} />
      <GoodsBrowser
        till={till}
        shop={till.info.shop.slug}
        categories={till.info.categories}
        search={search}
      />
    </div>
  );
}

/** Title, the shift, the cashier and the exit. */
function GoodsHeader({ till, shift }: Pick<GoodsPaneProps, 'till' | 'shift'>) {
  const { i18n } = useTranslation();
  const word = useTillWord();
  const { data: me } = useMe();
  const { shop } = till.info;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 pt-4 desk:flex-nowrap phone:px-3 phone:pt-3">
      <h1 className="text-title font-[650]">{word('title')}</h1>
      <button
        type="button"
        aria-pressed={till.pane === 'shift'}
        className="inline-flex min-h-10 shrink-0 items-center gap-2 rounded-control px-1 hover:bg-sunken"
        onClick={() => till.togglePane('shift')}
      >
        <Badge tone="good">{word('shift.badge', { time: openedAt(shift, i18n.language) })}</Badge>
        <KeyHint name="F7" />
      </button>
      <button
        type="button"
        aria-pressed={till.pane === 'return'}
        className="inline-flex min-h-10 shrink-0 items-center gap-2 rounded-control px-2 font-semibold text-accent-ink hover:bg-sunken"
        onClick={() => till.togglePane('return')}
      >
        {word('return.title')}
        <KeyHint name="F6" />
      </button>
      {!till.isOnline && (
        <p
          role="status"
          className="shrink-0 rounded-badge bg-warn-soft px-2 py-0.5 text-small font-medium whitespace-nowrap text-warn"
        >
          {word('offline')}
        </p>
      )}
      <WaitingQueue />
      <p className="ms-auto min-w-0 truncate text-small text-ink-second phone:hidden">
        {[shop.name, me?.name].filter(Boolean).join(' · ')}
      </p>
      <LinkButton href={`/${encodeURIComponent(shop.slug)}/orders`} className="h-10! shrink-0 phone:ms-auto">
        {word('leave')}
      </LinkButton>
    </header>
  );
}

/** The time, with the day when the shift did not start today. */
function openedAt({ opened_at: at }: TillShift, language: string): string {
  return isToday(at) ? formatTime(at, language) : formatDateTime(at, language);
}
