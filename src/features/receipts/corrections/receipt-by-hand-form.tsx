import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/api/client';
import { errorText } from '@/lib/api/errors';
import { useReceiptWrite } from './use-receipt-write';

const numbers = ['drive_number', 'document_number', 'sign'] as const;
const longest = { drive_number: 16, document_number: 10, sign: 10 };
const empty = { drive_number: '', document_number: '', sign: '', registered_at: '' };

/** Numbers of a document that a person has made in the cabinet of the register; a second person confirms them. */
export function ReceiptByHandForm({ id, onDone }: { id: number; onDone: () => void }) {
  const { t } = useTranslation(['receipts', 'form', 'common']);
  const { word } = useReceiptWords();
  const [values, setValues] = useState(empty);
  const { problem, errorOf, ...note } = useReceiptWrite({
    send: (input: typeof empty) => api.post(`receipts/${id}/made`, input),
    text: word('made.done'),
    onDone,
  });
  const change = (part: Partial<typeof empty>) => {
    if (note.error) note.reset();
    setValues((now) => ({ ...now, ...part }));
  };
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const at = new Date(values.registered_at);
    note.mutate({ ...values, registered_at: Number.isNaN(at.getTime()) ? '' : at.toISOString() });
  };
  return (
    <form noValidate className="grid gap-4 rounded-card bg-sunken p-4" onSubmit={handleSubmit}>
      <p className="text-small text-ink-second">{word('made.text')}</p>
      {numbers.map((key) => (
        <Field
          as={Input}
          key={key}
          id={`made-${key}`}
          label={word(`made.${key}`)}
          isRequired
          error={errorOf(key)}
          dir="ltr"
          inputMode="numeric"
          maxLength={longest[key]}
          value={values[key]}
          onChange={({ target }) => change({ [key]: target.value })}
        />
      ))}
      <Field
        as={Input}
        id="made-registered_at"
        label={word('made.registered_at')}
        isRequired
        error={errorOf('registered_at')}
        type="datetime-local"
        value={values.registered_at}
        onChange={({ target }) => change({ registered_at: target.value })}
      />
      {problem && <ErrorBanner text={errorText(t, problem)} requestId={problem.requestId} />}
      <Button type="submit" variant="primary" className="justify-self-start" isLoading={note.isPending}>
        {word('made.confirm')}
      </Button>
    </form>
  );
}
