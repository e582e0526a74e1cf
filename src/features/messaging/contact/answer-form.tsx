import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { toClientError } from '@/lib/api/errors';
import { useContactCall } from './use-contact-call';

/** Writes the answer, which goes out as an e-mail. */
export function AnswerForm({ message }: { message: { id: number; version: number; email: string } }) {
  const { t } = useTranslation(['messaging', 'form']);
  const [answer, setAnswer] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const call = useContactCall(message, t('messaging:contact.sent'));
  const refused = call.error ? toClientError(call.error).fields.answer?.[0] : undefined;
  const mistake = isEmpty ? 'error-answer-required' : refused;
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const text = answer.trim();
    setEmpty(text === '');
    if (text !== '') call.mutate({ answer: text });
  };
  return (
    <Card>
      <form className="grid justify-items-start gap-4" onSubmit={send} noValidate>
        <div className="w-full">
          <Field
            as={Textarea}
            id="contact-answer"
            label={t('messaging:contact.answer')}
            hint={t('messaging:contact.answer-hint', { email: message.email })}
            error={mistake && t(`form:${mistake}`, { defaultValue: mistake })}
            isRequired
            rows={6}
            maxLength={5000}
            value={answer}
            onChange={(event) => {
              setAnswer(event.target.value);
              setEmpty(false);
            }}
          />
        </div>
        <Button type="submit" variant="primary" isLoading={call.isPending}>
          {t('messaging:contact.send')}
        </Button>
      </form>
    </Card>
  );
}
