import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useId, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import type { ShiftReport } from '@/contract/orders/till';
import { readSum } from '../cash';
import { useTillWord } from '../use-till-word';
import { cashDifference, Difference } from './shift-figures';
import { SumField } from './sum-field';
import { useCloseShift } from './use-shift';

interface CloseShiftProps {
  shop: string;
  shift: ShiftReport;
  onClosed?: (shift: ShiftReport) => void;
}

/** Counts the drawer, shows the difference, and closes the shift. */
export function CloseShift({ shop, shift, onClosed }: CloseShiftProps) {
  const { t } = useTranslation('form');
  const word = useTillWord();
  const noteId = useId();
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { send, isSending, error, fieldError } = useCloseShift(shop, shift.id, onClosed);
  const counted = readSum(text);
  const isDifferent = counted !== undefined && cashDifference(shift.expected_cash, counted) !== 0;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (counted === undefined) return setWrong(true);
    send({ counted_cash: counted, note: isDifferent ? note : '' });
  };
  const wrong = isWrong ? t('form:error-sum-required') : fieldError('counted_cash');
  const wrongNote = fieldError('note');
  return (
    <form noValidate className="grid gap-3" onSubmit={handleSubmit}>
      <SumField
        label={word('shift.counted-label')}
        error={wrong}
        className="h-11! text-card!"
        value={text}
        onText={(next) => {
          setText(next);
          setWrong(false);
        }}
      />
      {counted !== undefined && (
        <dl aria-live="polite">
          <Difference expected={shift.expected_cash} counted={counted} />
        </dl>
      )}
      {isDifferent && (
        <Field
          as={Input}
          id={noteId}
          label={word('shift.note')}
          error={wrongNote}
          maxLength={1000}
          className="h-11!"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      {error && (
        <p role="alert" className="rounded-control bg-warn-soft px-3 py-2 font-medium text-warn">
          {error}
        </p>
      )}
      <Button type="submit" variant="primary" className="h-12! text-card!" isLoading={isSending}>
        {word('shift.close')}
      </Button>
    </form>
  );
}
