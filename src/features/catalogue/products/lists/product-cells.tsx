import { useTranslation } from 'next-i18next/pages';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { Badge } from '@/components/ui/badge';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Product } from '@/contract/catalogue/products/schema';
import { stockState } from '@/contract/catalogue/products/stock';
import { productTabs, tabsFor } from '@/contract/catalogue/products/tabs';
import type { AnyResource, Column } from '@/contract/core/define';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { ListTab } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { formatMoney, formatNumber } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import { useSettings } from '@/state/settings';
import { EditableCell } from './editable-cell';

/**
 * Custom cells of the products list: price, quantity, status. With the right to update, price and quantity are edited
 * inline; those of a variable product open its variations.
 */
export function useProductCells(
  resource: AnyResource,
  canUpdate: boolean,
  onVariations: (product: Product) => void,
) {
  const { i18n } = useTranslation('catalogue');
  const hasVariations = useCan('variations');
  const labels = useLabels(resource);
  const { currency, currencyOptions } = useSettings();
  const money = (sum: number | null) => formatMoney(sum, { currency, ...currencyOptions });

  const editable = (product: Product, field: 'price' | 'quantity', text: string, content: ReactNode) => {
    const isVariable = product.product_type === 'variable';
    if (!canUpdate || (isVariable && !hasVariations)) return content;
    return (
      <EditableCell
        label={`${labels.field(field)}: ${product.name}`}
        text={text}
        target={{ productId: product.id, field, value: product[field] }}
        onDrawer={isVariable ? () => onVariations(product) : undefined}
      >
        {content}
      </EditableCell>
    );
  };

  const price = (product: Product) => {
    const { sale_price: sale, flash_sale: deal, in_flash_sale: holds } = product;
    const [now, old] = displayPrices(product, money);
    const before = sale !== null && old;
    const special = holds && deal && money(deal.price);
    // As it is shown, so that a person can say it.
    const text = [now, before, special].filter(Boolean).join(' ');
    return editable(
      product,
      'price',
      text,
      <PriceText now={now} before={before} special={special} title={deal?.title} />,
    );
  };

  const quantity = (product: Product) => {
    // Unpublished products are not sold, so they do not run low.
    const stock = isOnSale(product) ? stockState(product.quantity, product.low_at) : 'enough';
    const number = stock === 'out' ? '' : formatNumber(product.quantity, i18n.language);
    const label = stock === 'enough' ? '' : labels.option('stock', stock);
    return editable(product, 'quantity', `${number} ${label}`, <StockText number={number} label={label} />);
  };

  const tones = resource.columns.find(({ key }: { key: string }) => key === 'status')?.tones;
  const status = (product: Product) => (
    <StatusText
      product={product}
      label={labels.option('status', product.status)}
      tone={tones?.[product.status]}
    />
  );

  const cells: Record<string, (product: Product) => ReactNode> = {
    price,
    quantity,
    status,
    product_type: ({ product_type }) => (
      <span className="text-ink-second">{labels.option('product_type', product_type)}</span>
    ),
  };
  return (product: Product, key: string) => cells[key]?.(product);
}

/** SKU or number of variations below the name; in a shop's panel all rows belong to that shop. */
export function useShownColumns(resource: AnyResource, shop: string | undefined): AnyResource {
  const { t } = useTranslation('catalogue');
  return useMemo(() => {
    const hasSkus = resource.columns.some(({ key, hidden }: Column<Product>) => key === 'sku' && !hidden);
    const note = ({ type, sku, product_type, variations_count: count }: Product) => {
      const kind = product_type === 'variable' ? t('catalogue:products.cells.variations', { count }) : '';
      // A list with an SKU column shows them there.
      const code = sku && !hasSkus ? t('catalogue:products.cells.sku', { sku }) : '';
      return [type?.name, kind, code].filter(Boolean).join(' · ');
    };
    const columns = resource.columns
      .filter(({ key }: Column<Product>) => shop === undefined || key !== 'shop')
      .map((column: Column<Product>) => (column.key === 'name' ? { ...column, note } : column));
    return { ...resource, columns };
  }, [resource, shop, t]);
}

/** Tabs of the list that the person has a use for. */
export function useProductTabs(resource: AnyResource): ListTab[] {
  const labels = useLabels(resource);
  const { isProductReview: isReviewed } = useSettings();
  const isAdmin = isAllowed(adminOnly, usePermissions());
  return tabsFor({ isAdmin, isReviewed }).map((key) => ({
    key,
    label: labels.text(`tabs.${key}`),
    query: productTabs[key],
  }));
}

interface PriceTextProps {
  now: string;
  before: string | false | undefined;
  /** Price of the flash sale with this title. */
  special: string | false | null | undefined;
  title: string | undefined;
}

function PriceText({ now, before, special, title }: PriceTextProps) {
  const { t } = useTranslation('catalogue');
  return (
    <span className="inline-flex flex-col items-end leading-tight phone:items-start">
      <b className="font-medium whitespace-nowrap">{now}</b>{' '}
      {before && <s className="text-small text-ink-second">{before}</s>}{' '}
      {special && (
        <span title={title} className="inline-flex items-center gap-0.5 text-small text-accent-ink">
          <SpriteIcon name="zap" className="size-3" />
          <span className="sr-only">{t('catalogue:products.cells.sale')} </span>
          {special}
        </span>
      )}
    </span>
  );
}

interface StockTextProps {
  /** Empty when nothing is left. */
  number: string;
  /** Translated stock state; empty when there is enough. */
  label: string;
}

function StockText({ number, label }: StockTextProps) {
  return (
    <span className="inline-flex items-center justify-end gap-1.5">
      {`${number} `}
      {label && <Badge tone={number ? 'warn' : 'bad'}>{label}</Badge>}
    </span>
  );
}

interface StatusTextProps {
  product: Product;
  label: string;
  tone: ComponentProps<typeof Badge>['tone'];
}

function StatusText({ product, label, tone }: StatusTextProps) {
  const { t } = useTranslation('catalogue');
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {/* Normal states need no badge. */}
      {isOnSale(product) ? (
        <span className="text-ink-second">{label}</span>
      ) : (
        <Badge tone={tone}>{label}</Badge>
      )}
      {product.has_waiting_change && <Badge tone="warn">{t('catalogue:products.cells.waiting')}</Badge>}
    </span>
  );
}

export const isOnSale = ({ status }: Product) => status === 'publish' || status === 'approved';

/** Display price without flash sales, and the full price it was reduced from. */
function displayPrices(product: Product, money: (sum: number | null) => string): [string, string?] {
  const { product_type, price, sale_price, min_price, max_price } = product;
  if (product_type === 'variable') {
    if (min_price === null) return ['—'];
    return [min_price === max_price ? money(min_price) : `${money(min_price)} – ${money(max_price)}`];
  }
  if (price === null) return ['—'];
  return sale_price === null ? [money(price)] : [money(sale_price), money(price)];
}
