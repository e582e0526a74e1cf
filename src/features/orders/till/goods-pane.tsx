import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type RefObject, useState } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { Skeleton } from '@/components/ui/skeleton';
import type { TillGood, TillShift } from '@/contract/orders/till';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { formatDateTime, formatFullDate, formatTime } from '@/lib/format/format';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { useMe } from '@/lib/session/me';
import { keyOfGood, quantityOf } from '@/state/till-receipt';
import { GoodTile } from './good-tile';
import { KeyHint } from './key-hint';
import { ScanField } from './scan-field';
import type { Till } from './use-till';
import { useTillWord } from './use-till-word';

interface GoodsPaneProps {
  till: Till;
  search: RefObject<HTMLInputElement | null>;
  shift: TillShift;
}

/** Header, search, categories and the goods. */
export function GoodsPane({ till, search, shift }: GoodsPaneProps) {
  const word = useTillWord();
  const [text, setText] = useState('');
  const [category, setCategory] = useState<number>();
  const [picked, setPicked] = useState<string>();
  const goods = useGoods(till.info.shop.slug, text, category);
  return (
    <div
      className={`min-h-0 min-w-0 flex-1 flex-col desk:flex ${till.isReceiptOpen || till.isShiftShown || till.isReturnShown ? 'hidden' : 'flex'}`}
    >
      <GoodsHeader till={till} shift={shift} />
      <ScanField
        till={till}
        field={search}
        text={text}
        onText={(next) => {
          setText(next);
          setPicked(undefined);
        }}
        results={goods.isOf(text) ? goods.rows : undefined}
        picked={picked}
        onPick={setPicked}
      />
      {till.choices ? (
        <div className="flex items-center gap-3 px-5 pt-3 phone:px-3">
          <p className="font-medium">{word('choose')}</p>
          <Button className="h-10!" onClick={till.closeChoices}>
            {word('cancel')}
          </Button>
        </div>
      ) : (
        <Categories till={till} chosen={category} onChoose={setCategory} />
      )}
      <GoodsList {...{ till, goods, picked }} isFiltered={text !== '' || category !== undefined} />
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
        aria-pressed={till.isShiftShown}
        className="inline-flex min-h-10 shrink-0 items-center gap-2 rounded-control px-1 hover:bg-sunken"
        onClick={till.isShiftShown ? till.hideShift : till.showShift}
      >
        <Badge tone="good">{word('shift.badge', { time: openedAt(shift, i18n.language) })}</Badge>
        <KeyHint name="F7" />
      </button>
      <button
        type="button"
        aria-pressed={till.isReturnShown}
        className="inline-flex min-h-10 shrink-0 items-center gap-2 rounded-control px-2 font-semibold text-accent-ink hover:bg-sunken"
        onClick={till.isReturnShown ? till.hideReturn : till.showReturn}
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
  const isToday = formatFullDate(at) === formatFullDate(new Date().toISOString());
  return isToday ? formatTime(at, language) : formatDateTime(at, language);
}

const tiles = 'grid grid-cols-1 gap-2.5 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4';

interface GoodsListProps {
  till: Till;
  goods: ReturnType<typeof useGoods>;
  /** Key of the product selected by the arrow keys. */
  picked: string | undefined;
  isFiltered: boolean;
}

function GoodsList({ till, goods, picked, isFiltered }: GoodsListProps) {
  const word = useTillWord();
  const shown = till.choices ?? goods.rows;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-3 pb-5 phone:px-3" aria-busy={goods.isFetching}>
      {goods.error && !goods.rows && (
        <ErrorBanner
          text={word('failed')}
          requestId={toClientError(goods.error).requestId}
          onRetry={() => void goods.refetch()}
        />
      )}
      {!shown && !goods.error && <TilesSkeleton />}
      {shown && (
        <ul aria-label={word('goods')} className={tiles}>
          {shown.map((good) => (
            <GoodTile
              key={keyOfGood(good)}
              good={good}
              taken={quantityOf(till.receipt, good)}
              isPicked={picked === keyOfGood(good)}
              onAdd={() => {
                till.closeChoices();
                till.add(good);
              }}
            />
          ))}
        </ul>
      )}
      {shown?.length === 0 && <p className="text-ink-second">{word(isFiltered ? 'nothing' : 'empty')}</p>}
      {!till.choices && goods.hasNextPage && (
        <Button
          className="mt-3 h-10!"
          isLoading={goods.isFetchingNextPage}
          onClick={() => void goods.fetchNextPage()}
        >
          {word('more')}
        </Button>
      )}
    </div>
  );
}

function TilesSkeleton() {
  return (
    <div className={tiles}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((key) => (
        <Skeleton key={key} className="h-16 rounded-card!" />
      ))}
    </div>
  );
}

/** Products of a search text and a category; the previous ones stay while the next load. */
function useGoods(shop: string, text: string, category: number | undefined) {
  const search = useDebouncedValue(text.trim());
  const query = useInfiniteQuery({
    queryKey: ['till', shop, 'goods', search, category],
    queryFn: ({ pageParam: page }) =>
      api.get(`till/${encodeURIComponent(shop)}/goods`, {
        ...(search !== '' && { search }),
        ...(category !== undefined && { category }),
        page,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.has_more ? page + 1 : undefined),
    placeholderData: (before) => before,
    refetchInterval: 60_000,
  });
  const rows: TillGood[] | undefined = query.data?.pages.flatMap(({ data }) => data);
  const isOf = (typed: string) => typed.trim() === search && !query.isPlaceholderData;
  return { ...query, rows, isOf };
}

interface CategoriesProps {
  till: Till;
  chosen: number | undefined;
  onChoose: (category: number | undefined) => void;
}

/** Bestsellers, then the shop's categories. */
function Categories({ till, chosen, onChoose }: CategoriesProps) {
  const word = useTillWord();
  const chips = [{ id: undefined, name: word('often') }, ...till.info.categories];
  return (
    <div className="px-5 pt-3 phone:px-3">
      <div className="flex gap-2 overflow-x-auto pb-1">
        {chips.map(({ id, name }) => (
          <button
            key={id ?? 'often'}
            type="button"
            aria-pressed={id === chosen}
            className={`h-8.5 shrink-0 rounded-control px-3 font-medium whitespace-nowrap transition-colors pointer-coarse:h-10 ${
              id === chosen
                ? 'bg-accent-soft text-accent-ink'
                : 'bg-line-faint text-ink-second hover:text-ink'
            }`}
            onClick={() => onChoose(id)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
