import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { PeriodFilter } from '@/components/domain/period-filter';
import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { SearchInput } from '@/components/inputs/search-input';
import { EmptyState } from '@/components/page/empty-state';
import { FilterChip } from '@/components/table/filter-chip';
import { PlainTable } from '@/components/table/plain-table';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import type { Tone } from '@/contract/core/define';
import { type ReceiptState, receiptKinds } from '@/contract/receipts/receipt';
import { type ReceiptRow, receiptFilters } from '@/contract/receipts/views';
import { useListState } from '@/crud/list/list-state';
import { PagedCard } from '@/crud/list/paged-card';
import { paramRules } from '@/crud/list/param-rules';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { part } from '@/lib/part';
import { useMoney } from '@/state/use-money';

const ReceiptDrawer = part(dynamic(() => import('./receipt-drawer').then((module) => module.ReceiptDrawer)));

const keys = ['state', 'kind', 'from', 'to', 'number'] as const;
const rules = paramRules(['view', ...keys]);

interface ReceiptListProps {
  /** Only those of the own register of a shop, below its page. */
  shop?: { id: number; slug: string };
}

/** Receipts of all orders; a row opens the paper. */
export function ReceiptList({ shop }: ReceiptListProps) {
  const { word } = useReceiptWords();
  const { isReady } = useRouter();
  const home = shop && `/${encodeURIComponent(shop.slug)}`;
  const { state, change } = useListState(rules, `${home ?? ''}/ledger`);
  const { view = 'receipts', ...filters } = state.filters;
  const query = { ...filters, page: state.page, limit: 20 };
  const found = useQuery({
    queryKey: ['receipts', 'list', shop?.id, query],
    queryFn: () => api.page(shop ? `shops/${shop.id}/receipts` : 'receipts', query),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
  const filter = (changes: Partial<Record<(typeof keys)[number], string>>) =>
    change({ filters: { view, ...filters, ...changes } });
  const isFiltered = Object.values(filters).some(Boolean);
  const empty = `list.empty${isFiltered ? '-found' : ''}`;
  return (
    <>
      <Filters filters={filters} onFilter={filter} />
      <PagedCard
        query={found}
        empty={
          <EmptyState
            picture={isFiltered ? 'search' : 'empty'}
            title={word(empty)}
            text={word(`${empty}-text`)}
          />
        }
        onPage={(page) => change({ page })}
      >
        {(rows) => <Receipts rows={rows} home={home ?? ''} />}
      </PagedCard>
    </>
  );
}

interface FiltersProps {
  filters: Record<string, string>;
  onFilter: (changes: Partial<Record<(typeof keys)[number], string>>) => void;
}

function Filters({ filters: { state, kind, from, to, number = '' }, onFilter }: FiltersProps) {
  const { word } = useReceiptWords();
  const clearLabel = word('list.clear');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchInput
        value={number}
        label={word('list.search')}
        clearLabel={clearLabel}
        onSearch={(text) => onFilter({ number: text })}
      />
      <FilterChip
        label={word('list.state')}
        clearLabel={clearLabel}
        options={receiptFilters.map((value) => ({ value, label: word(`states.${value}`) }))}
        value={state}
        onChange={(value) => onFilter({ state: value ?? '' })}
      />
      <FilterChip
        label={word('list.kind')}
        clearLabel={clearLabel}
        options={receiptKinds.map((value) => ({ value, label: word(`kinds.${value}`) }))}
        value={kind}
        onChange={(value) => onFilter({ kind: value ?? '' })}
      />
      <PeriodFilter clearLabel={clearLabel} period={{ from, to }} onPick={onFilter} />
    </div>
  );
}

interface ReceiptsProps {
  rows: readonly ReceiptRow[];
  /** Of the shop, before the addresses of its orders. */
  home: string;
}

function Receipts({ rows, home }: ReceiptsProps) {
  const { word, titleOf, language } = useReceiptWords();
  const money = useMoney();
  const [openId, setOpenId] = useState<number>();
  const opened = rows.find(({ id }) => id === openId);
  const title = (row: ReceiptRow) => (
    <button
      type="button"
      className="relative touch-target rounded-badge text-start font-medium hover:text-accent-ink hover:underline"
      onClick={() => setOpenId(row.id)}
    >
      {titleOf({ ...row, part: null })}
    </button>
  );
  const sumOf = ({ is_return, amount }: ReceiptRow) => money(is_return ? -amount : amount);
  const whenOf = ({ proof, created_at }: ReceiptRow) => formatDateTime(proof?.at ?? created_at, language);
  return (
    <>
      <PlainTable
        label={word('desk.list')}
        rows={rows}
        rowKey={({ id }) => id}
        card={(row) => (
          <>
            <p className="flex justify-between gap-3">
              {title(row)} <span className="font-medium tabular-nums">{sumOf(row)}</span>
            </p>
            <p className="flex flex-wrap items-center gap-2 text-small text-ink-second">
              <Order row={row} home={home} /> <StateBadge state={row.state} />
            </p>
            <Standing row={row} isOwn={home !== ''} />
            <p className="text-small text-ink-second">{whenOf(row)}</p>
          </>
        )}
        columns={[
          { key: 'kind', label: word('list.receipt'), cell: title },
          { key: 'order', label: word('list.order'), cell: (row) => <Order row={row} home={home} /> },
          {
            key: 'state',
            label: word('list.state'),
            isWide: true,
            cell: (row) => (
              <>
                <StateBadge state={row.state} />
                <Standing row={row} isOwn={home !== ''} />
              </>
            ),
          },
          {
            key: 'at',
            label: word('list.at'),
            cell: (row) => <span className="whitespace-nowrap text-ink-second">{whenOf(row)}</span>,
          },
          {
            key: 'amount',
            label: word('list.amount'),
            isFigure: true,
            cell: (row) => <span className="font-medium">{sumOf(row)}</span>,
          },
        ]}
      />
      {opened && <ReceiptDrawer receipt={opened} onClose={() => setOpenId(undefined)} />}
    </>
  );
}

/** The order, and the parcel when the receipt is of one of several. */
function Order({ row: { order, part: parcel }, home }: { row: ReceiptRow } & Pick<ReceiptsProps, 'home'>) {
  const { t } = useTranslation('common');
  const { word } = useReceiptWords();
  return (
    <>
      <Link
        href={`${home}/orders/${order.id}`}
        className="relative touch-target rounded-badge whitespace-nowrap text-accent-ink hover:underline"
      >
        <bdi>{t('common:id', { id: order.number })}</bdi>
      </Link>
      {parcel && (
        <Link
          href={`${home}/orders/${parcel.id}`}
          className="relative touch-target rounded-badge text-small whitespace-nowrap text-ink-second hover:underline desk:mt-0.5 desk:block"
        >
          {word('list.parcel', { place: parcel.place })}
        </Link>
      )}
    </>
  );
}

const tones: Record<ReceiptState, Tone> = {
  waiting: 'accent',
  asked: 'accent',
  unknown: 'warn',
  blocked: 'bad',
  done: 'good',
  excluded: 'neutral',
  replaced: 'neutral',
};

function StateBadge({ state }: { state: ReceiptState }) {
  const { word } = useReceiptWords();
  return <Badge tone={tones[state]}>{word(`states.${state}`)}</Badge>;
}

/** Its number, or why it has none and what to do. */
function Standing({ row: { proof, trouble, exclusion, shop }, isOwn }: { row: ReceiptRow; isOwn: boolean }) {
  const { word, adviceOf } = useReceiptWords();
  const text = proof
    ? word('list.proof', { document: proof.document, sign: proof.sign })
    : trouble
      ? adviceOf(trouble)
      : exclusion && word(`exclusions.${exclusion}`);
  const register = shop && !isOwn && word('registers.of-shop', { name: shop.name });
  return text || register ? (
    <p className="mt-0.5 text-small text-ink-second">{[text, register].filter(Boolean).join(' · ')}</p>
  ) : null;
}
