import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { useQuestions } from '@/components/domain/use-questions';
import { EmptyState } from '@/components/page/empty-state';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Pagination } from '@/components/table/pagination';
import { QuestionCard } from './question-card';

interface QuestionsProps {
  /** Those that wait only, and nothing when none does: beside other things that wait. */
  isInbox?: boolean;
}

/** «Вопросы о деньгах»: what a person decides about payments and refunds. */
export function Questions({ isInbox = false }: QuestionsProps) {
  const { t } = useTranslation('payments');
  const [page, setPage] = useState(1);
  const found = useQuestions(isInbox, page);
  if (isInbox && !found.data?.rows.length) return null;
  return (
    <QueryBoundary query={found}>
      {({ rows, paginator }) =>
        rows.length === 0 ? (
          <EmptyState
            isCard
            picture="empty"
            title={t('payments:payments.tasks.empty')}
            text={t('payments:payments.tasks.empty-text')}
          />
        ) : (
          <>
            {isInbox && <h2 className="text-card font-semibold">{t('payments:payments.tasks.title')}</h2>}
            <ul className="grid gap-4">
              {rows.map((task) => (
                <li key={task.id}>
                  <QuestionCard task={task} />
                </li>
              ))}
            </ul>
            {(paginator.lastPage > 1 || !isInbox) && <Pagination info={paginator} onPage={setPage} />}
          </>
        )
      }
    </QueryBoundary>
  );
}
