import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { CategoryInShop } from '@/contract/insights/analytics';
import { formatNumber } from '@/lib/format/format';
import { ExportButton } from './export-button';
import { Lines } from './lines';
import { Pills } from './pills';
import { addressIn, type DashboardScope, ofShop } from './scope';
import { useShelf } from './use-figures';
import { Widget } from './widget';

const kinds = ['sales', 'products'] as const;
type Kind = (typeof kinds)[number];

export function TopCategories({ scope }: { scope: DashboardScope }) {
  const { t, i18n } = useTranslation('insights');
  const [kind, setKind] = useState<Kind>('sales');
  const query = { limit: 5, ...(scope.shop && { shop_id: scope.shop.id }) };
  const sales = useShelf('category-wise-product-sale', query, kind === 'sales');
  const counts = useShelf('category-wise-product', query, kind === 'products');
  const toLine = (row: CategoryInShop, figure: string) => ({
    key: `${row.category_id} ${row.shop_slug}`,
    href: addressIn({ base: scope.isMarket ? '' : `/${encodeURIComponent(row.shop_slug)}` }, '/products', {
      categories: row.category_slug,
      ...(scope.isMarket && { shop: row.shop_slug }),
    }),
    title: row.category_name,
    note: scope.shop ? undefined : row.shop_name,
    end: <b className="font-semibold">{figure}</b>,
  });
  const number = (value: number) => ({ number: formatNumber(value, i18n.language), count: value });
  const title = t('insights:dashboard.categories.title');
  const shared = {
    title,
    note: t('insights:dashboard.ever'),
    empty: t(`insights:dashboard.categories.empty-${kind}`),
    tools: (
      <>
        <Pills
          legend={t('insights:dashboard.categories.by')}
          values={kinds}
          value={kind}
          word={(one) => t(`insights:dashboard.categories.${one}`)}
          onChoose={setKind}
        />
        <ExportButton table="categories" query={{ ...ofShop(scope), by: kind }} title={title} />
      </>
    ),
  };
  if (kind === 'products') {
    return (
      <Widget {...shared} query={counts}>
        {(rows) => (
          <Lines
            lines={rows.map((row) =>
              toLine(row, t('insights:dashboard.categories.of-products', number(row.product_count))),
            )}
          />
        )}
      </Widget>
    );
  }
  return (
    <Widget {...shared} query={sales}>
      {(rows) => (
        <Lines
          lines={rows.map((row) =>
            toLine(row, t('insights:dashboard.popular.sold', number(row.total_sales))),
          )}
        />
      )}
    </Widget>
  );
}
