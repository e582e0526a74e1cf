import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { AllLink } from '@/components/page/all-link';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { messageKey, toClientError } from '@/lib/api/errors';

/** The part of a TanStack query that a widget uses. */
export interface WidgetQuery<Data> {
  data: Data | undefined;
  error: unknown;
  isPlaceholderData?: boolean;
  refetch: () => unknown;
}

interface WidgetProps<Data> {
  title: string;
  note?: ReactNode;
  /** Link to the full list. */
  all?: { href: string; label: string } | undefined;
  /** Controls next to the title. */
  tools?: ReactNode;
  query: WidgetQuery<Data>;
  /** A list is empty without rows. */
  isEmpty?: (data: Data) => boolean;
  empty?: string;
  /** Number of skeleton lines, close to the expected rows. */
  lines?: number;
  /** Height of the content where it is known: nothing below moves when it comes. */
  height?: string;
  id?: string;
  children: (data: Data) => ReactNode;
}

/** A dashboard card with its own loading, error and empty states. */
export function Widget<Data>({
  title,
  note,
  all,
  tools,
  query,
  lines = 5,
  height = '',
  id,
  ...rest
}: WidgetProps<Data>) {
  return (
    <section
      id={id}
      aria-label={title}
      className="flex min-w-0 scroll-mt-20 flex-col rounded-card border border-line bg-surface"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 pt-3.5 pb-2">
        <div className="min-w-0">
          <h2 className="text-card font-semibold">{title}</h2>
          {note !== undefined && note !== false && (
            <p className="min-h-4.5 text-small text-ink-second">{note}</p>
          )}
        </div>
        {tools && <div className="flex flex-wrap items-center gap-2">{tools}</div>}
        {all && <AllLink {...all} />}
      </header>
      <Content query={query} lines={lines} height={height} {...rest} />
    </section>
  );
}

type ContentProps<Data> = Pick<WidgetProps<Data>, 'query' | 'isEmpty' | 'empty' | 'children'> & {
  lines: number;
  height: string;
};

function Content<Data>({ query, isEmpty = hasNoRows, empty, lines, height, children }: ContentProps<Data>) {
  const { t } = useTranslation('common');
  const { data, error, isPlaceholderData } = query;
  if (data !== undefined) {
    if (isEmpty(data)) return <p className={`px-4 pt-1 pb-5 text-ink-second ${height}`}>{empty}</p>;
    return (
      <div className={`pb-1.5 transition-opacity ${height} ${isPlaceholderData ? 'opacity-60' : ''}`}>
        {children(data)}
      </div>
    );
  }
  if (error) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 px-4 pt-1 pb-5">
        <p className="min-w-0 text-ink-second">{t(messageKey(toClientError(error)))}</p>
        <Button size="small" onClick={() => void query.refetch()}>
          {t('common:button-retry')}
        </Button>
      </div>
    );
  }
  return (
    <div
      role="status"
      aria-label={t('common:text-loading')}
      className={`grid content-start gap-4 px-4 pt-2 pb-5 ${height}`}
    >
      {[...Array(lines).keys()].map((line) => (
        <Skeleton key={line} className="h-6 w-full" />
      ))}
    </div>
  );
}

const hasNoRows = (data: unknown) => Array.isArray(data) && data.length === 0;
