import { useTranslation } from 'next-i18next/pages';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Link } from '@/components/ui/link';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { ReportedType } from '@/contract/feedback/abusive-reports/schema';
import { CaseView } from './case-view';
import { useCase } from './use-cases';

interface CasePaneProps {
  type: ReportedType;
  id: number;
  /** Link to the queue on narrow screens. */
  backHref: string;
}

/** Details and decision of one case. */
export function CasePane({ type, id, backHref }: CasePaneProps) {
  const { t } = useTranslation('feedback');
  const back = t('feedback:feedback.queue.back');
  return (
    <article className="@container rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
      <Link
        href={backHref}
        className="flex items-center gap-1 px-4 pt-3 text-small text-ink-second hover:text-ink desk:hidden"
      >
        <SpriteIcon name="chevron-left" className="size-4 rtl:rotate-180" />
        {back}
      </Link>
      <div className="p-4 desk:p-5">
        <QueryBoundary query={useCase(type, id)} parent={{ href: backHref, label: back }} isPart>
          {(found) => <CaseView item={found} />}
        </QueryBoundary>
      </div>
    </article>
  );
}
