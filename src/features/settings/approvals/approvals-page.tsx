import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import type { ComponentType } from 'react';
import { useQuestions } from '@/components/domain/use-questions';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Pagination } from '@/components/table/pagination';
import { Tabs } from '@/components/ui/tabs';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { api } from '@/lib/api/client';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { ApprovalCard } from './approval-card';
import { ApprovalRules } from './approval-rules';

const lists = ['waiting', 'own', 'ended'] as const;
const views = [...lists, 'questions', 'rules'] as const;

/** Requests that wait for a second person: for this one, its own, and those that have ended. */
export function ApprovalsPage({ Questions }: Pick<ViewProps, 'Questions'>) {
  const { t } = useTranslation(['settings', 'common']);
  const { query, isReady } = useRouter();
  const isTeam = isAllowed(adminOnly, usePermissions());
  const isFinance = useMay('finance:read') && isTeam;
  const ofTeam = views.filter((view) => isFinance || view !== 'questions');
  const offered = isTeam ? ofTeam : lists.filter((view) => view !== 'waiting');
  const show = offered.find((view) => view === query.show) ?? offered[0] ?? 'own';
  const only = typeof query.id === 'string' && /^\d+$/.test(query.id) ? query.id : undefined;
  return (
    <>
      <PageHeader title={t('common:text-approvals')} />
      <p className="mt-2 max-w-3xl text-ink-second">{t('settings:approvals.text')}</p>
      <div className="mt-4 grid max-w-4xl gap-4">
        <Tabs
          label={t('common:text-approvals')}
          tabs={offered.map((view) => ({
            href: `/approvals?show=${view}`,
            label: t(`settings:approvals.show.${view}`),
            isCurrent: only === undefined && view === show,
          }))}
        />
        {isReady &&
          (only === undefined ? (
            <View key={show} show={show} isFinance={isFinance} Questions={Questions} />
          ) : (
            <OneRequest id={only} />
          ))}
      </div>
    </>
  );
}

interface ViewProps {
  show: (typeof views)[number];
  isFinance: boolean;
  /** What a person decides about payments. */
  Questions: ComponentType<{ isInbox?: boolean }>;
}

function View({ show, isFinance, Questions }: ViewProps) {
  const isInbox = show === 'waiting' && isFinance;
  const questions = useQuestions(true, 1, isInbox);
  if (show === 'rules') return <ApprovalRules />;
  if (show === 'questions') return <Questions />;
  return (
    <>
      {isInbox && <Questions isInbox />}
      <Requests show={show} isQuiet={isInbox && Boolean(questions.data?.rows.length)} />
    </>
  );
}

function OneRequest({ id }: { id: string }) {
  const { t } = useTranslation('common');
  const found = useQuery({ queryKey: ['approvals', 'one', id], queryFn: () => api.one('approvals', id) });
  return (
    <QueryBoundary query={found} parent={{ href: '/approvals', label: t('common:text-approvals') }} isPart>
      {(approval) => <ApprovalCard approval={approval} />}
    </QueryBoundary>
  );
}

interface RequestsProps {
  show: (typeof lists)[number];
  /** Something else waits above, so that an empty list says nothing. */
  isQuiet: boolean;
}

function Requests({ show, isQuiet }: RequestsProps) {
  const { t } = useTranslation('settings');
  const router = useRouter();
  const page = Math.max(1, Number(router.query.page) || 1);
  const found = useQuery({
    queryKey: ['approvals', 'list', show, page],
    queryFn: () => api.page('approvals', { show, page }),
  });
  const turn = (to: number) => void router.push({ query: { show, page: to } });
  return (
    <QueryBoundary query={found}>
      {({ rows, paginator }) =>
        rows.length === 0 ? (
          isQuiet ? null : (
            <EmptyState
              isCard
              picture="empty"
              title={t(`settings:approvals.empty.${show}`)}
              text={t('settings:approvals.empty.text')}
            />
          )
        ) : (
          <>
            <ul className="grid gap-4">
              {rows.map((approval) => (
                <li key={approval.id}>
                  <ApprovalCard approval={approval} />
                </li>
              ))}
            </ul>
            <Pagination info={paginator} onPage={turn} />
          </>
        )
      }
    </QueryBoundary>
  );
}
