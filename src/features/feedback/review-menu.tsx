import { useTranslation } from 'next-i18next/pages';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { MenuLine } from '@/components/ui/menu-line';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Review } from '@/contract/feedback/reviews/schema';
import { api } from '@/lib/api/client';
import { useModalActions } from '@/state/modal';
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
  const line = (icon: string, text: string, onOpen: () => void, look?: string) => (
    <MenuLine
      icon={<SpriteIcon name={icon} className="size-4" />}
      className={look}
      close={close}
      onOpen={onOpen}
    >
      {text}
    </MenuLine>
  );
  return (
    <>
      {/* Wider screens have a button for it beside the menu. */}
      {canEdit &&
        line('pencil', t('common:button-edit'), () => open('EDIT_REVIEW', { review }), 'phone:flex! hidden!')}
      {canAnswer &&
        line('pencil', t(`feedback:reviews.${answer ? 'edit-answer' : 'reply'}`), () =>
          open('REPLY_REVIEW', { review }),
        )}
      {canAnswer && answer && <RemoveAnswerLine id={id} close={close} />}
      {canReport &&
        line('flag', t('feedback:reviews.report'), () =>
          open('ABUSE_REPORT', { type: 'Review', id, title: comment ?? '' }),
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
