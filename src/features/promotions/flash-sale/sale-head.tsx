import { Zap } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { StoredText } from '@/components/editor/stored-text';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { flashSale } from '@/contract/promotions/flash-sale';
import type { FlashSale } from '@/contract/promotions/flash-sale/schema';
import { fileUrl } from '@/lib/api/client';
import { focusStyle } from '@/lib/format/focus';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useSaleWords } from './use-sale-words';

/** Public head of a sale: cover, text, dates and discount. */
export function SaleHead({ sale }: { sale: FlashSale }) {
  const { i18n } = useTranslation();
  const labels = useLabels(flashSale);
  const words = useSaleWords();
  const moment = (iso: string) => formatDateTime(iso, i18n.language);
  const facts = [
    { key: 'rate', value: <b className="text-card font-semibold">{words.discount(sale)}</b> },
    { key: 'start_date', value: moment(sale.start_date) },
    { key: 'end_date', value: moment(sale.end_date) },
    { key: 'products_count', value: formatNumber(sale.products_count, i18n.language) },
  ];
  return (
    <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_20.5rem]">
      <section className="overflow-hidden rounded-card border border-line bg-surface">
        {sale.cover_image ? (
          <img
            src={fileUrl(sale.cover_image.original)}
            alt=""
            style={focusStyle(sale.cover_image)}
            className="aspect-3/1 w-full bg-line-faint object-cover"
          />
        ) : (
          <span className="grid aspect-3/1 w-full place-items-center bg-accent-soft text-accent-ink">
            <Zap className="size-12" strokeWidth={1.5} />
          </span>
        )}
        <div className="p-4 desk:p-5">
          <StoredText text={sale.description} />
        </div>
      </section>
      <Card>
        <FactList facts={facts.map((fact) => ({ ...fact, label: labels.field(fact.key) }))} isStacked />
      </Card>
    </div>
  );
}
