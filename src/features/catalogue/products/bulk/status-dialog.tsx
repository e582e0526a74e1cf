import { useTranslation } from 'next-i18next/pages';
import { AskForm } from '@/components/dialog/ask-form';
import type { DialogProps } from '@/contract/dialogs';
import { formatNumber } from '@/lib/format/format';
import { StepProgress, useBulkSteps } from './bulk-steps';
import { StepPreview } from './step-preview';

/** Sets the status of many products, after showing what becomes of them. */
export function StatusDialog({ data, onClose }: DialogProps<'STATUS_CHANGE'>) {
  const { target, count, onDone, value, label } = data;
  const { t, i18n } = useTranslation('catalogue');
  const steps = useBulkSteps('status', { target, onDone, onClose });

  return (
    <AskForm
      title={t('catalogue:products.bulk.status-title', { label, number: formatNumber(count, i18n.language) })}
      confirmLabel={label}
      isLoading={steps.progress !== undefined}
      onConfirm={() => steps.apply({ value })}
      onClose={onClose}
    >
      <StepPreview path="status" target={target} body={{ value }} />
      <StepProgress steps={steps} count={count} />
    </AskForm>
  );
}
