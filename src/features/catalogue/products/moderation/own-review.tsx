import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import { QueryBoundary } from '@/components/page/query-boundary';
import { TitleCell } from '@/components/table/title-cell';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import type { ProductReview } from '@/contract/catalogue/products/moderation';
import { formatDateTime } from '@/lib/format/format';
import { FieldDiff } from './field-diff';
import { idOfField, shownFields } from './field-kinds';
import { StateBadge } from './state-badge';
import { useReview, useTakeBack } from './use-reviews';

/** One submission of one's own shop. */
export function OwnReview({ review, shop }: { review: ProductReview; shop: string }) {
  const { t, i18n } = useTranslation('form');
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const takeBack = useTakeBack();
  const edit = `/${shop}/products/${review.product_id}/edit`;
  const name = review.product?.name ?? '';
  const about = (word: string) => ({ 'aria-label': `${t(`form:products.moderation.${word}`)}: ${name}` });
  return (
    <li className="grid gap-2.5 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <TitleCell
          title={name}
          href={edit}
          picture={review.product?.image?.thumbnail ?? null}
          note={`${t(`form:products.moderation.kinds.${review.kind}`)} · ${formatDateTime(review.submitted_at, i18n.language)}`}
        />
        <StateBadge state={review.state} />
      </div>
      {review.reason && (
        <p className="rounded-control bg-bad-soft px-3 py-2 break-words text-bad">
          {t('form:products.moderation.reason-was', { reason: review.reason })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {review.state === 'rejected' && (
          <LinkButton size="small" variant="primary" href={edit} {...about('mend')}>
            {t('form:products.moderation.mend')}
          </LinkButton>
        )}
        {review.state === 'waiting' && (
          <Button
            size="small"
            isLoading={takeBack.isPending}
            {...about('take-back')}
            onClick={() => takeBack.mutate({ id: review.id, version: review.version })}
          >
            {t('form:products.moderation.take-back')}
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={panel}
          {...about('what-was-sent')}
          onClick={() => setOpen(!isOpen)}
        >
          {t('form:products.moderation.what-was-sent')}
        </Button>
      </div>
      <div id={panel} className="@container" hidden={!isOpen}>
        {isOpen && <Sent review={review} />}
      </div>
    </li>
  );
}

function Sent({ review }: { review: ProductReview }) {
  const query = useReview(review.id);
  return (
    <QueryBoundary query={query}>
      {({ fields, kind }) => (
        <div className="divide-y divide-line-faint border-t border-line-faint">
          {shownFields(fields).map((field) => (
            <FieldDiff key={idOfField(field)} reviewId={review.id} field={field} isNew={kind === 'product'} />
          ))}
        </div>
      )}
    </QueryBoundary>
  );
}
