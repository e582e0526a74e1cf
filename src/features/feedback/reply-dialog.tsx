import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { Thumbnail } from '@/components/media/thumbnail';
import { WrittenText } from '@/components/ui/written-text';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { AnswerField } from './answer-field';
import { mistakeOf, useFeedbackCall } from './use-feedback-call';

/** Writes or edits the answer to a question. */
export function ReplyDialog({ data: { question }, onClose }: DialogProps<'REPLY_QUESTION'>) {
  const { t } = useTranslation('feedback');
  const [answer, setAnswer] = useState(question.answer ?? '');
  const [isEmpty, setEmpty] = useState(false);
  const { id, version, product } = question;
  const call = useFeedbackCall({
    run: (text: string) => api.put(`questions/${id}`, { answer: text, version }),
    done: () => ({ text: t('feedback:feedback.reply.done') }),
    onDone: onClose,
  });
  const mistake = isEmpty ? 'error-answer-required' : mistakeOf(call.error, 'answer');
  const send = () => {
    const text = answer.trim();
    setEmpty(text === '');
    if (text !== '') call.mutate(text);
  };
  return (
    <AskForm
      title={t(`feedback:feedback.reply.${question.answer === null ? 'title' : 'title-edit'}`)}
      text={t('feedback:feedback.reply.text')}
      confirmLabel={t('feedback:feedback.reply.confirm')}
      isLoading={call.isPending}
      onConfirm={send}
      onClose={onClose}
    >
      {product && (
        <div className="flex items-center gap-3">
          <Thumbnail path={product.image?.thumbnail} title={product.name} />
          <div className="min-w-0">
            <p className="line-clamp-2 font-medium break-words">{product.name}</p>
            <p className="text-small text-ink-second">{`№\u00a0${product.id}`}</p>
          </div>
        </div>
      )}
      <blockquote className="max-h-40 overflow-y-auto border-s-2 border-line ps-3">
        <WrittenText className="block break-words whitespace-pre-line" text={question.question} />
        {question.user && <span className="text-small text-ink-second">{question.user.name}</span>}
      </blockquote>
      <AnswerField
        value={answer}
        mistake={mistake}
        onChange={(text) => {
          setAnswer(text);
          setEmpty(false);
        }}
      />
    </AskForm>
  );
}
