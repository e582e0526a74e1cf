import { useTranslation } from 'next-i18next/pages';
import { memo } from 'react';
import { Thumbnail } from '@/components/media/thumbnail';
import { Badge } from '@/components/ui/badge';
import type { Variation } from '@/contract/catalogue/products/variations';
import { formatMoney, formatNumber } from '@/lib/format/format';
import { useSettings } from '@/state/settings';
import { EditableCell } from './editable-cell';
import type { Say } from './use-inline-save';

interface VariationLineProps {
  variation: Variation;
  say: Say;
}

/** A variation with its two figures. */
export const VariationLine = memo(function VariationLine({ variation, say }: VariationLineProps) {
  const { t, i18n } = useTranslation(['form', 'resources']);
  const { currency, currencyOptions } = useSettings();
  const { id, product_id: productId, title, sku, price, sale_price, quantity, image, is_disable } = variation;
  const money = (sum: number) => formatMoney(sum, { currency, ...currencyOptions });
  const number = formatNumber(quantity, i18n.language);
  const cell = (field: 'price' | 'quantity', text: string) => ({
    label: `${t(`resources:products.fields.${field}`)}: ${title}`,
    text,
    target: { productId, variationId: id, field, value: variation[field] },
    say,
  });
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      {image && <Thumbnail path={image.thumbnail} title={title} />}
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-words">{title}</span>
        <span className="flex flex-wrap items-center gap-1.5 text-small text-ink-second">
          {sku}
          {is_disable && <Badge>{t('form:products.lists.disabled')}</Badge>}
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
          {quantity > 0 ? number : <Badge tone="bad">{t('resources:products.options.stock.out')}</Badge>}
        </EditableCell>
      </span>
    </li>
  );
});
