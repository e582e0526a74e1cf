import { Clock, CornerUpLeft } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import type { OwnReview } from '@/contract/catalogue/products/details';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { formatDateTime } from '@/lib/format/format';
import { showToast } from '@/lib/toast';
import { reviewedValues } from './reviewed-values';

interface ReviewBannerProps {
  form: UseFormReturn<FieldValues>;
  review: OwnReview;
}

/** Pending review, or the reason for its rejection; the submitted values can be restored into the form. */
export function ReviewBanner({ form, review }: ReviewBannerProps) {
  const { t, i18n } = useTranslation('catalogue');
  if (review.decision === 'approved') return null;
  const isRejected = review.decision === 'rejected';
  const key = `${isRejected ? 'rejected' : 'waits'}-${review.values ? 'change' : 'product'}`;
  const Icon = isRejected ? CornerUpLeft : Clock;
  return (
    <section
      aria-label={t('catalogue:products.form.review.label')}
      className={`flex items-start gap-3 rounded-card border p-3.5 ${isRejected ? 'border-bad/40 bg-bad-soft' : 'border-warn/40 bg-warn-soft'}`}
    >
      <Icon className={`mt-0.5 size-4.5 shrink-0 ${isRejected ? 'text-bad' : 'text-warn'}`} />
      <div className="min-w-0 flex-1">
        <p className={`font-medium ${isRejected ? 'text-bad' : 'text-warn'}`}>
          {t(`catalogue:products.form.review.${key}`, {
            at: formatDateTime(review.submitted_at, i18n.language),
          })}
        </p>
        {review.reason && <p className="mt-1 break-words whitespace-pre-line">{review.reason}</p>}
        <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
          {review.values && <RestoreSubmitted form={form} id={review.id} />}
        </div>
      </div>
    </section>
  );
}

function RestoreSubmitted({ form, id }: { form: UseFormReturn<FieldValues>; id: number }) {
  const { t } = useTranslation(['catalogue', 'common']);
  const [isLoading, setLoading] = useState(false);

  async function handleClick() {
    setLoading(true);
    try {
      const { fields } = await api.one('product-reviews', id);
      for (const [name, value] of Object.entries(reviewedValues(fields, form.getValues())))
        form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
      showToast('success', t('catalogue:products.form.review.taken'));
    } catch (error) {
      showToast('error', errorText(t, toClientError(error)));
    } finally {
      setLoading(false);
    }
  }
  return (
    <Button size="small" isLoading={isLoading} onClick={() => void handleClick()}>
      {t('catalogue:products.form.review.take-up')}
    </Button>
  );
}
