import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Badge } from '@/components/badge';
import { WrittenText } from '@/components/written-text';
import type { Tone } from '@/contract/define';
import type { SaleTerms } from '@/contract/flash-sale/price';
import type { FlashSaleRequest, RequestState } from '@/contract/flash-sale/schema';
import { formatDateTime } from '@/lib/format';
import { PriceChange } from './price-change';
import { ProductLine } from './product-line';
import { useSaleWords } from './use-sale-words';

const tones: Record<RequestState, Tone> = { waiting: 'warn', approved: 'good', rejected: 'bad' };

interface RequestCardProps {
  request: FlashSaleRequest;
  terms: SaleTerms;
  /** Why products could not join, by their place; already translated. */
  errors?: Record<number, string>;
  /** What concerns the request as a whole. */
  error?: string;
  /** The shop is told to an administrator; a vendor knows it. */
  hasShop: boolean;
  children: ReactNode;
}

/** What a vendor asks: who, when, which products and at which prices. */
export function RequestCard({ request, terms, errors = {}, error, hasShop, children }: RequestCardProps) {
  const { t, i18n } = useTranslation('resources');
  const words = useSaleWords();
  const card = 'resources:flash-sale.card';
  const from = [
    hasShop && request.shop?.name,
    request.creator?.name,
    formatDateTime(request.created_at, i18n.language),
  ];
  return (
    <li className="p-4 desk:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            <WrittenText text={request.title} className="break-words" />
            <Badge tone={tones[request.status]}>{t(`${card}.states.${request.status}`)}</Badge>
          </h3>
          <p className="mt-0.5 text-small text-ink-second">{from.filter(Boolean).join(' · ')}</p>
        </div>
        <span className="flex flex-wrap gap-2">{children}</span>
      </div>
      {request.note && <WrittenText text={request.note} className="mt-2 block whitespace-pre-line" />}
      {error && (
        <p role="alert" className="mt-2 font-medium text-bad">
          {error}
        </p>
      )}
      <ul className="mt-2 grid gap-x-6 desk:grid-cols-2">
        {request.products.map((product, index) => (
          <ProductLine
            key={product.id}
            name={product.name}
            picture={product.image?.thumbnail ?? null}
            price={<PriceChange regular={words.regular(product)} reduced={words.reduced(product, terms)} />}
            error={errors[index]}
          />
        ))}
      </ul>
    </li>
  );
}
