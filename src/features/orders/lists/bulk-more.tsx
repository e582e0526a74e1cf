import { useMutation } from '@tanstack/react-query';
import { ChevronDown, ListChecks } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { bulkButtonClass } from '@/components/table/bulk-bar';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Popover } from '@/components/ui/popover';
import { orders } from '@/contract/orders';
import { askableStatuses } from '@/contract/orders/status';
import type { BulkMoreProps } from '@/crud/list/bulk-actions';
import { api } from '@/lib/api/client';
import { saveFile } from '@/lib/api/files';
import { useLabels } from '@/lib/i18n/labels';
import { useBulkStatus } from './use-bulk-status';

/** What is done with ticked orders: they move on together, and what is in them is fetched from the shelves. */
export function BulkMore({ target }: BulkMoreProps) {
  const { t } = useTranslation('form');
  const labels = useLabels(orders);
  const moving = useBulkStatus();
  const ids = 'ids' in target ? target.ids : undefined;
  const picking = useMutation({
    mutationFn: () =>
      api.call<Blob>({ method: 'post', url: 'orders/picklist', data: { ids }, responseType: 'blob' }),
    onSuccess: (paper) => saveFile(paper, 'picklist.pdf'),
  });
  const isBusy = moving.progress !== undefined;
  return (
    <>
      {moving.progress && (
        <span role="status" className="tabular-nums">
          {t('form:orders.bulk.progress', moving.progress)}
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
                void moving.run(target, status);
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
          {t('form:orders.bulk.picklist')}
        </button>
      )}
    </>
  );
}
