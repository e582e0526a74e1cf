import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { AnswerField } from './answer-field';
import { findMistake, useFeedbackCall } from './use-feedback-call';

/** Gives the selected questions one answer; answered ones keep theirs. */
export function AnswerManyDialog({
  data: { target, count, onDone },
  onClose,
}: DialogProps<'ANSWER_QUESTIONS'>) {
  const { t } = useTranslation('feedback');
  const [answer, setAnswer] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const call = useFeedbackCall({
    run: (text: string) => api.post('questions/bulk/answer', { ...target, answer: text }),
    done: ({ done, refused }) => {
      if (refused > 0) showToast('info', t('feedback:feedback.reply.kept', { count: refused }));
      return { text: t('feedback:feedback.reply.many-done', { count: done }) };
    },
    onDone: () => {
      onDone();
      onClose();
    },
  });
  const refusal = ['answer', 'ids', 'query'].map((field) => findMistake(call.error, field)).find(Boolean);
  const isTooMany = refusal !== undefined && findMistake(call.error, 'answer') === undefined;
  const send = () => {
    const text = answer.trim();
    setEmpty(text === '');
    if (text !== '') call.mutate(text);
  };
  return (
    <AskForm
      title={t('feedback:feedback.reply.many-title', { count })}
      text={t('feedback:feedback.reply.many-text')}
      confirmLabel={t('feedback:feedback.reply.confirm')}
      isLoading={call.isPending}
      onConfirm={send}
      onClose={onClose}
    >
      <AnswerField
        value={answer}
        mistake={isEmpty ? 'error-answer-required' : isTooMany ? 'error-too-many' : refusal}
        onChange={(text) => {
          setAnswer(text);
          setEmpty(false);
        }}
      />
    </AskForm>
  );
}
