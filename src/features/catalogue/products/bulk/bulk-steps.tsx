import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { BulkNext, BulkStepAnswer } from '@/contract/catalogue/products/bulk';
import type { BulkTarget } from '@/contract/core/bulk';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';
import { showToast } from '@/lib/toast';

const noTotals = { done: 0, refused: 0, waiting: 0, prices_refused: 0, same: 0 };

type StepTotals = typeof noTotals;

const totalKeys = Object.keys(noTotals) as (keyof StepTotals)[];

type BulkPath = 'price' | 'categories' | 'characteristics' | 'status' | 'stock';

/** Which products a dialog changes, and what follows a change of all of them. */
interface BulkChange {
  target: BulkTarget;
  onDone: () => void;
  onClose: () => void;
}

/**
 * Runs a bulk change in steps of a thousand products that can be stopped in between. The final toast sums up the
 * result and offers undo; the dialog closes when every step succeeded.
 */
export function useBulkSteps(path: BulkPath, { target, onDone, onClose }: BulkChange) {
  const client = useQueryClient();
  const { t } = useTranslation(['common', 'catalogue']);
  const isStopped = useRef(false);
  const [progress, setProgress] = useState<number>();
  const { counted, undo } = useUndo();

  /** A sentence with the outcomes and their numbers of products, with undo. */
  function showSummary(totals: StepTotals, operation: number | null, status: string | undefined) {
    const parts = partsOf(path, totals, status, counted);
    const action = { label: t('common:button-undo'), onClick: () => void undo(operation ?? 0) };
    const isChanged = totals.done + totals.waiting > 0;
    showToast(
      isChanged ? 'success' : 'info',
      parts.join(', ') || t('common:bulk.nothing'),
      isChanged && operation !== null ? { action } : {},
    );
  }

  /** Errors are shown as a toast. */
  async function apply(body: object): Promise<void> {
    isStopped.current = false;
    const sums = { ...noTotals };
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
        for (const key of totalKeys) sums[key] += answer[key];
        operation = answer.id;
        step = answer.next;
        const waitsBeside = path === 'status' ? 0 : answer.waiting;
        const handled = answer.done + answer.refused + answer.same + waitsBeside;
        setProgress((before) => (before ?? 0) + handled);
      } while (step && !isStopped.current);
    } catch (error) {
      isWhole = false;
      showToast('error', errorText(t, toClientError(error)));
    }
    setProgress(undefined);
    // Steps before an error are committed, and can be undone as well.
    if (isWhole || sums.done > 0) {
      const status = path === 'status' && 'value' in body ? String(body.value) : undefined;
      showSummary(sums, operation, status);
    }
    await client.invalidateQueries({ queryKey: ['products'] });
    if (!isWhole || step !== null) return;
    onDone();
    onClose();
  }

  return {
    apply: (body: object) => void apply(body),
    stop: () => {
      isStopped.current = true;
    },
    /** Products processed so far; undefined while idle. */
    progress,
  };
}

type Counted = (key: string, count: number) => string;

function useUndo() {
  const client = useQueryClient();
  const { t, i18n } = useTranslation(['form', 'common', 'catalogue']);
  const counted: Counted = (key, count) => t(key, { count, number: formatNumber(count, i18n.language) });

  async function undo(id: number) {
    const { done, refused } = await api.post(`products/bulk/${id}/undo`);
    showToast('success', counted('common:bulk.restored', done));
    if (refused > 0) showToast('info', counted('common:bulk.not-restored', refused));
    await client.invalidateQueries({ queryKey: ['products'] });
  }
  return { counted, undo };
}

function partsOf(path: BulkPath, totals: StepTotals, status: string | undefined, counted: Counted): string[] {
  const { done, refused, waiting, prices_refused: prices, same } = totals;
  // A status change counts submissions in `done`, other changes count them separately.
  const changed = path === 'status' ? done - waiting : done;
  return [
    waiting > 0 &&
      counted(`catalogue:products.bulk.result.${path === 'status' ? 'submitted' : 'waiting'}`, waiting),
    changed > 0 && counted(`catalogue:products.bulk.result.${status ?? 'changed'}`, changed),
    refused > 0 &&
      counted(`catalogue:products.bulk.result.${path === 'stock' ? 'short' : 'unready'}`, refused),
    prices > 0 && counted('catalogue:products.bulk.result.prices', prices),
    same > 0 && counted('catalogue:products.bulk.result.same', same),
  ].filter((part) => part !== false);
}

interface StepProgressProps {
  steps: ReturnType<typeof useBulkSteps>;
  count: number;
}

/** Nothing while idle. */
export function StepProgress({ steps: { progress: done, stop }, count }: StepProgressProps) {
  const { t, i18n } = useTranslation(['catalogue', 'common']);
  if (done === undefined) return null;
  const number = (value: number) => formatNumber(value, i18n.language);
  const label = t('catalogue:products.bulk.progress', {
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
      <Button onClick={stop}>{t('catalogue:products.bulk.stop')}</Button>
    </div>
  );
}

interface StepButtonsProps {
  isBusy: boolean;
  isDisabled?: boolean;
  onApply: () => void;
  onClose: () => void;
}

export function StepButtons({ isBusy, isDisabled = false, onApply, onClose }: StepButtonsProps) {
  const { t } = useTranslation(['catalogue', 'common']);
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onClose}>{t('common:button-cancel')}</Button>
      <Button variant="primary" disabled={isDisabled} isLoading={isBusy} onClick={onApply}>
        {t('catalogue:products.bulk.apply')}
      </Button>
    </div>
  );
}
