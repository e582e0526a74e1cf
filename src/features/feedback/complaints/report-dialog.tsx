import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import type { DialogProps } from '@/contract/dialogs';
import { ReasonField } from '@/features/feedback/reason-field';
import { findMistake, useFeedbackCall } from '@/features/feedback/use-feedback-call';
import { api } from '@/lib/api/client';

const templates = ['insult', 'advertising', 'false', 'off-topic', 'personal'] as const;

/** Reports a review or question to administrators. */
export function ReportDialog({ data: { type, id, title }, onClose }: DialogProps<'ABUSE_REPORT'>) {
  const { t } = useTranslation('feedback');
  const [message, setMessage] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const call = useFeedbackCall({
    run: (text: string) => api.post('abusive_reports', { model_type: type, model_id: id, message: text }),
    done: () => ({ text: t('feedback:feedback.report.done') }),
    onDone: onClose,
  });
  const send = () => {
    const text = message.trim();
    setEmpty(text === '');
    if (text !== '') call.mutate(text);
  };
  return (
    <AskForm
      title={t(`feedback:feedback.report.title.${type}`)}
      text={t('feedback:feedback.report.text')}
      confirmLabel={t('feedback:feedback.report.confirm')}
      isLoading={call.isPending}
      onConfirm={send}
      onClose={onClose}
    >
      {title && (
        <blockquote className="line-clamp-3 border-s-2 border-line ps-3 break-words">{title}</blockquote>
      )}
      <ReasonField
        label={t('feedback:feedback.report.reason')}
        words="report"
        templates={templates}
        isRequired
        value={message}
        mistake={isEmpty ? 'error-report-required' : findMistake(call.error, 'message')}
        onChange={(text) => {
          setMessage(text);
          setEmpty(false);
        }}
      />
    </AskForm>
  );
}
