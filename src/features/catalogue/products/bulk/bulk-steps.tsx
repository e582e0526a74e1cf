import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { BulkNext, BulkStepAnswer } from '@/contract/catalogue/products/bulk';
import type { BulkAnswer, BulkTarget } from '@/contract/core/bulk';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';
import { showToast } from '@/lib/toast';

interface StepTotals {
  done: number;
  refused: number;
  waiting: number;
  prices: number;
}

/**
 * Runs a bulk change in steps of a thousand products that can be stopped in between. The final toast sums up the
 * result and offers undo.
 */
export function useBulkSteps(path: 'price' | 'categories' | 'status') {
  const client = useQueryClient();
  const { t, i18n } = useTranslation(['form', 'common']);
  const isStopped = useRef(false);
  const [progress, setProgress] = useState<number>();
  const counted = (key: string, count: number) =>
    t(`form:${key}`, { count, number: formatNumber(count, i18n.language) });

  async function undo(id: number) {
    const { done, refused } = await api.post<Pick<BulkAnswer, 'done' | 'refused'>>(
      `products/bulk/${id}/undo`,
    );
    showToast('success', counted('bulk.restored', done));
    if (refused > 0) showToast('info', counted('bulk.not-restored', refused));
    await client.invalidateQueries({ queryKey: ['products'] });
  }

  function showSummary({ done, refused, waiting, prices }: StepTotals, operation: number | null) {
    const action = { label: t('common:button-undo'), onClick: () => void undo(operation ?? 0) };
    if (done > 0)
      showToast('success', counted('products.bulk.changed', done), operation === null ? {} : { action });
    if (waiting > 0) showToast('info', counted('products.bulk.waiting', waiting));
    if (refused > 0) showToast('info', counted('products.bulk.refused', refused));
    if (prices > 0) showToast('info', counted('products.bulk.prices-refused', prices));
    if (done + waiting + refused + prices === 0) showToast('info', t('form:bulk.nothing'));
  }

  /** Resolves to true when every step succeeded; errors are shown as a toast. */
  async function run(target: BulkTarget, body: object): Promise<boolean> {
    isStopped.current = false;
    const sums: StepTotals = { done: 0, refused: 0, waiting: 0, prices: 0 };
    let step: BulkNext | null = null;
    let operation: number | null = null;
    let isWhole = true;
    try {
      do {
        const answer: BulkStepAnswer = await api.post(`products/bulk/${path}`, {
          ...target,
          ...body,
          ...(step && { step }),
        });
        sums.done += answer.done;
        sums.refused += answer.refused;
        sums.waiting += answer.waiting;
        sums.prices += answer.prices_refused;
        operation = answer.id;
        step = answer.next;
        setProgress((before) => (before ?? 0) + answer.done + answer.refused + answer.waiting);
      } while (step && !isStopped.current);
    } catch (error) {
      isWhole = false;
      showToast('error', errorText(t, toClientError(error)));
    }
    setProgress(undefined);
    // Steps before an error are committed, and can be undone as well.
    if (isWhole || sums.done > 0) showSummary(sums, operation);
    await client.invalidateQueries({ queryKey: ['products'] });
    return isWhole && step === null;
  }

  return {
    run,
    stop: () => {
      isStopped.current = true;
    },
    /** Products processed so far; undefined while idle. */
    progress,
  };
}

interface StepProgressProps {
  done: number;
  count: number;
  onStop: () => void;
}

/** Progress bar of a bulk change with a stop button. */
export function StepProgress({ done, count, onStop }: StepProgressProps) {
  const { t, i18n } = useTranslation(['form', 'common']);
  const number = (value: number) => formatNumber(value, i18n.language);
  const label = t('form:products.bulk.progress', {
    done: number(Math.min(done, count)),
    count: number(count),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <progress
        aria-label={label}
        max={count}
        value={Math.min(done, count)}
        className="h-2 grow accent-accent"
      />
      <span role="status" className="text-small text-ink-second tabular-nums">
        {label}
      </span>
      <Button onClick={onStop}>{t('form:products.bulk.stop')}</Button>
    </div>
  );
}
