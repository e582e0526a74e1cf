import { useTranslation } from 'next-i18next/pages';
import { useRef } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { QueryBoundary } from '@/components/page/query-boundary';
import { ShortcutKey } from '@/components/page/shortcut-key';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { WrittenText } from '@/components/ui/written-text';
import type { ProductReviewDetails } from '@/contract/catalogue/products/moderation';
import { toClientError } from '@/lib/api/errors';
import { formatDateTime } from '@/lib/format/format';
import { useShortcut } from '@/lib/hooks/use-shortcut';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { FieldDiff } from './field-diff';
import { fieldKey, shownFields } from './field-kinds';
import { StateBadge } from './state-badge';
import { useApprove, useReview } from './use-reviews';

interface ReviewPaneProps {
  id: number;
  /** Link back to the queue, shown where the two columns do not fit. */
  backHref: string;
}

/** A submission field by field, with the decision buttons. */
export function ReviewPane({ id, backHref }: ReviewPaneProps) {
  const { t } = useTranslation('catalogue');
  const query = useReview(id);
  return (
    <article className="@container rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
      <Link
        href={backHref}
        className="flex items-center gap-1 px-4 pt-3 text-small text-ink-second hover:text-ink desk:hidden"
      >
        <SpriteIcon name="chevron-left" className="size-4 rtl:rotate-180" />
        {t('catalogue:products.moderation.back')}
      </Link>
      <div className="p-4 desk:p-5">
        <QueryBoundary
          query={query}
          parent={{ href: backHref, label: t('catalogue:products.moderation.back') }}
        >
          {(review) => <Review review={review} />}
        </QueryBoundary>
      </div>
    </article>
  );
}

function Review({ review }: { review: ProductReviewDetails }) {
  const { t } = useTranslation('catalogue');
  const isNew = review.kind === 'product';
  const name = review.product?.name ?? '';
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 desk:sticky desk:top-13 desk:z-5 desk:-mx-5 desk:-mt-5 desk:rounded-t-card desk:bg-surface desk:px-5 desk:pt-5 desk:pb-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-card font-semibold">
            <Link
              href={`/products/${review.product_id}`}
              className="rounded-badge hover:text-accent-ink hover:underline"
            >
              <WrittenText className="break-words" text={name} />
            </Link>
            <StateBadge state={review.state} />
          </h2>
          <SubmissionFacts review={review} />
        </div>
        {review.state === 'waiting' && <ReviewVerdict key={review.version} review={review} />}
      </header>
      {review.reason && (
        <p className="my-4 rounded-control bg-bad-soft px-3 py-2 break-words text-bad desk:mt-1">
          {t('catalogue:products.moderation.reason-was', { reason: review.reason })}
        </p>
      )}
      <p className="mt-4 text-small text-ink-second desk:mt-1">
        {t(`catalogue:products.moderation.${isNew ? 'product-text' : 'change-text'}`)}
      </p>
      <div className="mt-1 divide-y divide-line-faint max-desk:pb-16">
        {shownFields(review.fields).map((field) => (
          <FieldDiff key={fieldKey(field)} reviewId={review.id} field={field} isNew={isNew} />
        ))}
      </div>
    </>
  );
}

function SubmissionFacts({ review }: { review: ProductReviewDetails }) {
  const { t, i18n } = useTranslation('catalogue');
  const { shop, submitter, vendor, decider, decided_at } = review;
  return (
    <div className="mt-1 grid gap-0.5 text-small text-ink-second">
      <p className="flex flex-wrap gap-x-2">
        {shop?.slug && (
          <Link href={`/${shop.slug}`} className="rounded-badge text-accent-ink hover:underline">
            {shop.name}
          </Link>
        )}
        <span>
          {t('catalogue:products.moderation.sent', {
            at: formatDateTime(review.submitted_at, i18n.language),
          })}
          {submitter && `, ${submitter.name}`}
        </span>
      </p>
      <p>{t('catalogue:products.moderation.vendor', { ...vendor })}</p>
      {decided_at && (
        <p>
          {t('catalogue:products.moderation.decided', { at: formatDateTime(decided_at, i18n.language) })}
          {decider && `, ${decider.name}`}
        </p>
      )}
    </div>
  );
}

/** Approves immediately or opens the rejection dialog; shortcuts A and D. */
function ReviewVerdict({ review }: { review: ProductReviewDetails }) {
  const { t } = useTranslation('catalogue');
  const { open } = useModalActions();
  const approve = useApprove();
  const bar = useRef<HTMLDivElement>(null);
  const { id, version } = review;
  const name = review.product?.name ?? t('common:id', { id: review.product_id });
  const approveNow = () => {
    if (!approve.isPending) approve.mutate({ id, version, name });
  };
  const reject = () => open('REJECT_PRODUCT_REVIEW', { id, version, name });
  // In a narrow window the queue covers the buttons: shortcuts act only on a visible submission.
  const ifVisible = (run: () => void) => () => {
    if (bar.current?.checkVisibility?.() ?? true) run();
  };
  const mayDecide = useMay('moderation:decide');
  useShortcut('KeyA', mayDecide ? ifVisible(approveNow) : undefined);
  useShortcut('KeyD', mayDecide ? ifVisible(reject) : undefined);
  if (!mayDecide) return null;
  return (
    <>
      <div
        ref={bar}
        className="flex gap-2 max-desk:fixed max-desk:inset-x-0 max-desk:bottom-0 max-desk:z-10 max-desk:grid max-desk:grid-cols-2 max-desk:border-t max-desk:border-line max-desk:bg-surface max-desk:p-3"
      >
        <Button disabled={approve.isPending} aria-keyshortcuts="D" onClick={reject}>
          {t('catalogue:products.moderation.reject')}
          <ShortcutKey name="D" />
        </Button>
        <Button variant="primary" isLoading={approve.isPending} aria-keyshortcuts="A" onClick={approveNow}>
          {t('catalogue:products.moderation.approve')}
          <ShortcutKey name="A" />
        </Button>
      </div>
      <ApprovalErrors error={approve.error} />
    </>
  );
}

/** Validation errors that block publication, by field; other errors were shown as a toast. */
function ApprovalErrors({ error }: { error: unknown }) {
  const { t } = useTranslation(['catalogue', 'form']);
  const fields = Object.entries(error ? toClientError(error).fields : {});
  if (fields.length === 0) return null;
  const reasons = fields.map(([key, [message = '']]) => {
    const label = t(`catalogue:products.moderation.fields.${key}`, { defaultValue: key });
    return `${label}: ${t(`form:${message}`, { defaultValue: message })}`;
  });
  return (
    <div className="w-full">
      <ErrorBanner text={t('catalogue:products.moderation.refused', { reasons: reasons.join('; ') })} />
    </div>
  );
}
