import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { Thumbnail } from '@/components/media/thumbnail';
import { WrittenText } from '@/components/ui/written-text';
import type { Stub } from '@/contract/core/define';
import type { DialogProps } from '@/contract/dialogs';
import type { FeedbackPerson, FeedbackProduct } from '@/contract/feedback/subject';
import { findPlaceholder } from '@/contract/messaging/reply-templates/placeholders';
import { api } from '@/lib/api/client';
import { AnswerField } from './answer-field';
import { findMistake, useFeedbackCall } from './use-feedback-call';

interface Subject {
  product: FeedbackProduct | null;
  user: FeedbackPerson | null;
  shop: Stub | null;
  /** What the customer wrote. */
  text: string;
  answer: string | null;
  save: (answer: string) => Promise<unknown>;
}

interface ReplyDialogProps {
  /** Group of texts in `form:feedback`. */
  words: 'reply' | 'reply-review';
  subject: Subject;
  onClose: () => void;
}

export function ReplyToQuestion({ data: { question }, onClose }: DialogProps<'REPLY_QUESTION'>) {
  const { id, version, question: text } = question;
  const save = (answer: string) => api.put(`questions/${id}`, { answer, version });
  return <ReplyDialog words="reply" subject={{ ...question, text, save }} onClose={onClose} />;
}

export function ReplyToReview({ data: { review }, onClose }: DialogProps<'REPLY_REVIEW'>) {
  const { id, comment, answer = null } = review;
  const save = (text: string) => api.put(`reviews/${id}/answer`, { answer: text });
  return (
    <ReplyDialog
      words="reply-review"
      subject={{ ...review, text: comment ?? '', answer, save }}
      onClose={onClose}
    />
  );
}

function ReplyDialog({ words, subject, onClose }: ReplyDialogProps) {
  const { t } = useTranslation(['feedback', 'common']);
  const [answer, setAnswer] = useState(subject.answer ?? '');
  const [refusal, setRefusal] = useState<string>();
  const { product, user } = subject;
  const call = useFeedbackCall({
    run: subject.save,
    done: () => ({ text: t('feedback:feedback.reply.done') }),
    onDone: onClose,
  });
  const mistake = refusal ?? findMistake(call.error, 'answer');
  const send = () => {
    const text = answer.trim();
    const isUnfilled = findPlaceholder(text) !== undefined;
    setRefusal(text === '' ? 'error-answer-required' : isUnfilled ? 'error-unfilled' : undefined);
    if (text !== '' && !isUnfilled) call.mutate(text);
  };
  return (
    <AskForm
      title={t(`feedback:feedback.${words}.${subject.answer === null ? 'title' : 'title-edit'}`)}
      // The author of a review is told of the first answer only.
      text={
        words === 'reply-review' && subject.answer !== null ? undefined : t(`feedback:feedback.${words}.text`)
      }
      confirmLabel={t(subject.answer === null ? 'feedback:feedback.reply.confirm' : 'common:button-save')}
      isLoading={call.isPending}
      onConfirm={send}
      onClose={onClose}
    >
      {product && (
        <div className="flex items-center gap-3">
          <Thumbnail path={product.image?.thumbnail} title={product.name} />
          <div className="min-w-0">
            <p className="line-clamp-2 font-medium break-words">{product.name}</p>
            <p className="text-small text-ink-second">{t('common:id', { id: product.id })}</p>
          </div>
        </div>
      )}
      <blockquote className="max-h-40 overflow-y-auto border-s-2 border-line ps-3">
        <WrittenText className="block break-words whitespace-pre-line" text={subject.text} />
        {user && <span className="text-small text-ink-second">{user.name}</span>}
      </blockquote>
      <AnswerField
        value={answer}
        mistake={mistake}
        about={{ shop: subject.shop, customer: user?.name }}
        onChange={(text) => {
          setAnswer(text);
          setRefusal(undefined);
        }}
      />
    </AskForm>
  );
}
