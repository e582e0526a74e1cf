import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { readSum } from '../cash';
import { useTillWord } from '../use-till-word';
import { useCashMove } from './use-shift';

/** Cash that comes or goes without a sale: change, a return, to the bank. */
export function CashMoveForm({
  shop,
  shiftId,
  onDone,
}: {
  shop: string;
  shiftId: number;
  onDone: () => void;
}) {
  const { t } = useTranslation('form');
  const word = useTillWord();
  const id = useId();
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<{ amount?: string; reason?: string }>({});
  const { send, isSending, error, fieldError } = useCashMove(shop, shiftId, onDone);
  const move = (sign: 1 | -1) => {
    const sum = readSum(text);
    const found = {
      ...(!sum && { amount: t('form:error-sum-required') }),
      ...(reason.trim() === '' && { reason: t('form:error-till-reason') }),
    };
    setWrong(found);
    if (sum && Object.keys(found).length === 0) send({ amount: sign * sum, reason });
  };
  const amountError = wrong.amount ?? fieldError('amount');
  const reasonError = wrong.reason ?? fieldError('reason');
  const isAtField = amountError !== undefined || reasonError !== undefined;
  return (
    <form
      noValidate
      className="grid gap-3 rounded-card bg-sunken p-3"
      onSubmit={(event) => {
        // Enter does not choose between the two.
        event.preventDefault();
      }}
    >
      <Field id={id} label={word('shift.amount')} {...(amountError && { error: amountError })}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            suffix="₽"
            className="h-10!"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Field
        id={`${id}-reason`}
        label={word('shift.reason')}
        hint={word('shift.reason-hint')}
        {...(reasonError && { error: reasonError })}
      >
        {(control) => (
          <Input
            {...control}
            maxLength={300}
            className="h-10!"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      {error && !isAtField && (
        <p role="alert" className="font-medium text-bad">
          {error}
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button className="h-10!" isLoading={isSending} onClick={() => move(1)}>
          {word('shift.put-in')}
        </Button>
        <Button className="h-10!" isLoading={isSending} onClick={() => move(-1)}>
          {word('shift.take-out')}
        </Button>
      </div>
    </form>
  );
}
