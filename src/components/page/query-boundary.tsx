import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { messageKey, toClientError } from '@/lib/api/errors';
import { ErrorBanner } from './error-banner';
import { NotFound, UnsupportedPage } from './not-found';

interface LoadedProps<Data> {
  /** The used part of a TanStack query. */
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Way out of a missing record. */
  parent?: { href: string; label: string };
  children: (data: Data) => ReactNode;
}

/** Skeleton while a single record loads; not-found or error state when it fails. */
export function QueryBoundary<Data>({ query, parent, children }: LoadedProps<Data>) {
  const { t } = useTranslation('common');
  const error = query.error ? toClientError(query.error) : undefined;
  if (error?.code === 'NOT_FOUND') return <NotFound href={parent?.href} linkText={parent?.label} />;
  if (query.data !== undefined) return children(query.data);
  if (error?.code === 'NOT_SUPPORTED') return <UnsupportedPage />;
  if (error) {
    return (
      <ErrorBanner
        text={t(messageKey(error))}
        requestId={error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  // With a key the skeleton is removed, not turned into the content: to the browser that would be a layout jump.
  return (
    <div key="loading" data-loading role="status" aria-label={t('common:text-loading')}>
      <Skeleton className="h-7 w-64" />
      <Skeleton className="mt-6 h-96 w-full rounded-card" />
    </div>
  );
}
