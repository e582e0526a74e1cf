import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { isAllowed } from '@/contract/core/permissions';
import type { Question } from '@/contract/feedback/questions/schema';
import { DetailsScreen } from '@/crud/details/details-screen';
import type { DetailsProps, Row } from '@/crud/types';
import { useDelete } from '@/crud/use-delete';
import { usePermissions } from '@/lib/session/me';
import { useMay, useRights } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';

/** A question with its answer, which is written in the dialog of the list. */
export function QuestionDetails(props: DetailsProps) {
  const { resource, shop } = props;
  const { t } = useTranslation(['feedback', 'common']);
  const { open } = useModalActions();
  const { canRemove } = useRights(resource, shop);
  const mayWrite = useMay('feedback:write');
  const canAnswer = isAllowed(resource.allow.update, usePermissions()) && mayWrite;
  const askDelete = useDelete(resource);
  const actions = (row: Row) => {
    // Row type of the engine is wider than the declaration.
    const question = row as Row & Question;
    return (
      <>
        {canAnswer && (
          <Button
            aria-haspopup="dialog"
            variant={question.answer === null ? 'primary' : 'secondary'}
            icon={<SpriteIcon name="pencil" className="size-4" />}
            onClick={() => open('REPLY_QUESTION', { question })}
          >
            {t(`feedback:questions.${question.answer === null ? 'reply' : 'edit-answer'}`)}
          </Button>
        )}
        {canRemove && (
          <Button
            aria-haspopup="dialog"
            icon={<SpriteIcon name="trash-2" className="size-4" />}
            onClick={() => askDelete(row)}
          >
            {t('common:button-delete')}
          </Button>
        )}
      </>
    );
  };
  return <DetailsScreen {...props} actions={actions} />;
}
