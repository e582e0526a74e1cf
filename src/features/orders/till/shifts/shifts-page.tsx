import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { TillShift } from '@/contract/orders/till';
import { useListState } from '@/crud/list/list-state';
import { newestFirst, PagedCard } from '@/crud/list/paged-card';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { useTillWord } from '../use-till-word';
import { CloseShift } from './close-shift';
import { OutsideRefunds } from './outside-refunds';
import { cashDifference, ShiftFigures } from './shift-figures';
import { ShiftPrint } from './shift-print';
import { useClosedShop } from './use-closed-shop';
import { useShiftReport } from './use-shift';

const pageSize = 20;

/** Shifts of a shop's till: who sold how much, and whether the drawer balanced. */
export function ShiftsPage() {
  const word = useTillWord();
  const { query, isReady } = useRouter();
  const shop = typeof query.shop === 'string' ? query.shop : '';
  const path = `/${encodeURIComponent(shop)}/till`;
  const { state, change } = useListState(newestFirst, `${path}/shifts`);
  const [open, setOpen] = useState<number>();
  const paging = { page: state.page, limit: pageSize };
  const isClosed = useClosedShop(shop);
  const found = useQuery({
    queryKey: ['till', shop, 'shifts', paging],
    queryFn: () => api.page(`till/${encodeURIComponent(shop)}/shifts`, paging),
    enabled: isReady && shop !== '' && !isClosed,
    placeholderData: keepPreviousData,
  });
  if (isClosed) {
    return (
      <>
        <PageHeader title={word('shift.list')} />
        <EmptyState picture="empty" title={word('closed.title')} text={word('closed.text')} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={word('shift.list')}>
        <LinkButton href={path}>{word('shift.to-till')}</LinkButton>
      </PageHeader>
      <div className="mt-4 grid gap-4">
        <OutsideRefunds shop={isReady ? shop : ''} />
        <PagedCard
          query={found}
          empty={<EmptyState picture="empty" title={word('shift.none')} text={word('shift.none-text')} />}
          onPage={(page) => change({ page })}
        >
          {(rows) => (
            <ul aria-label={word('shift.list')} className="divide-y divide-line-faint">
              {rows.map((shift) => (
                <li key={shift.id}>
                  <ShiftRow
                    shift={shift}
                    isOpen={open === shift.id}
                    onToggle={() => setOpen((now) => (now === shift.id ? undefined : shift.id))}
                  />
                  {open === shift.id && <ShiftDetails shop={shop} id={shift.id} />}
                </li>
              ))}
            </ul>
          )}
        </PagedCard>
      </div>
    </>
  );
}

interface ShiftRowProps {
  shift: TillShift;
  isOpen: boolean;
  onToggle: () => void;
}

/** Cashier and time, sales, and whether the drawer balanced. */
function ShiftRow({ shift, isOpen, onToggle }: ShiftRowProps) {
  const { i18n } = useTranslation();
  const word = useTillWord();
  const money = useMoney();
  const at = (iso: string) => formatDateTime(iso, i18n.language);
  const end = shift.closed_at ? ` — ${at(shift.closed_at)}` : '';
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="flex w-full items-center gap-x-4 px-4 py-2.5 text-start hover:bg-sunken"
      onClick={onToggle}
    >
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 desk:grid-cols-[minmax(0,1fr)_10rem_13rem]">
        <span className="min-w-0">
          <span className="block truncate font-medium">{shift.cashier}</span>
          <span className="block text-small text-ink-second">
            {at(shift.opened_at)}
            {end}
          </span>
        </span>
        <span className="text-end">
          <span className="block font-medium whitespace-nowrap tabular-nums">{money(shift.revenue)}</span>
          <span className="block text-small whitespace-nowrap text-ink-second">
            {word('shift.sales', { count: shift.sales })}
          </span>
        </span>
        <span className="phone:col-span-2 desk:text-end">
          <DrawerBadge shift={shift} />
        </span>
      </span>
      <SpriteIcon
        name="chevron-down"
        className={`size-4 shrink-0 text-ink-third transition-transform ${isOpen ? 'rotate-180' : ''}`}
      />
    </button>
  );
}

function DrawerBadge({ shift: { counted_cash: counted, expected_cash: expected } }: { shift: TillShift }) {
  const word = useTillWord();
  const money = useMoney();
  if (counted === null) return <Badge tone="accent">{word('shift.running')}</Badge>;
  const difference = cashDifference(expected, counted);
  if (difference === 0) return <Badge tone="good">{word('shift.even')}</Badge>;
  const key = difference < 0 ? 'shift.short' : 'shift.over';
  return (
    <Badge tone={difference < 0 ? 'bad' : 'warn'}>{`${word(key)} ${money(Math.abs(difference))}`}</Badge>
  );
}

/** The report of a shift; an open one that its cashier forgot is closed here. */
function ShiftDetails({ shop, id }: { shop: string; id: number }) {
  const word = useTillWord();
  const report = useShiftReport(shop, id);
  return (
    <div className="border-t border-line-faint bg-sunken px-4 py-4">
      <QueryBoundary query={report}>
        {(shift) => (
          <div className="grid max-w-3xl gap-6 desk:grid-cols-2">
            <ShiftFigures shift={shift} />
            <div className="grid content-start gap-4">
              {shift.closed_by && <p>{word('shift.closed-by', { name: shift.closed_by })}</p>}
              <Button className="h-10!" onClick={() => window.print()}>
                {word('shift.print')}
              </Button>
              {!shift.closed_at && <CloseShift shop={shop} shift={shift} />}
            </div>
            <ShiftPrint shift={shift} />
          </div>
        )}
      </QueryBoundary>
    </div>
  );
}
