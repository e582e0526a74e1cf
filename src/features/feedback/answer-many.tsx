import { MessageCircleReply } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { bulkButtonClass } from '@/components/table/bulk-bar';
import type { BulkMoreProps } from '@/crud/list/bulk-actions';
import { useModalActions } from '@/state/modal';

/** Bulk action: one answer for similar questions. */
export function AnswerMany({ target, count, onDone }: BulkMoreProps) {
  const { t } = useTranslation('feedback');
  const { open } = useModalActions();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={bulkButtonClass}
      onClick={() => open('ANSWER_QUESTIONS', { target, count, onDone })}
    >
      <MessageCircleReply className="size-4" />
      {t('feedback:questions.reply')}
    </button>
  );
}
