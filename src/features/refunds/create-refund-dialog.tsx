import { DialogTitle } from '@headlessui/react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import type { DialogProps } from '@/contract/dialogs';
import type { BodyOf } from '@/contract/endpoint-types';
import { shownNumber } from '@/contract/orders/number';
import { refunds } from '@/contract/refunds';
import type { Refundable } from '@/contract/refunds/schema';
import { api } from '@/lib/api/client';
import { CallRefusal } from './call-refusal';
import { PiecesPicker } from './pieces-picker';
import { RefundSum } from './refund-sum';
import { lacksReason, type RequestAbout, RequestAboutFields } from './request-about';
import { usePieces } from './use-pieces';
import { useRefundCall } from './use-refund-call';

const refusals = {
  open: 'ORDER_ALREADY_HAS_REFUND_REQUEST',
  nothing: 'REFUND_NOT_POSSIBLE',
  period: 'REFUND_PERIOD_OVER',
} as const;

/** Requests a refund on behalf of an order's customer: pieces, reason, and the resulting sum. */
export function CreateRefundDialog({ data: { orderId }, onClose }: DialogProps<'CREATE_REFUND'>) {
  const { t } = useTranslation(['refunds', 'common']);
  const order = useQuery({
    queryKey: ['orders', 'refundable', orderId],
    queryFn: () => api.get(`orders/${orderId}/refundable`),
  });
  return (
    <div className="w-150 max-w-full p-6 phone:w-full phone:p-5">
      <DialogTitle className="pe-8 text-card font-semibold">
        {t('refunds:refunds.dialogs.create-title')}
      </DialogTitle>
      <QueryBoundary query={order}>
        {(found) =>
          found.refusal ? (
            <div className="mt-4 grid gap-4">
              <p>{t(`common:errors.${refusals[found.refusal]}`)}</p>
              <Button onClick={onClose}>{t('common:button-cancel')}</Button>
            </div>
          ) : (
            <Request order={found} onClose={onClose} />
          )
        }
      </QueryBoundary>
    </div>
  );
}

function Request({ order, onClose }: { order: Refundable; onClose: () => void }) {
  const { t } = useTranslation(['refunds', 'common']);
  const pieces = usePieces(order.lines);
  const [about, setAbout] = useState<RequestAbout>({ reason: null, description: '', images: [] });
  const [isTried, setTried] = useState(false);
  const word = (key: string, more = {}) => t(`refunds:refunds.dialogs.${key}`, more);
  const create = useRefundCall({
    run: (body: BodyOf<'POST', 'refunds'>) => api.post(refunds.endpoint, body),
    done: () => word('created'),
    onDone: onClose,
  });
  const isEmpty = pieces.chosen.length === 0;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (isEmpty || lacksReason(about)) return;
    const { reason, description, images } = about;
    create.mutate({
      order_id: order.order_id,
      lines: pieces.chosen,
      images,
      description: description.trim() || null,
      refund_reason_id: reason?.id ?? null,
    });
  };
  return (
    <form noValidate className="mt-1 grid gap-4" onSubmit={handleSubmit}>
      <div className="flex items-center justify-between gap-3">
        <p className="text-ink-second">{word('create-text', { number: shownNumber(order) })}</p>
        <Button size="small" onClick={pieces.takeAll}>
          {word('all')}
        </Button>
      </div>
      <PiecesPicker lines={order.lines} of={pieces.of} onSet={pieces.set} />
      <RefundSum amount={pieces.amount} wallet={pieces.wallet} />
      {isTried && isEmpty && (
        <p role="alert" className="text-small font-medium text-bad">
          {word('nothing-chosen')}
        </p>
      )}
      <RequestAboutFields
        about={about}
        isTried={isTried}
        onChange={(change) => setAbout({ ...about, ...change })}
      />
      <CallRefusal error={create.error} />
      <DialogButtons className="">
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant="primary" isLoading={create.isPending}>
          {word('create')}
        </Button>
      </DialogButtons>
    </form>
  );
}
