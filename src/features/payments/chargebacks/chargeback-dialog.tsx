import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { InferType } from 'yup';
import { AskForm } from '@/components/dialog/ask-form';
import { SumAndReason, typedSum } from '@/components/form/sum-and-reason';
import { DateInput } from '@/components/inputs/dates/date-input';
import { Field } from '@/components/inputs/field';
import { ImagesField } from '@/components/media/images-field';
import { ErrorBanner } from '@/components/page/error-banner';
import type { Attachment } from '@/contract/core/define';
import type { DialogProps } from '@/contract/dialogs';
import type { openChargebackSchema } from '@/contract/payments/tasks';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';
import { useSettings } from '@/state/settings';

/** A person enters the chargeback of a buyer's bank. The server checks the sum. */
export function ChargebackDialog({ data: { orderId }, onClose }: DialogProps<'OPEN_CHARGEBACK'>) {
  const { t } = useTranslation(['payments', 'form']);
  const word = (key: string) => t(`payments:payments.chargeback.${key}`);
  const [values, setValues] = useState({ amount: '', respond_by: '', reason: '' });
  const { upload_max_filesize: maxKib } = useSettings().server_info;
  const [evidence, setEvidence] = useState<Attachment[]>([]);
  const call = useChargeback(onClose);
  const failure = call.error ? toClientError(call.error) : undefined;
  const errors = Object.fromEntries(
    Object.entries(failure?.fields ?? {}).map(([key, [error]]) => [key, error]),
  );
  const handleConfirm = () => {
    const { amount, respond_by, reason } = values;
    const sum = typedSum(amount);
    call.mutate({
      // Nothing typed is no number, which the server names.
      order_id: orderId,
      amount: sum === '' ? Number.NaN : Number(sum),
      reason: reason.trim(),
      evidence,
      ...(respond_by && { respond_by }),
    });
  };
  return (
    <AskForm
      title={word('title')}
      text={word('text')}
      confirmLabel={word('open')}
      isLoading={call.isPending}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <SumAndReason
        id="chargeback"
        labels={{ amount: word('amount'), reason: word('reason'), hint: word('reason-hint') }}
        values={values}
        errors={errors}
        onChange={setValues}
      >
        <Field
          id="chargeback-until"
          label={word('respond-by')}
          error={errors.respond_by && t(`form:${errors.respond_by}`, { defaultValue: errors.respond_by })}
        >
          {(control) => (
            <DateInput
              {...control}
              value={values.respond_by}
              onChange={(respond_by) => setValues({ ...values, respond_by: String(respond_by) })}
            />
          )}
        </Field>
      </SumAndReason>
      <ImagesField
        id="chargeback-evidence"
        label={word('evidence')}
        maxKib={maxKib}
        value={evidence}
        onChange={setEvidence}
      />
      {failure && Object.keys(failure.fields).length === 0 && (
        <ErrorBanner text={errorText(t, failure)} requestId={failure.requestId} />
      )}
    </AskForm>
  );
}

function useChargeback(onDone: () => void) {
  const { t } = useTranslation('payments');
  const refresh = useRefresh(['approvals', 'orders', 'shops', 'ledger']);
  return useMutation({
    meta: { silent: true },
    mutationFn: (input: InferType<typeof openChargebackSchema>) => api.post('chargebacks', input),
    onSuccess: async () => {
      showToast('success', t('payments:payments.chargeback.done'));
      onDone();
      await refresh();
    },
  });
}
