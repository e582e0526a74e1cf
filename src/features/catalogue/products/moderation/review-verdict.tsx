import { useTranslation } from 'next-i18next/pages';
import { useRef } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import type { ProductReviewDetails } from '@/contract/catalogue/products/moderation';
import { toClientError } from '@/lib/api/errors';
import { useShortcut } from '@/lib/hooks/use-shortcut';
import { useModalActions } from '@/state/modal';
import { useApprove } from './use-reviews';

/** Approves at once, or asks why not; A and D do the same. */
export function ReviewVerdict({ review }: { review: ProductReviewDetails }) {
  const { t } = useTranslation('form');
  const { open } = useModalActions();
  const approve = useApprove();
  const bar = useRef<HTMLDivElement>(null);
  const { id, version } = review;
  const accept = () => {
    if (!approve.isPending) approve.mutate({ id, version });
  };
  const refuse = () => open('REJECT_PRODUCT_REVIEW', { id, version, name: review.product?.name ?? '' });
  // In a narrow window the queue hides what would be decided: nobody decides on what he does not see.
  const ifSeen = (run: () => void) => () => {
    if (bar.current?.checkVisibility?.() ?? true) run();
  };
  useShortcut('KeyA', ifSeen(accept));
  useShortcut('KeyD', ifSeen(refuse));
  return (
    <>
      <div
        ref={bar}
        className="flex gap-2 max-desk:fixed max-desk:inset-x-0 max-desk:bottom-0 max-desk:z-10 max-desk:grid max-desk:grid-cols-2 max-desk:border-t max-desk:border-line max-desk:bg-surface max-desk:p-3"
      >
        <Button disabled={approve.isPending} aria-keyshortcuts="D" onClick={refuse}>
          {t('form:products.moderation.reject')}
          <Key name="D" />
        </Button>
        <Button variant="primary" isLoading={approve.isPending} aria-keyshortcuts="A" onClick={accept}>
          {t('form:products.moderation.approve')}
          <Key name="A" />
        </Button>
      </div>
      <Refusal error={approve.error} />
    </>
  );
}

/** Keys go by their place, so they are named as they are printed. */
function Key({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="text-small opacity-70 phone:hidden pointer-coarse:hidden">
      {name}
    </span>
  );
}

/** What keeps it from being published, field by field; other failures were told as they came. */
function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation('form');
  const fields = Object.entries(error ? toClientError(error).fields : {});
  if (fields.length === 0) return null;
  const reasons = fields.map(([key, [message = '']]) => {
    const label = t(`form:products.moderation.fields.${key}`, { defaultValue: key });
    return `${label}: ${t(`form:${message}`, { defaultValue: message })}`;
  });
  return (
    <div className="w-full">
      <ErrorBanner text={t('form:products.moderation.refused', { reasons: reasons.join('; ') })} />
    </div>
  );
}
