import { DialogTitle } from '@headlessui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import { type ChangeInWords, useHistoryWords } from '@/components/domain/use-history-words';
import { DateTimeInput } from '@/components/inputs/dates/date-input';
import { ErrorBanner } from '@/components/page/error-banner';
import { Skeleton } from '@/components/ui/skeleton';
import type { RowAsOf } from '@/contract/core/history';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { formatDateTime } from '@/lib/format/format';

const dayMs = 24 * 3600_000;

/** A record as it was at a chosen moment, with what is different today. */
export function AsOfDialog({ data: { family, id, labelOf } }: DialogProps<'AS_OF'>) {
  const { t } = useTranslation(['insights', 'common']);
  const fieldId = useId();
  const [at, setAt] = useState(() => new Date(Date.now() - dayMs).toISOString());
  const query = useQuery({
    queryKey: [family, 'as-of', id, at],
    queryFn: () => api.get('audit/as-of', { family, id, at }),
    enabled: at !== '',
    placeholderData: keepPreviousData,
  });
  const failure = query.error && toClientError(query.error);
  return (
    <div className="flex max-h-[85vh] w-160 max-w-full flex-col p-6 phone:w-full phone:p-5">
      <DialogTitle className="pe-8 text-card font-semibold">{t('insights:history.as-of.title')}</DialogTitle>
      <label htmlFor={fieldId} className="mt-3 mb-1.5 block font-medium">
        {t('insights:history.as-of.moment')}
      </label>
      <div className="w-60 max-w-full">
        <DateTimeInput id={fieldId} value={at} onChange={setAt} />
      </div>
      <div className="mt-4 min-h-40 overflow-y-auto">
        {failure && <ErrorBanner text={errorText(t, failure)} requestId={failure.requestId} />}
        {query.isPending && !failure && <Skeleton className="h-40 w-full" />}
        {query.data && !failure && <Then row={query.data} family={family} labelOf={labelOf} />}
      </div>
    </div>
  );
}

type ThenProps = { row: RowAsOf } & Pick<DialogProps<'AS_OF'>['data'], 'family' | 'labelOf'>;

function Then({ row, family, labelOf }: ThenProps) {
  const { t, i18n } = useTranslation('insights');
  const words = useHistoryWords(family, labelOf);
  if (row.state === 'not-created') return <p>{t('insights:history.as-of.not-created')}</p>;
  const different = words.changes({ action: 'update', changes: row.fields });
  const paths = new Set(different.map(({ path }) => path));
  // What is the same is written once: as a change from nothing.
  const all = words.changes({
    action: 'update',
    changes: Object.fromEntries(Object.entries(row.fields).map(([key, [, now]]) => [key, [null, now]])),
  });
  const same = all.filter(({ path }) => !paths.has(path));
  return (
    <div className="grid gap-4">
      {row.state === 'removed' && <Note text={t('insights:history.as-of.removed')} />}
      {row.is_cut && (
        <Note text={t('insights:history.as-of.cut', { time: formatDateTime(row.at, i18n.language) })} />
      )}
      {row.unsure.length > 0 && (
        <Note text={t('insights:history.as-of.unsure', { fields: row.unsure.map(words.label).join(', ') })} />
      )}
      {different.length === 0 && <p>{t('insights:history.as-of.same')}</p>}
      {different.length > 0 && <Differences changes={different} />}
      {same.length > 0 && (
        <details>
          <summary className="relative touch-target cursor-pointer font-medium">
            {t('insights:history.as-of.unchanged', { count: same.length })}
          </summary>
          <dl className="mt-2 grid gap-2">
            {same.map(({ path, label, after }) => (
              <div key={path} className="min-w-0 break-words">
                <dt className="text-small text-ink-second">{label}</dt>
                <dd dir="auto">{after}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

const Note = ({ text }: { text: string }) => (
  <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-small">
    {text}
  </p>
);

/** The value of then, marked, above that of today. */
function Differences({ changes }: { changes: readonly ChangeInWords[] }) {
  const { t } = useTranslation('insights');
  const nothing = t('insights:history.nothing');
  return (
    <dl className="divide-y divide-line-faint rounded-card border border-line">
      {changes.map(({ path, label, before, after }) => (
        <div key={path} className="min-w-0 px-3 py-2 break-words">
          <dt className="text-small text-ink-second">{label}</dt>
          <dd>
            <mark dir="auto" className="rounded-badge bg-accent-soft px-1 font-medium text-ink">
              {before ?? nothing}
            </mark>
          </dd>
          <dd className="mt-0.5 text-small text-ink-second">
            {t('insights:history.as-of.now')} <span dir="auto">{after ?? nothing}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
