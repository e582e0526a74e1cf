import { useTranslation } from 'next-i18next/pages';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Review } from '@/contract/feedback/reviews/schema';
import { api } from '@/lib/api/client';
import { useModalActions } from '@/state/modal';
import { EditLine } from './edit-line';
import { ReportLine } from './report-line';
import { useFeedbackCall } from './use-feedback-call';

interface ReviewMenuProps {
  review: Review;
  canEdit: boolean;
  canAnswer: boolean;
  canReport: boolean;
  close: () => void;
}

/** Lines of a review's «•••» menu. */
export function ReviewMenu({ review, canEdit, canAnswer, canReport, close }: ReviewMenuProps) {
  const { t } = useTranslation(['feedback', 'common']);
  const { open } = useModalActions();
  const { id, comment, answer } = review;
  return (
    <>
      {canEdit && (
        <EditLine
          text={t('common:button-edit')}
          onEdit={() => open('EDIT_REVIEW', { review })}
          close={close}
        />
      )}
      {canAnswer && (
        <EditLine
          isOnEveryScreen
          text={t(`feedback:reviews.${answer ? 'edit-answer' : 'reply'}`)}
          onEdit={() => open('REPLY_REVIEW', { review })}
          close={close}
        />
      )}
      {canAnswer && answer && <RemoveAnswerLine id={id} close={close} />}
      {canReport && (
        <ReportLine
          about={{ type: 'Review', id, title: comment ?? '' }}
          text={t('feedback:reviews.report')}
          close={close}
        />
      )}
    </>
  );
}

function RemoveAnswerLine({ id, close }: { id: number; close: () => void }) {
  const { t } = useTranslation('feedback');
  const remove = useFeedbackCall({
    run: () => api.remove(`reviews/${id}/answer`),
    done: () => ({ text: t('feedback:reviews.answer-removed') }),
    onDone: close,
  });
  return (
    <button
      type="button"
      className={menuItemClass}
      disabled={remove.isPending}
      onClick={() => remove.mutate(undefined)}
    >
      <SpriteIcon name="trash-2" className="size-4 text-ink-second" />
      {t('feedback:reviews.remove-answer')}
    </button>
  );
}
