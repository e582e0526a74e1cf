import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { WrittenText } from '@/components/ui/written-text';
import type { ConsentedTerms, SaleTerms } from '@/contract/catalogue/products/sale-price';
import type { Tone } from '@/contract/core/define';
import type { FlashSaleRequest, RequestState, SaleProduct } from '@/contract/promotions/flash-sale/schema';
import { formatDateTime } from '@/lib/format/format';
import { ProductLine } from './product-line';
import { ProductPrice } from './product-price';
import { useSaleWords } from './use-sale-words';

const tones: Record<RequestState, Tone> = { waiting: 'warn', approved: 'good', rejected: 'bad' };

interface RequestCardProps {
  request: FlashSaleRequest;
  terms: SaleTerms;
  /** Translated errors by product index. */
  errors?: Record<number, string | undefined>;
  error?: string;
  /** Shows the shop, for administrators. */
  hasShop: boolean;
  /** Names the sale, in lists over several sales. */
  hasSale?: boolean;
  /** Next to the price of each product. */
  floor?: (product: SaleProduct) => ReactNode;
  /** Below the products. */
  footer?: ReactNode;
  children?: ReactNode;
}

/** Translation key of the next step or the outcome. */
function stateWord({ status, is_invitation, needs_consent }: FlashSaleRequest): string {
  if (status === 'waiting' && needs_consent) return 'waits-for-shop';
  return status === 'approved' && is_invitation ? 'takes-part' : `states.${status}`;
}

/** A vendor's request: author, time, products and prices. */
export function RequestCard(props: RequestCardProps) {
  const { request, terms, errors = {}, error, hasShop, hasSale, floor, footer, children } = props;
  const { t, i18n } = useTranslation('promotions');
  const words = useSaleWords();
  const card = 'promotions:flash-sale.card';
  const from = [
    hasSale && request.flash_sale && `${t(`${card}.discount`)} ${words.discount(request.flash_sale)}`,
    hasSale && request.flash_sale && periodOf(request.flash_sale, i18n.language),
    request.is_invitation && t(`${card}.invitation`),
    hasShop && request.shop?.name,
    request.creator?.name,
    formatDateTime(request.created_at, i18n.language),
  ];
  return (
    <li className="p-4 desk:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            <WrittenText
              text={hasSale ? (request.flash_sale?.name ?? request.title) : request.title}
              className="break-words"
            />
            <Badge tone={tones[request.status]}>{t(`${card}.${stateWord(request)}`)}</Badge>
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
            price={<ProductPrice product={product} terms={terms} />}
            error={errors[index]}
          >
            {floor?.(product)}
          </ProductLine>
        ))}
      </ul>
      {footer && <div className="mt-3">{footer}</div>}
    </li>
  );
}

function periodOf({ start_date, end_date }: ConsentedTerms, language: string): string {
  return `${formatDateTime(start_date, language)} – ${formatDateTime(end_date, language)}`;
}
