import { PencilLine, Truck } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyIcon } from '@/components/ui/copy-icon';
import { endedStatuses } from '@/contract/orders/status';
import type { Order } from '@/contract/orders/wire';
import { useCan } from '@/lib/api/capabilities';
import { useOrderCall } from '../use-order-call';
import { useCarriers } from './carriers';
import { ParcelFields, useParcelFields } from './parcel-fields';

export function OrderParcel({ part, canWork }: { part: Order; canWork: boolean }) {
  const { t } = useTranslation('orders');
  const [isEdited, setEdited] = useState(false);
  const { followUrl } = useCarriers();
  const { parcel_carrier: carrier, parcel_number: number } = part;
  const isOpen = part.order_status !== 'order-pending' && !endedStatuses.includes(part.order_status);
  const canChange = useCan('order-editing');
  const canEdit = canChange && canWork && isOpen;
  if (isEdited && canEdit)
    return <ParcelForm key={part.version} part={part} onClose={() => setEdited(false)} />;
  if (!number && !canEdit) return null;
  const url = followUrl(carrier, number);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line-faint pt-3">
      {number && (
        <>
          <Truck aria-hidden="true" className="size-4 text-ink-second" />
          <span className="min-w-0 break-words tabular-nums">
            {carrier} <b className="font-medium">{number}</b>
          </span>
          <CopyIcon text={number} />
          {url && (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="relative touch-target rounded-badge text-accent-ink underline print:hidden"
            >
              {t('orders:orders.details.parcel.follow')}
            </a>
          )}
        </>
      )}
      {canEdit && (
        <Button
          size="small"
          variant={number ? 'ghost' : 'secondary'}
          className="print:hidden"
          icon={<PencilLine aria-hidden="true" className="size-4" />}
          onClick={() => setEdited(true)}
        >
          {t(`orders:orders.details.parcel.${number ? 'edit' : 'add'}`)}
        </Button>
      )}
    </div>
  );
}

function ParcelForm({ part, onClose }: { part: Order; onClose: () => void }) {
  const { t } = useTranslation(['orders', 'common']);
  const fields = useParcelFields(part);
  const saving = useOrderCall({
    method: 'put',
    path: `orders/${part.id}/parcel`,
    done: 'orders:orders.details.parcel.saved',
    silent: ['VALIDATION_FAILED'],
    onDone: onClose,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    saving.mutate({ ...fields.body, version: part.version });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-3 border-t border-line-faint pt-3 print:hidden">
      <div className="grid max-w-xl gap-3 phone:grid-cols-1 desk:grid-cols-2">
        <ParcelFields fields={fields} error={saving.error} />
      </div>
      <div className="mt-3 flex gap-2">
        <Button type="submit" variant="primary" size="small" isLoading={saving.isPending}>
          {t('common:button-save')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('common:button-cancel')}
        </Button>
      </div>
    </form>
  );
}
