import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Thumbnail } from '@/components/media/thumbnail';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { stockState } from '@/contract/catalogue/products/stock';
import type { Variation } from '@/contract/catalogue/products/variations';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** Rows shown at first; a product may have 2,000 variations. */
const first = 50;

/** Variations with price, stock and SKU. */
export function VariationTable({ product }: { product: ProductDetails }) {
  const { t, i18n } = useTranslation('catalogue');
  const [isWhole, setWhole] = useState(false);
  const all = product.variation_options;
  const shown = isWhole ? all : all.slice(0, first);
  const column = (key: string) => t(`catalogue:products.fields.${key}`);
  return (
    <Card title={t('catalogue:products.details.variations', { count: all.length })}>
      <table className="w-full text-start">
        <thead className="text-small text-ink-second">
          <tr>
            <th className="pb-2 text-start font-medium">{t('catalogue:products.details.variation')}</th>
            <th className="pb-2 text-start font-medium phone:hidden">{column('sku')}</th>
            <th className="pb-2 text-end font-medium">{column('price')}</th>
            <th className="pb-2 text-end font-medium">{column('quantity')}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line-faint">
          {shown.map((one) => (
            <Line key={one.id} one={one} lowAt={product.low_at} />
          ))}
        </tbody>
      </table>
      {!isWhole && all.length > first && (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          {t('catalogue:products.details.all-variations', {
            number: formatNumber(all.length, i18n.language),
          })}
        </Button>
      )}
    </Card>
  );
}

function Line({ one, lowAt }: { one: Variation; lowAt: number }) {
  const { t, i18n } = useTranslation('catalogue');
  const money = useMoney();
  const stock = stockState(one.quantity, lowAt);
  return (
    <tr className={one.is_disable ? 'text-ink-second' : ''}>
      <td className="py-2 pe-3">
        <span className="flex items-center gap-2.5">
          {one.image && <Thumbnail path={one.image.thumbnail} title={one.title} />}
          <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="min-w-0 break-words">
              {one.title}
              <span className="hidden text-small text-ink-second phone:block">{one.sku}</span>
            </span>
            {one.is_disable && <Badge>{t('catalogue:products.details.disabled')}</Badge>}
          </span>
        </span>
      </td>
      <td className="py-2 pe-3 whitespace-nowrap phone:hidden">{one.sku}</td>
      <td className="py-2 ps-3 text-end whitespace-nowrap tabular-nums">
        {one.sale_price !== null && <s className="me-1.5 text-small text-ink-second">{money(one.price)}</s>}
        {money(one.sale_price ?? one.price)}
      </td>
      <td className="py-2 ps-3 text-end whitespace-nowrap tabular-nums">
        {stock === 'enough' ? (
          formatNumber(one.quantity, i18n.language)
        ) : (
          <Badge tone={stock === 'out' ? 'bad' : 'warn'}>
            {stock === 'out'
              ? t('catalogue:products.options.stock.out')
              : formatNumber(one.quantity, i18n.language)}
          </Badge>
        )}
      </td>
    </tr>
  );
}
