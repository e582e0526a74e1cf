import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { memo, useCallback, useState } from 'react';
import { Drawer } from '@/components/dialog/drawer';
import { Input } from '@/components/inputs/input';
import { Thumbnail } from '@/components/media/thumbnail';
import { ErrorBanner } from '@/components/page/error-banner';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import type { Product } from '@/contract/catalogue/products/schema';
import type { Variation } from '@/contract/catalogue/products/variations';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { useMoney } from '@/state/use-money';
import { variationsKey } from './cached-rows';
import { EditableCell } from './editable-cell';
import type { ShowNotice } from './use-inline-save';

interface VariationsDrawerProps {
  product: Product;
  onClose: () => void;
}

const pageSize = 50;

interface Notice {
  kind: 'error' | 'info';
  text: string;
  action?: { label: string; onClick: () => void } | undefined;
}

/** Variations of a product in a drawer, with inline editing of price and quantity. */
export function VariationsDrawer({ product, onClose }: VariationsDrawerProps) {
  const { t } = useTranslation(['form', 'common', 'catalogue']);
  const [text, setText] = useState('');
  const [notice, setNotice] = useState<Notice>();
  const search = useDebouncedValue(text.trim());
  const pages = useVariationPages(product.id, search);
  const rows = pages.data?.pages.flatMap((page) => page.rows);
  const title = t('catalogue:products.lists.variations', { name: product.name });
  // Toasts are inert below a modal dialog.
  const showNotice = useCallback<ShowNotice>(
    (kind, words, action) => setNotice({ kind, text: words, action }),
    [],
  );

  return (
    <Drawer
      isWide
      label={title}
      closeLabel={t('common:button-close')}
      header={<h2 className="min-w-0 truncate text-card font-semibold">{title}</h2>}
      onClose={onClose}
    >
      <div className="grid gap-3 px-4 pb-4">
        <Input
          type="search"
          aria-label={t('catalogue:products.lists.find-variation')}
          placeholder={t('catalogue:products.lists.find-variation')}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div aria-live="polite">
          {notice && <NoticeLine notice={notice} onDone={() => setNotice(undefined)} />}
        </div>
        {pages.error && !rows && (
          <ErrorBanner
            text={t(messageKey(toClientError(pages.error)))}
            requestId={toClientError(pages.error).requestId}
            onRetry={() => void pages.refetch()}
          />
        )}
        {!rows && !pages.error && <Skeleton className="h-40 w-full rounded-card" />}
        {rows?.length === 0 && (
          <p className="text-ink-second">{t('catalogue:products.lists.no-variations')}</p>
        )}
        {rows && rows.length > 0 && (
          <ol
            aria-busy={pages.isFetching}
            className="divide-y divide-line-faint rounded-card border border-line bg-surface"
          >
            {rows.map((row) => (
              <VariationLine key={row.id} variation={row} showNotice={showNotice} />
            ))}
          </ol>
        )}
        <MoreButton pages={pages} shown={rows?.length} />
      </div>
    </Drawer>
  );
}

function useVariationPages(productId: number, search: string) {
  return useInfiniteQuery({
    queryKey: [...variationsKey(productId), search],
    queryFn: ({ pageParam }) => {
      const query = { page: pageParam, limit: pageSize, ...(search && { search }) };
      return api.page(`products/${productId}/variations`, query);
    },
    initialPageParam: 1,
    getNextPageParam: ({ paginator }) => (paginator.hasMorePages ? paginator.currentPage + 1 : undefined),
    placeholderData: (before) => before,
  });
}

interface MoreButtonProps {
  pages: ReturnType<typeof useVariationPages>;
  shown: number | undefined;
}

function MoreButton({ pages, shown }: MoreButtonProps) {
  const { t, i18n } = useTranslation('catalogue');
  if (!pages.hasNextPage) return null;
  const total = pages.data?.pages[0]?.paginator.total;
  return (
    <Button isLoading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {t('catalogue:products.lists.more-variations', {
        shown: formatNumber(shown, i18n.language),
        total: formatNumber(total, i18n.language),
      })}
    </Button>
  );
}

function NoticeLine({ notice: { kind, text, action }, onDone }: { notice: Notice; onDone: () => void }) {
  const tone = kind === 'error' ? 'bg-bad-soft text-bad' : 'bg-accent-soft text-accent-ink';
  return (
    <p className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control px-3 py-2 ${tone}`}>
      <span className="min-w-0 flex-1 basis-60">{text}</span>
      {action && (
        <Button
          size="small"
          onClick={() => {
            onDone();
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
    </p>
  );
}

interface VariationLineProps {
  variation: Variation;
  showNotice: ShowNotice;
}

const VariationLine = memo(function VariationLine({ variation, showNotice }: VariationLineProps) {
  const { t, i18n } = useTranslation('catalogue');
  const money = useMoney();
  const { id, product_id: productId, title, sku, price, sale_price, quantity, image, is_disable } = variation;
  const number = formatNumber(quantity, i18n.language);
  const cell = (field: 'price' | 'quantity', text: string) => ({
    label: `${t(`catalogue:products.fields.${field}`)}: ${title}`,
    text,
    target: { productId, variationId: id, field, value: variation[field] },
    showNotice,
  });
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      {image && <Thumbnail path={image.thumbnail} title={title} />}
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-words">{title}</span>
        <span className="flex flex-wrap items-center gap-1.5 text-small text-ink-second">
          {sku}
          {is_disable && <Badge>{t('catalogue:products.lists.disabled')}</Badge>}
        </span>
      </span>
      <span className="w-30 shrink-0 text-end">
        <EditableCell {...cell('price', money(price))}>
          <span className="inline-flex flex-col items-end leading-tight">
            <b className="font-medium whitespace-nowrap">{money(sale_price ?? price)}</b>
            {sale_price !== null && <s className="text-small text-ink-second">{money(price)}</s>}
          </span>
        </EditableCell>
      </span>
      <span className="w-30 shrink-0 text-end phone:w-20">
        <EditableCell {...cell('quantity', number)}>
          {quantity > 0 ? number : <Badge tone="bad">{t('catalogue:products.options.stock.out')}</Badge>}
        </EditableCell>
      </span>
    </li>
  );
});
