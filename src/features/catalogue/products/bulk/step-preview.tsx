import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { products } from '@/contract/catalogue/products';
import type { BulkPreview } from '@/contract/catalogue/products/bulk';
import type { BulkTarget } from '@/contract/core/bulk';
import { apiAs } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { useLabels } from '@/lib/i18n/labels';

interface StepPreviewProps {
  path: 'categories' | 'characteristics' | 'status' | 'stock';
  target: BulkTarget;
  /** Undefined while the form is incomplete. */
  body: object | undefined;
}

/** What a bulk change would do: counts, and the first products before and after. */
export function StepPreview({ path, target, body }: StepPreviewProps) {
  const { t } = useTranslation('catalogue');
  const query = usePreview<BulkPreview>(path, target, body);
  return (
    <PreviewBox query={query} answer={body && query.data} hint="step-hint">
      {(preview) => (
        <>
          <Counts path={path} preview={preview} />
          <ul className="mt-2 grid gap-1.5 text-small empty:hidden">
            {preview.samples.map((one) => (
              <Sample key={`${one.id} ${one.name}`} sample={one} />
            ))}
          </ul>
          {preview.is_first && (
            <p className="mt-2 text-small text-ink-second">{t('catalogue:products.bulk.step-first')}</p>
          )}
        </>
      )}
    </PreviewBox>
  );
}

/** What the server says that a change would do, asked when typing pauses. */
export function usePreview<Answer>(path: string, target: BulkTarget, body: object | undefined) {
  const request = useDebouncedValue(JSON.stringify(body ?? null), 400);
  return useQuery({
    queryKey: ['products', 'bulk-preview', path, target, request],
    queryFn: () =>
      // With `preview` it answers a preview.
      apiAs.post<Answer>(`products/bulk/${path}`, { ...target, ...JSON.parse(request), preview: true }),
    enabled: request !== 'null',
    placeholderData: keepPreviousData,
  });
}

interface PreviewBoxProps<Answer> {
  query: { error: unknown; isFetching: boolean };
  answer: Answer | undefined;
  /** Word of the text before an answer. */
  hint: string;
  children: (answer: Answer) => ReactNode;
}

export function PreviewBox<Answer>({ query, answer, hint, children }: PreviewBoxProps<Answer>) {
  const { t } = useTranslation('catalogue');
  if (query.error) return <p className="text-small text-bad">{errorText(t, toClientError(query.error))}</p>;
  if (!answer)
    return <p className="min-h-12 text-small text-ink-second">{t(`catalogue:products.bulk.${hint}`)}</p>;
  return (
    <section
      aria-label={t('catalogue:products.bulk.preview')}
      aria-busy={query.isFetching}
      className={`rounded-control border border-line p-3 ${query.isFetching ? 'opacity-60' : ''}`}
    >
      {children(answer)}
    </section>
  );
}

function Counts({ path, preview }: { path: StepPreviewProps['path']; preview: BulkPreview }) {
  const { t, i18n } = useTranslation('catalogue');
  const counted = (key: string, count: number) =>
    t(`catalogue:products.bulk.step-${key}`, { count, number: formatNumber(count, i18n.language) });
  const { done, waiting, refused, same } = preview;
  // A status change counts submissions in `done`.
  const changed = path === 'status' ? done - waiting : done;
  return (
    <p role="status" className="flex flex-wrap gap-x-3">
      <span className="font-medium">{counted('changed', changed)}</span>
      {waiting > 0 && <span>{counted('waiting', waiting)}</span>}
      {refused > 0 && <span className="text-warn">{counted('refused', refused)}</span>}
      {same > 0 && <span className="text-ink-second">{counted('same', same)}</span>}
    </p>
  );
}

function Sample({ sample: { name, before, after } }: { sample: BulkPreview['samples'][number] }) {
  const { t, i18n } = useTranslation('catalogue');
  const labels = useLabels(products);
  const words = (value: unknown) => {
    if (Array.isArray(value)) return value.join(', ') || t('catalogue:products.bulk.step-nothing');
    return typeof value === 'number'
      ? formatNumber(value, i18n.language)
      : labels.option('status', String(value));
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-4 phone:grid-cols-1 phone:gap-0">
      <span dir="auto" className="truncate">
        {name}
      </span>
      <span className="max-w-70 tabular-nums">
        <s className="text-ink-second">{words(before)}</s> <b className="font-medium">{words(after)}</b>
      </span>
    </li>
  );
}
