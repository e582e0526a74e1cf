import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import type { TillGood, TillInfo } from '@/contract/orders/till';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { keyOfGood, receiptQuantity } from '@/state/till-receipt';
import type { Counter } from '../use-till';
import { useTillWord } from '../use-till-word';
import { GoodTile } from './good-tile';
import { ScanField } from './scan-field';
import { type Tile, tilesOf } from './tile';
import { VariationPicker } from './variation-picker';

interface GoodsBrowserProps {
  till: Counter;
  shop: string;
  categories: TillInfo['categories'];
  search: RefObject<HTMLInputElement | null>;
  isInStock?: boolean;
  /** Beside the categories: what is not shown. */
  note?: string | undefined;
}

export function GoodsBrowser({ till, shop, categories, search, isInStock = false, note }: GoodsBrowserProps) {
  const word = useTillWord();
  const [text, setText] = useState('');
  const [category, setCategory] = useState<number>();
  const [picked, setPicked] = useState<number>();
  const [opened, setOpened] = useState<Opened>();
  const goods = useGoods({ shop, text, category, isInStock });
  return (
    <>
      <ScanField
        till={till}
        field={search}
        text={text}
        onText={(next) => {
          setText(next);
          setPicked(undefined);
          setOpened(undefined);
        }}
        results={goods.isOf(text) ? goods.tiles : undefined}
        picked={picked}
        onPick={setPicked}
        onOpen={(id) => setOpened({ id, isByKey: true })}
      />
      {till.choices ? (
        <div className="flex items-center gap-3 px-5 pt-3 phone:px-3">
          <p className="font-medium">{word('choose')}</p>
          <Button className="h-10!" onClick={till.closeChoices}>
            {word('cancel')}
          </Button>
        </div>
      ) : (
        <Categories categories={categories} note={note} chosen={category} onChoose={setCategory} />
      )}
      <GoodsList
        till={till}
        goods={goods}
        picked={picked}
        opened={opened}
        onOpen={setOpened}
        onLeave={() => search.current?.focus()}
        isFiltered={text !== '' || category !== undefined}
      />
    </>
  );
}

/** The product whose variations are shown. */
interface Opened {
  id: number;
  /** By a key, not a touch. */
  isByKey: boolean;
}

// Tiles behind the variations of an open one fill its row.
const grid = 'grid grid-flow-dense grid-cols-1 gap-2.5 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4';

interface GoodsListProps {
  till: Counter;
  goods: ReturnType<typeof useGoods>;
  /** The product selected by the arrow keys. */
  picked: number | undefined;
  opened: Opened | undefined;
  onOpen: (opened: Opened | undefined) => void;
  /** Escape leads out of the variations. */
  onLeave: () => void;
  isFiltered: boolean;
}

function GoodsList({ till, goods, picked, opened, onOpen, onLeave, isFiltered }: GoodsListProps) {
  const word = useTillWord();
  const tiles = till.choices ? till.choices.map(asTile) : goods.tiles;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-3 pb-5 phone:px-3" aria-busy={goods.isFetching}>
      {goods.error && !goods.tiles && (
        <ErrorBanner
          text={word('failed')}
          requestId={toClientError(goods.error).requestId}
          onRetry={() => void goods.refetch()}
        />
      )}
      {!tiles && !goods.error && <TilesSkeleton />}
      {tiles && (
        <ul aria-label={word('goods')} className={grid}>
          {tiles.map((tile) => (
            <ProductTile
              key={keyOfGood(tile.goods[0])}
              till={till}
              tile={tile}
              isPicked={picked === tile.id}
              opened={opened?.id === tile.id ? opened : undefined}
              onOpen={onOpen}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
      {tiles?.length === 0 && <p className="text-ink-second">{word(isFiltered ? 'nothing' : 'empty')}</p>}
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

/** A scanned code is one of a variation: it is offered by itself. */
const asTile = (good: TillGood): Tile => ({ id: good.product_id, goods: [good] });

interface ProductTileProps extends Pick<GoodsListProps, 'till' | 'opened' | 'onOpen' | 'onLeave'> {
  tile: Tile;
  isPicked: boolean;
}

/** One tile for a product; a touch adds it, or offers its variations. */
function ProductTile({ till, tile: { id, goods }, isPicked, opened, onOpen, onLeave }: ProductTileProps) {
  const [first, ...others] = goods;
  const isOffered = others.length > 0 && opened !== undefined;
  const add = (good: TillGood) => {
    till.closeChoices();
    till.add(good);
  };
  return (
    <>
      <GoodTile
        goods={goods}
        taken={goods.reduce((sum, good) => sum + receiptQuantity(till.receipt, good), 0)}
        isPicked={isPicked}
        isOpen={others.length > 0 ? isOffered : undefined}
        onPress={({ detail }) => {
          if (others.length === 0) add(first);
          // Enter and Space are clicks without a pointer.
          else onOpen(isOffered ? undefined : { id, isByKey: detail === 0 });
        }}
      />
      {isOffered && (
        <VariationPicker
          goods={goods}
          receipt={till.receipt}
          isByKey={opened.isByKey}
          onAdd={add}
          onClose={() => {
            onOpen(undefined);
            onLeave();
          }}
        />
      )}
    </>
  );
}

function TilesSkeleton() {
  return (
    <div className={grid}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((key) => (
        <Skeleton key={key} className="h-16 rounded-card!" />
      ))}
    </div>
  );
}

interface GoodsQuery {
  shop: string;
  text: string;
  category: number | undefined;
  /** Goods that are out of stock are left out. */
  isInStock: boolean;
}

/** Products of a search text and a category; the previous ones stay while the next load. */
function useGoods({ shop, text, category, isInStock }: GoodsQuery) {
  const search = useDebouncedValue(text.trim());
  const query = useInfiniteQuery({
    queryKey: ['till', shop, 'goods', search, category, isInStock],
    queryFn: ({ pageParam: page }) =>
      api.get(`till/${encodeURIComponent(shop)}/goods`, {
        ...(search !== '' && { search }),
        ...(category !== undefined && { category }),
        ...(isInStock && { in_stock: 1 }),
        page,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.has_more ? page + 1 : undefined),
    placeholderData: (before) => before,
    refetchInterval: 60_000,
  });
  const tiles = query.data && tilesOf(query.data.pages.flatMap(({ data }) => data));
  const isOf = (typed: string) => typed.trim() === search && !query.isPlaceholderData;
  return { ...query, tiles, isOf };
}

interface CategoriesProps {
  categories: TillInfo['categories'];
  chosen: number | undefined;
  onChoose: (category: number | undefined) => void;
  note?: string | undefined;
}

/** Bestsellers, then the shop's categories. */
function Categories({ categories, chosen, onChoose, note }: CategoriesProps) {
  const word = useTillWord();
  const chips = [{ id: undefined, name: word('often') }, ...categories];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 pt-3 phone:px-3">
      <div className="flex min-w-0 flex-1 gap-2 overflow-x-auto pb-1 phone:flex-none phone:basis-full">
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
      {note && <p className="text-small text-ink-second">{note}</p>}
    </div>
  );
}
