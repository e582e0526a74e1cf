import { Description, DialogTitle } from '@headlessui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { SumAndReason, typedSum } from '@/components/form/sum-and-reason';
import { Field } from '@/components/inputs/field';
import { RadioGroup } from '@/components/inputs/radio-group';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import type { DialogProps } from '@/contract/dialogs';
import { adjustmentSchema } from '@/contract/ledger/schema';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { newKey } from '@/lib/new-key';
import { showToast } from '@/lib/toast';
import { useMoney } from '@/state/use-money';

/** Credits or debits a shop with a reason that its owner reads, after a confirmation. */
export function AdjustDialog({ data: { shopId, name }, onClose }: DialogProps<'ADJUST_BALANCE'>) {
  const { t } = useTranslation(['ledger', 'common']);
  const money = useMoney();
  const [values, setValues] = useState<Adjustment>({ direction: 'add', amount: '', reason: '' });
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [isSure, setSure] = useState(false);
  const adjust = useAdjustment(shopId, onClose);
  const failure = adjust.error ? toClientError(adjust.error) : undefined;
  const refused = Object.fromEntries(
    Object.entries(failure?.fields ?? {}).map(([key, [reason]]) => [key, reason ?? '']),
  );
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const input = toAdjustmentBody(values);
    const mistakes = mistakesIn(input);
    setWrong(mistakes);
    if (Object.keys(mistakes).length > 0) return;
    if (!isSure) return setSure(true);
    adjust.mutate(input, { onError: () => setSure(false) });
  };
  const sum = money(Math.abs(Number(toAdjustmentBody(values).amount)));
  const { direction } = values;
  return (
    <form
      noValidate
      className="grid w-120 max-w-full gap-5 p-6 phone:w-full phone:p-5"
      onSubmit={handleSubmit}
    >
      <header className="pe-8">
        <DialogTitle className="text-card font-semibold">{t('ledger:ledger.adjust.title')}</DialogTitle>
        <p className="font-medium break-words">{name}</p>
        <Description className="mt-1 text-ink-second">{t('ledger:ledger.adjust.text')}</Description>
      </header>
      {isSure ? (
        <div role="alert" className="rounded-card bg-warn-soft px-4 py-3">
          <p className="font-semibold">{t(`ledger:ledger.adjust.question-${direction}`, { sum })}</p>
          <p className="mt-1 break-words">{values.reason.trim()}</p>
          <p className="mt-1 text-small text-ink-second">{t('ledger:ledger.adjust.final')}</p>
        </div>
      ) : (
        <AdjustFields values={values} onChange={setValues} errors={{ ...refused, ...wrong }} />
      )}
      {failure && Object.keys(refused).length === 0 && (
        <ErrorBanner text={errorText(t, failure)} requestId={failure.requestId} />
      )}
      <DialogButtons className="">
        <Button onClick={isSure ? () => setSure(false) : onClose}>
          {t(isSure ? 'ledger:ledger.adjust.back' : 'common:button-cancel')}
        </Button>
        <Button
          type="submit"
          variant={isSure && direction === 'take' ? 'danger' : 'primary'}
          isLoading={adjust.isPending}
        >
          {t(`ledger:ledger.adjust.${isSure ? `confirm-${direction}` : 'next'}`, { sum })}
        </Button>
      </DialogButtons>
    </form>
  );
}

interface AdjustFieldsProps {
  values: Adjustment;
  /** Error translation keys by field. */
  errors: Record<string, string>;
  onChange: (values: Adjustment) => void;
}

/** Direction, amount and reason. */
function AdjustFields({ values, errors, onChange }: AdjustFieldsProps) {
  const { t } = useTranslation('ledger');
  const word = (key: string) => t(`ledger:ledger.adjust.${key}`);
  return (
    <>
      <Field id="adjust-direction" label={word('direction')}>
        {(control) => (
          <RadioGroup
            control={control}
            name="direction"
            label={word('direction')}
            value={values.direction}
            options={(['add', 'take'] as const).map((value) => ({ value, label: word(value) }))}
            onChange={(value) => onChange({ ...values, direction: value === 'take' ? 'take' : 'add' })}
          />
        )}
      </Field>
      <SumAndReason
        id="adjust"
        labels={{ amount: word('amount'), reason: word('reason'), hint: word('reason-hint') }}
        values={values}
        errors={errors}
        onChange={onChange}
        // First input of the dialog.
        autoFocus
      />
    </>
  );
}

/** Form values of an adjustment. */
interface Adjustment {
  direction: 'add' | 'take';
  amount: string;
  reason: string;
}

/** Request body: the signed amount as typed. */
function toAdjustmentBody({ direction, amount, reason }: Adjustment): {
  amount: string;
  reason: string;
} {
  const sum = typedSum(amount).replace(/^[-−+]/, '');
  return { amount: sum !== '' && direction === 'take' ? `-${sum}` : sum, reason: reason.trim() };
}

/** One idempotency key per dialog: a retry after a lost response is applied once. */
function useAdjustment(shopId: number, onDone: () => void) {
  const client = useQueryClient();
  const { t } = useTranslation('ledger');
  const [attempt, setAttempt] = useState(() => ({ key: newKey(), of: '' }));
  return useMutation({
    meta: { silent: true },
    mutationFn: (input: { amount: string; reason: string }) => {
      const of = JSON.stringify(input);
      const key = attempt.of === '' || attempt.of === of ? attempt.key : newKey();
      setAttempt({ key, of });
      return api.post(`shops/${shopId}/adjustments`, input, undefined, { 'Idempotency-Key': key });
    },
    onError: (reason) => {
      if (toClientError(reason).status === 202) onDone();
    },
    onSuccess: async () => {
      showToast('success', t('ledger:ledger.adjust.done'));
      onDone();
      await client.invalidateQueries({ queryKey: ['shops'] });
    },
  });
}

/** Client-side validation errors by field. */
function mistakesIn(input: object): Record<string, string> {
  try {
    adjustmentSchema.validateSync(input, { abortEarly: false });
    return {};
  } catch (error) {
    const { inner = [] } = error as { inner?: { path?: string; message: string }[] };
    return Object.fromEntries(inner.toReversed().map(({ path = '', message }) => [path, message]));
  }
}
