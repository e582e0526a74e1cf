import { useTranslation } from 'next-i18next/pages';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { familyPaths } from '@/contract/core/define';
import type { DetailsProps } from '@/crud/types';
import { useDelete } from '@/crud/use-delete';
import { useCan } from '@/lib/api/capabilities';
import { useOne } from '@/lib/api/use-record';
import { useLabels } from '@/lib/i18n/labels';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { CaseView } from './complaints/case-view';
import { caseOfReview, useCase } from './complaints/use-cases';

/** A review with its complaints and decision. */
export function ReviewDetails({ resource, id }: DetailsProps<'reviews'>) {
  const { t, i18n } = useTranslation('common');
  const labels = useLabels(resource);
  const { open } = useModalActions();
  const askDelete = useDelete(resource);
  const mayWrite = useMay('feedback:write');
  const parent = { href: familyPaths(resource).list, label: labels.text('title') };
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const hasCases = useCan('cases');
  const found = useCase('Review', number, hasCases);
  return (
    <QueryBoundary query={useOne(resource, id, i18n.language)} parent={parent}>
      {(review) => (
        <>
          <PageHeader title={resource.titleOf(review)} parent={parent}>
            {mayWrite && (
              <>
                <Button
                  aria-haspopup="dialog"
                  icon={<SpriteIcon name="pencil" className="size-4" />}
                  onClick={() => open('EDIT_REVIEW', { review })}
                >
                  {t('common:button-edit')}
                </Button>
                <Button
                  aria-haspopup="dialog"
                  icon={<SpriteIcon name="trash-2" className="size-4" />}
                  onClick={() => askDelete(review)}
                >
                  {t('common:button-delete')}
                </Button>
              </>
            )}
          </PageHeader>
          <article className="@container mt-4 rounded-card border border-line bg-surface p-4 desk:p-5 phone:-mx-4 phone:rounded-none phone:border-x-0">
            {hasCases ? (
              <QueryBoundary query={found} parent={parent} isPart>
                {(item) => <CaseView item={item} />}
              </QueryBoundary>
            ) : (
              <CaseView item={caseOfReview(review)} />
            )}
          </article>
        </>
      )}
    </QueryBoundary>
  );
}
