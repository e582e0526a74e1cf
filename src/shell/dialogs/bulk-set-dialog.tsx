import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useId } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { ErrorBanner } from '@/components/page/error-banner';
import { Skeleton } from '@/components/ui/skeleton';
import { bulkReasons } from '@/contract/core/bulk';
import type { DialogProps } from '@/contract/dialogs';
import { errorText, toClientError } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';

/** What a change of many rows does: how many change, the first of them, and why the others stay. */
export function BulkSetDialog({ data, onClose }: DialogProps<'BULK_SET'>) {
  const { title, text, wordOf, onConfirm } = data;
  const { t, i18n } = useTranslation('common');
  const preview = useQuery({
    queryKey: ['bulk-preview', useId()],
    queryFn: data.preview,
    // Compared with the rows of now.
    gcTime: 0,
  });
  const failure = preview.error && toClientError(preview.error);
  const say = (key: string, rows: number) =>
    t(`common:bulk.${key}`, { count: rows, number: formatNumber(rows, i18n.language) });
  const done = preview.data?.done ?? 0;
  const more = done - (preview.data?.samples.length ?? 0);
  const handleConfirm = () => {
    onConfirm();
    onClose();
  };
  return (
    <AskForm
      title={title}
      text={text ?? t('common:bulk.preview-text')}
      confirmLabel={t('common:bulk.preview-apply')}
      isLoading={false}
      isDisabled={done === 0}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {preview.isPending && <Skeleton className="h-20 w-full" />}
      {failure && <ErrorBanner text={errorText(t, failure)} requestId={failure.requestId} />}
      {preview.data && (
        <section aria-label={t('common:bulk.preview')} className="rounded-control border border-line p-3">
          <p className="font-medium">{say('preview-done', done)}</p>
          <ul className="text-ink-second empty:hidden">
            {bulkReasons.map((reason) => {
              const rows = preview.data.kept[reason];
              return rows > 0 && <li key={reason}>{say(`kept-${reason}`, rows)}</li>;
            })}
          </ul>
          <ul className="mt-2 grid gap-1.5 text-small empty:hidden">
            {preview.data.samples.map((one, index) => (
              // Titles may repeat, and the list does not change.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={index} className="min-w-0 break-words">
                <span dir="auto">{one.title}</span>
                {': '}
                <del className="text-ink-second">{wordOf(one.before)}</del>
                {' → '}
                <ins className="no-underline">{wordOf(one.after)}</ins>
              </li>
            ))}
            {more > 0 && <li className="text-ink-second">{say('preview-more', more)}</li>}
          </ul>
        </section>
      )}
    </AskForm>
  );
}
