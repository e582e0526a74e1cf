import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { BulkTarget } from '@/contract/core/bulk';
import type { OrderStatus } from '@/contract/orders/status';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';

interface Answer {
  done: number;
  refused: { id: number; tracking_number: string; reason: string }[];
}

/** So many orders go at once: each is locked and told of, and a person wants to see that it goes on. */
const stepSize = 20;
/** More numbers than this nobody reads in a toast. */
const maxNamed = 5;

/** Moves many orders on, some at a time; the toast says how many moved and which may not. */
export function useBulkStatus() {
  const client = useQueryClient();
  const { t } = useTranslation(['form', 'common']);
  const [progress, setProgress] = useState<{ done: number; count: number }>();

  async function run(target: BulkTarget, status: OrderStatus): Promise<void> {
    const sums: Answer = { done: 0, refused: [] };
    const count = 'ids' in target ? target.ids.length : 0;
    try {
      for (const step of stepsOf(target)) {
        if (count > stepSize) setProgress({ done: sums.done + sums.refused.length, count });
        const answer: Answer = await api.post('orders/bulk/status', { ...step, order_status: status });
        sums.done += answer.done;
        sums.refused.push(...answer.refused);
      }
    } catch (error) {
      showToast('error', errorText(t, toClientError(error)));
    }
    setProgress(undefined);
    tell(sums);
    await client.invalidateQueries({ queryKey: ['orders'] });
  }

  function tell({ done, refused }: Answer) {
    if (done > 0) showToast('success', t('form:orders.bulk.moved', { count: done }));
    if (refused.length === 0) return;
    const numbers = refused.slice(0, maxNamed).map(({ tracking_number }) => tracking_number);
    const more = refused.length > maxNamed ? '…' : '';
    const text = t('form:orders.bulk.refused', { count: refused.length });
    showToast('info', `${text} ${numbers.join(', ')}${more}`);
  }

  return { run, progress };
}

function stepsOf(target: BulkTarget): BulkTarget[] {
  if (!('ids' in target)) return [target];
  const { ids } = target;
  const count = Math.ceil(ids.length / stepSize);
  return Array.from({ length: count }, (_, step) => ({
    ids: ids.slice(step * stepSize, (step + 1) * stepSize),
  }));
}
