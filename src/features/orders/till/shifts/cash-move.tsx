import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { readSum } from '../cash';
import { useTillWord } from '../use-till-word';
import { SumField } from './sum-field';
import { useCashMove } from './use-shift';

interface CashMoveFormProps {
  shop: string;
  shiftId: number;
  onDone: () => void;
}

/** Cash in or out without a sale: change, a deposit at the bank. Refunds leave the drawer by themselves. */
export function CashMoveForm({ shop, shiftId, onDone }: CashMoveFormProps) {
  const { t } = useTranslation('form');
  const word = useTillWord();
  const reasonId = useId();
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<{ amount?: string; reason?: string }>({});
  const { send, isSending, error, fieldError } = useCashMove(shop, shiftId, onDone);
  /** `1` puts in, `-1` takes out. */
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
  return (
    <form
      noValidate
      className="grid gap-3 rounded-card bg-sunken p-3"
      onSubmit={(event) => {
        // Enter must not choose between the two.
        event.preventDefault();
      }}
    >
      <SumField
        autoFocus
        label={word('shift.amount')}
        error={amountError}
        className="h-10!"
        value={text}
        onText={setText}
      />
      <Field
        as={Input}
        id={reasonId}
        label={word('shift.reason')}
        hint={word('shift.reason-hint')}
        error={reasonError}
        maxLength={300}
        className="h-10!"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {error && !amountError && !reasonError && (
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
