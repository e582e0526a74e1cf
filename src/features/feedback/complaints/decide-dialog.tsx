import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import type { DialogData } from '@/contract/dialogs';
import { ReasonField } from '@/features/feedback/reason-field';
import { findMistake, restorePath, useFeedbackCall } from '@/features/feedback/use-feedback-call';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { useRedirect } from '@/lib/hooks/use-redirect';

interface DecideDialogProps {
  data: DialogData['ACCEPT_ABUSE_REPORT'];
  /** Accepting removes the reported text; declining keeps it. */
  isAcceptance: boolean;
  onClose: () => void;
}

const templates = {
  accept: ['insult', 'advertising', 'off-topic', 'personal', 'false'],
  decline: ['opinion', 'no-proof', 'polite'],
} as const;

/** Accepts or declines all complaints of a case, with an optional reason. */
export function DecideDialog({ data: { type, id, title, model }, isAcceptance, onClose }: DecideDialogProps) {
  const { t } = useTranslation(['feedback', 'common']);
  const { pathname } = useRouter();
  const redirect = useRedirect();
  const [note, setNote] = useState('');
  const canRestore = useCan('restore');
  const words = isAcceptance ? 'accept' : 'decline';
  const restore = useFeedbackCall({
    run: () => api.post(restorePath({ type, id })),
    done: () => ({ text: t('common:successfully-restored') }),
  });
  const call = useFeedbackCall({
    run: (reason: string) =>
      api.post(`abusive_reports/${isAcceptance ? 'accept' : 'reject'}`, {
        model_type: model ?? type,
        model_id: id,
        ...(reason && { note: reason }),
      }),
    done: () => ({
      text: t(`feedback:feedback.${words}.done.${type}`),
      ...(isAcceptance &&
        canRestore && {
          action: { label: t('common:button-undo'), onClick: () => restore.mutate(undefined) },
        }),
    }),
    onDone: () => {
      onClose();
      // The details page of a removed review no longer exists.
      if (pathname.startsWith('/reviews/')) redirect('/reviews');
    },
  });
  return (
    <AskForm
      title={t(`feedback:feedback.${words}.title.${type}`)}
      text={t(`feedback:feedback.${words}.text.${type}`)}
      confirmLabel={t(`feedback:feedback.${words}.confirm`)}
      isDanger={isAcceptance}
      isLoading={call.isPending}
      onConfirm={() => call.mutate(note.trim())}
      onClose={onClose}
    >
      {title && (
        <blockquote className="line-clamp-3 border-s-2 border-line ps-3 break-words">{title}</blockquote>
      )}
      <ReasonField
        label={t('feedback:feedback.reason')}
        hint={t(`feedback:feedback.${words}.hint`)}
        words={words}
        templates={templates[words]}
        value={note}
        mistake={findMistake(call.error, 'note')}
        onChange={setNote}
      />
    </AskForm>
  );
}
