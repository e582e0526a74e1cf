import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ListChecks } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { bulkButtonClass } from '@/components/table/bulk-bar';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Popover } from '@/components/ui/popover';
import type { BulkTarget } from '@/contract/core/bulk';
import type { AnswerTo } from '@/contract/endpoint-types';
import { orders } from '@/contract/orders';
import { askableStatuses } from '@/contract/orders/moves';
import { shownNumber } from '@/contract/orders/number';
import type { OrderStatus } from '@/contract/orders/status';
import type { BulkMoreProps } from '@/crud/list/bulk-actions';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { saveFile } from '@/lib/api/files';
import { useLabels } from '@/lib/i18n/labels';
import { showToast } from '@/lib/toast';
import { undoOptions } from '@/lib/undo-toast';
import { useModalActions } from '@/state/modal';
import { isHandedOverByCode } from '../details/next-step';

/** Bulk actions on selected orders: change status, print the picklist. */
export function BulkMore({ target, onDone }: BulkMoreProps) {
  const { t } = useTranslation('orders');
  const labels = useLabels(orders);
  const moving = useBulkStatus();
  const { open } = useModalActions();
  const ids = 'ids' in target ? target.ids : undefined;
  const picking = useMutation({
    mutationFn: () =>
      api.call({ method: 'post', url: 'orders/picklist', data: { ids }, responseType: 'blob' }),
    onSuccess: (file) => saveFile(file, 'picklist.pdf'),
  });
  const isBusy = moving.progress !== undefined;
  const ask = (status: OrderStatus) =>
    open('BULK_SET', {
      title: `${labels.field('order_status')}: ${labels.option('order_status', status)}`,
      text: t(`orders:orders.bulk.${isHandedOverByCode(status) ? 'undo-soon' : 'no-undo'}`),
      preview: () => api.post('orders/bulk/status/preview', { ...target, order_status: status }),
      wordOf: (value) => labels.option('order_status', String(value)),
      onConfirm: () => void moving.run(target, status).then((isDone) => isDone && onDone()),
    });
  return (
    <>
      {moving.progress && (
        <span role="status" className="tabular-nums">
          {t('orders:orders.bulk.progress', moving.progress)}
        </span>
      )}
      <Popover
        className={bulkButtonClass}
        content={
          <>
            {labels.field('order_status')}
            <ChevronDown aria-hidden="true" className="size-4" />
          </>
        }
      >
        {(close) =>
          askableStatuses.map((status) => (
            <button
              key={status}
              type="button"
              disabled={isBusy}
              className={menuItemClass}
              onClick={() => {
                close();
                ask(status);
              }}
            >
              {labels.option('order_status', status)}
            </button>
          ))
        }
      </Popover>
      {ids && (
        <button
          type="button"
          disabled={picking.isPending}
          className={bulkButtonClass}
          onClick={() => picking.mutate()}
        >
          <ListChecks aria-hidden="true" className="size-4" />
          {t('orders:orders.bulk.picklist')}
        </button>
      )}
    </>
  );
}

type BulkStatusResponse = AnswerTo<'POST', 'orders/bulk/status'>;

/** Orders per request: each one is locked and sends notifications, and the progress should be visible. */
const stepSize = 20;
/** Order numbers listed in the toast. */
const maxNamed = 5;

/** Changes the status of many orders in steps; the toast sums up which were refused. */
function useBulkStatus() {
  const client = useQueryClient();
  const { t } = useTranslation(['orders', 'common', 'form']);
  const [progress, setProgress] = useState<{ done: number; count: number }>();
  const undo = useUndoMany();

  async function run(target: BulkTarget, status: OrderStatus): Promise<boolean> {
    const sums: BulkStatusResponse = { done: 0, refused: [] };
    const undos: NonNullable<BulkStatusResponse['undo']>[] = [];
    const count = 'ids' in target ? target.ids.length : 0;
    let isWhole = true;
    try {
      for (const step of splitTarget(target)) {
        if (count > stepSize) setProgress({ done: sums.done + sums.refused.length, count });
        const answer: BulkStatusResponse = await api.post('orders/bulk/status', {
          ...step,
          order_status: status,
        });
        sums.done += answer.done;
        sums.refused.push(...answer.refused);
        if (answer.undo) undos.push(answer.undo);
      }
    } catch (error) {
      isWhole = false;
      showToast('error', errorText(t, toClientError(error)));
    }
    setProgress(undefined);
    showSummary(sums, undos);
    await client.invalidateQueries({ queryKey: ['orders'] });
    return isWhole;
  }

  function showSummary(
    { done, refused }: BulkStatusResponse,
    undos: readonly NonNullable<BulkStatusResponse['undo']>[],
  ) {
    const ids = undos.flatMap((one) => one.ids);
    // All steps can be undone as long as the first one.
    const back = undoOptions(undos[0]?.until, t('common:button-undo'), () => undo.mutate(ids));
    if (done > 0) showToast('success', t('orders:orders.bulk.moved', { count: done }), back);
    if (refused.length === 0) return;
    const reasons = [...new Set(refused.map(({ text }) => text ?? null))];
    for (const reason of reasons) {
      const alike = refused.filter(({ text }) => (text ?? null) === reason);
      const numbers = alike.slice(0, maxNamed).map(shownNumber);
      const more = alike.length > maxNamed ? '…' : '';
      const text = t('orders:orders.bulk.refused', { count: alike.length });
      const why = reason ? `. ${t(`form:${reason}`)}` : '';
      showToast('info', `${text} ${numbers.join(', ')}${more}${why}`);
    }
  }

  return { run, progress };
}

/** Puts back what was handed over together. It works from the toast. */
function useUndoMany() {
  const client = useQueryClient();
  const { t } = useTranslation('orders');
  return useMutation({
    mutationFn: (ids: number[]) => api.post('orders/bulk/undo', { ids }),
    onSuccess: ({ done, refused }) => {
      if (refused > 0) showToast('info', t('orders:orders.bulk.stands', { count: refused }));
      if (done > 0) showToast('success', t('orders:orders.bulk.undone', { count: done }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  });
}

function splitTarget(target: BulkTarget): BulkTarget[] {
  if (!('ids' in target)) return [target];
  const { ids } = target;
  const count = Math.ceil(ids.length / stepSize);
  return Array.from({ length: count }, (_, step) => ({
    ids: ids.slice(step * stepSize, (step + 1) * stepSize),
  }));
}
