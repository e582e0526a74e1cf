import { useTranslation } from 'next-i18next/pages';
import { AskForm } from '@/components/dialog/ask-form';
import { QueryBoundary } from '@/components/page/query-boundary';
import type { DialogProps } from '@/contract/dialogs';
import { refunds } from '@/contract/refunds';
import type { RefundDetails } from '@/contract/refunds/schema';
import { api } from '@/lib/api/client';
import { useOne } from '@/lib/api/use-record';
import { useRefusal } from '@/lib/form/use-refusal';
import { CallRefusal } from '../call-refusal';
import { useRefundCall } from '../use-refund-call';
import { useWriteOffs, WriteOffs } from './write-offs';

/** Each piece that came back to a shop returns to the stock or is written off. */
export function InspectDialog({ data, onClose }: DialogProps<'INSPECT_REFUND'>) {
  const refund = useOne(refunds, String(data.id));
  return (
    <div className="min-w-80">
      <QueryBoundary query={refund}>
        {(found) => <Inspection refund={found} shopId={data.shopId} onClose={onClose} />}
      </QueryBoundary>
    </div>
  );
}

interface InspectionProps {
  refund: RefundDetails;
  shopId: number;
  onClose: () => void;
}

function Inspection({ refund, shopId, onClose }: InspectionProps) {
  const { t } = useTranslation('refunds');
  const writeOffs = useWriteOffs();
  const lines = refund.lines.filter(({ shop }) => shop?.id === shopId);
  const call = useRefundCall({
    run: (body: object) => api.post(`refunds/${refund.id}/stage`, body),
    done: () => t('refunds:refunds.returns.moved.inspected'),
    onDone: onClose,
  });
  const refusal = useRefusal(call.error);
  const waits = refund.status === 'processing';
  return (
    <AskForm
      title={t('refunds:refunds.returns.inspect-title')}
      text={waits ? t('refunds:refunds.returns.inspect-pays') : undefined}
      confirmLabel={t('refunds:refunds.returns.stage-action.inspected')}
      isLoading={call.isPending}
      onConfirm={() =>
        call.mutate({
          stage: 'inspected',
          shop_id: shopId,
          write_off_reason: writeOffs.reason || null,
          lines: lines.map(({ id }) => ({ id, written_off: writeOffs.of(id) })),
        })
      }
      onClose={onClose}
    >
      <WriteOffs lines={lines} form={writeOffs} error={refusal.of('write_off_reason')} />
      <CallRefusal error={call.error} except={['write_off_reason']} />
    </AskForm>
  );
}
