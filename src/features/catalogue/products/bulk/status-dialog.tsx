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
  const steps = useBulkSteps('status');

  async function handleConfirm() {
    if (await steps.run(target, { value })) {
      onDone();
      onClose();
    }
  }

  return (
    <AskForm
      title={t('catalogue:products.bulk.status-title', { label, number: formatNumber(count, i18n.language) })}
      confirmLabel={label}
      isLoading={steps.progress !== undefined}
      onConfirm={() => void handleConfirm()}
      onClose={onClose}
    >
      <StepPreview path="status" target={target} body={{ value }} />
      {steps.progress !== undefined && (
        <StepProgress done={steps.progress} count={count} onStop={steps.stop} />
      )}
    </AskForm>
  );
}
