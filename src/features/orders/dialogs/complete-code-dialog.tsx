import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { CodeInput } from '@/components/inputs/code-input';
import { Field } from '@/components/inputs/field';
import type { DialogProps } from '@/contract/dialogs';
import type { CashHolder } from '@/contract/orders/status';
import { toClientError } from '@/lib/api/errors';
import { useSettings } from '@/state/settings';
import { useOrderCall } from '../use-order-call';
import { CashHolderField } from './cash-holder';
import { codeRefusalText, SendCodeButton, useCustomerCode } from './customer-code';

export function CompleteCodeDialog({
  data: { id, number, cash },
  onClose,
}: DialogProps<'COMPLETE_ORDER_CODE'>) {
  const { t } = useTranslation(['orders', 'common', 'form']);
  const { sends } = useSettings();
  const [code, setCode] = useState('');
  const [holder, setHolder] = useState<CashHolder>('platform');
  const [wrong, setWrong] = useState<string>();
  const sent = useCustomerCode(`orders/${id}/code`);
  const completing = useOrderCall({
    path: `orders/${id}/complete`,
    step: { id, number },
    done: 'orders:orders.dialogs.code-done',
    silent: ['INVALID_CODE', 'VALIDATION_FAILED'],
    onDone: onClose,
  });
  const refusal = completing.error ? toClientError(completing.error) : undefined;
  const send = (digits: string) => {
    const isWhole = /^\d{6}$/.test(digits);
    setWrong(isWhole ? undefined : t('form:error-six-digits'));
    if (isWhole) completing.mutate({ code: digits, ...(cash === 'ask' && { cash_held_by: holder }) });
  };
  const cannotArrive = sent.sending.data?.arrives === false || (sends && !sends.mail && !sends.sms);
  if (cannotArrive && cash === 'kept') {
    return (
      <AskForm
        title={t('orders:orders.dialogs.code-title', { number })}
        text={t('orders:orders.dialogs.code-none')}
        confirmLabel={t('orders:orders.dialogs.code-none-confirm')}
        isLoading={completing.isPending}
        onConfirm={() => completing.mutate({ without_code: true })}
        onClose={onClose}
      >
        {refusal && (
          <p role="alert" className="text-bad">
            {codeRefusalText(t, refusal)}
          </p>
        )}
      </AskForm>
    );
  }
  return (
    <AskForm
      title={t('orders:orders.dialogs.code-title', { number })}
      text={t(`orders:orders.dialogs.code-${cash === 'kept' ? 'cash-' : ''}text`)}
      confirmLabel={t('orders:orders.dialogs.code-confirm')}
      isLoading={completing.isPending}
      onConfirm={() => send(code)}
      onClose={onClose}
    >
      {cash === 'ask' && <CashHolderField value={holder} onChange={setHolder} />}
      <Field
        id="field-code"
        label={t('orders:orders.dialogs.code')}
        error={wrong ?? (refusal && codeRefusalText(t, refusal))}
        isRequired
      >
        {(control) => (
          <CodeInput control={control} value={code} onChange={setCode} onComplete={send} autoFocus />
        )}
      </Field>
      {sends?.sms === false && (
        <p className="text-small text-ink-second">{t('orders:orders.dialogs.code-no-sms')}</p>
      )}
      <SendCodeButton code={sent} />
    </AskForm>
  );
}
