import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { longestReason } from '@/contract/catalogue/products/review-decision';
import type { DialogProps } from '@/contract/dialogs';
import { formatNumber } from '@/lib/format/format';
import { StepProgress, useBulkSteps } from './bulk-steps';
import { StepPreview } from './step-preview';

/** Sends submitted products back with one reason, which their vendors read. */
export function RejectManyDialog({
  data: { target, count, onDone },
  onClose,
}: DialogProps<'REJECT_PRODUCTS'>) {
  const { t, i18n } = useTranslation(['catalogue', 'form']);
  const steps = useBulkSteps('status', { target, onDone, onClose });
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isEmpty = reason.trim() === '';

  const handleConfirm = () => {
    setTried(true);
    if (!isEmpty) steps.apply({ value: 'rejected', reason: reason.trim() });
  };

  return (
    <AskForm
      isDanger
      title={t('catalogue:products.bulk.reject-title', { count, number: formatNumber(count, i18n.language) })}
      text={t('catalogue:products.bulk.reject-text')}
      confirmLabel={t('catalogue:products.moderation.reject')}
      isLoading={steps.progress !== undefined}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <Field
        as={Textarea}
        id="reject-many-reason"
        label={t('catalogue:products.moderation.reason')}
        error={isTried && isEmpty ? t('form:error-reason-required') : undefined}
        isRequired
        rows={4}
        maxLength={longestReason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <StepPreview path="status" target={target} body={{ value: 'rejected' }} />
      <StepProgress steps={steps} count={count} />
    </AskForm>
  );
}
