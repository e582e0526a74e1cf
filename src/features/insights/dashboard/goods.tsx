import { Star } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { products } from '@/contract/catalogue/products';
import type { Product } from '@/contract/catalogue/products/schema';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { ExportButton } from './export-button';
import { Lines } from './lines';
import { allIn, type DashboardScope, ofShop, recordIn } from './scope';
import { useShelf } from './use-figures';
import { Widget } from './widget';

const shown = 5;

interface ShelfProps {
  scope: DashboardScope;
}

const inShop = ({ shop }: DashboardScope) => (shop ? { shop_id: shop.id } : {});

export function LowStock({ scope }: ShelfProps) {
  const { t, i18n } = useTranslation('insights');
  const found = useShelf('low-stock-products', { limit: shown, ...inShop(scope) });
  return (
    <Widget
      title={t('insights:dashboard.low-stock.title')}
      all={allIn(scope, '/products/product-stock', t('insights:dashboard.all'))}
      query={found}
      empty={t('insights:dashboard.low-stock.empty')}
    >
      {(rows) => (
        <Lines
          lines={rows.map((product) => ({
            key: product.id,
            href: recordIn(scope, products, product.slug, product.shop),
            title: product.name,
            note: [scope.shop ? undefined : product.shop?.name, product.sku].filter(Boolean).join(' · '),
            picture: product.image?.thumbnail ?? null,
            end: (
              <b className={`font-semibold ${product.quantity > 0 ? 'text-warn' : 'text-bad'}`}>
                {product.quantity > 0
                  ? t('insights:dashboard.low-stock.left', {
                      number: formatNumber(product.quantity, i18n.language),
                    })
                  : t('insights:dashboard.low-stock.none')}
              </b>
            ),
          }))}
        />
      )}
    </Widget>
  );
}

/** Best-selling published products. */
export function Popular({ scope }: ShelfProps) {
  const { t, i18n } = useTranslation('insights');
  const money = useMoney();
  const title = t('insights:dashboard.popular.title');
  // A storefront endpoint: the shops must be passed explicitly.
  const search = scope.shops.length > 0 && {
    search: `shop.slug:${scope.shops.map(({ slug }) => slug).join(',')}`,
  };
  const found = useShelf('popular-products', { limit: shown, ...inShop(scope), ...search });
  return (
    <Widget
      title={title}
      note={t('insights:dashboard.ever')}
      tools={<ExportButton table="goods" query={ofShop(scope)} title={title} />}
      query={found}
      isEmpty={(rows) => rows.every((product) => product.sold_quantity === 0)}
      empty={t('insights:dashboard.popular.empty')}
    >
      {(rows) => (
        <Lines
          lines={rows
            .filter((product) => product.sold_quantity > 0)
            .map((product) => ({
              key: product.id,
              href: recordIn(scope, products, product.slug, product.shop),
              title: product.name,
              note: scope.shop ? product.type?.name : product.shop?.name,
              picture: product.image?.thumbnail ?? null,
              end: (
                <>
                  <b className="font-semibold">
                    {t('insights:dashboard.popular.sold', {
                      number: formatNumber(product.sold_quantity, i18n.language),
                    })}
                  </b>
                  <span className="text-small text-ink-second">{priceOf(product, money)}</span>
                </>
              ),
            }))}
        />
      )}
    </Widget>
  );
}

function priceOf(product: Product, money: (sum: number) => string): string {
  const { effective_min_price: least, effective_max_price: most } = product;
  if (least === null || most === null) return '';
  return least === most ? money(least) : `${money(least)} – ${money(most)}`;
}

export function TopRated({ scope }: ShelfProps) {
  const { t, i18n } = useTranslation('insights');
  const found = useShelf('top-rate-product', { limit: shown, ...inShop(scope) });
  return (
    <Widget
      title={t('insights:dashboard.top-rated.title')}
      note={t('insights:dashboard.ever')}
      query={found}
      empty={t('insights:dashboard.top-rated.empty')}
    >
      {(rows) => (
        <Lines
          lines={rows.map((product) => ({
            key: product.id,
            href: recordIn(scope, products, product.slug, { slug: product.shop_slug }),
            title: product.name,
            note: [
              scope.shop ? undefined : product.shop_name,
              t('insights:dashboard.top-rated.count', { count: product.rating_count }),
            ]
              .filter(Boolean)
              .join(' · '),
            picture: product.image?.thumbnail ?? null,
            end: (
              <b className="inline-flex items-center gap-1 font-semibold">
                <Star className="size-4 fill-current text-warn" />
                <span className="sr-only">{t('insights:dashboard.top-rated.rating')}</span>
                {formatNumber(product.actual_rating, i18n.language)}
              </b>
            ),
          }))}
        />
      )}
    </Widget>
  );
}
