import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { messageKey } from '@/lib/api/errors';
import { type Asking, askAgain, useFailure } from '@/lib/api/use-failure';
import { ErrorBanner } from './error-banner';
import { NotFound, UnsupportedPage } from './not-found';
import { PageHeader } from './page-header';

interface LoadedProps<Data> {
  query: Asking & { data: Data | undefined };
  /** The page above: way out of a missing record, and the heading of one that loads. */
  parent?: { href: string; label: string };
  /** Set where the page has a heading already. */
  isPart?: boolean;
  /** Class with the height of what comes, for a part of a page: what stands below stays where it is. */
  room?: string;
  children: (data: Data) => ReactNode;
}

/** Skeleton while a single record loads; not-found or error state when it fails. */
export function QueryBoundary<Data>({ query, parent, isPart = false, room, children }: LoadedProps<Data>) {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  const error = useFailure(query);
  if (error?.code === 'NOT_FOUND') return <NotFound href={parent?.href} linkText={parent?.label} />;
  if (query.data !== undefined) return children(query.data);
  if (error?.code === 'NOT_SUPPORTED') return <UnsupportedPage />;
  if (error) {
    return (
      <ErrorBanner
        text={t(messageKey(error))}
        requestId={error.requestId}
        onRetry={() => void askAgain(client)}
      />
    );
  }
  // With a key the skeleton is removed, not turned into the content: to the browser that would be a layout jump.
  return (
    <div key="loading" data-loading role="status" aria-label={t('common:text-loading')}>
      {room ? (
        <Skeleton className={`w-full rounded-card! ${room}`} />
      ) : (
        <>
          {parent && !isPart ? (
            <PageHeader title={undefined} parent={parent} />
          ) : (
            <Skeleton className="h-7 w-64" />
          )}
          <Skeleton className="mt-6 h-96 w-full rounded-card" />
        </>
      )}
    </div>
  );
}
