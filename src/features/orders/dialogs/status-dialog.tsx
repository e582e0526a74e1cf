import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import type { DialogProps } from '@/contract/dialogs';
import { orders } from '@/contract/orders';
import type { CashHolder } from '@/contract/orders/status';
import { useLabels } from '@/lib/i18n/labels';
import { useOrderCall } from '../use-order-call';
import { CashHolderField } from './cash-holder';

/** Confirms a status change, with its consequences and a note to the customer. */
export function StatusDialog({
  data: { id, version, number, to, cash },
  onClose,
}: DialogProps<'CHANGE_ORDER_STATUS'>) {
  const { t } = useTranslation('orders');
  const labels = useLabels(orders);
  const [note, setNote] = useState('');
  const [holder, setHolder] = useState<CashHolder>('platform');
  const move = useOrderCall({
    method: 'put',
    path: `orders/${id}`,
    step: { id, number },
    onDone: onClose,
  });
  const isCancel = to === 'order-cancelled';
  const kind = isCancel ? 'cancel' : to === 'order-completed' ? 'complete' : 'move';
  const status = labels.option('order_status', to);
  const body = { order_status: to, note: note.trim() || null, version };
  return (
    <AskForm
      title={t(`orders:orders.dialogs.${kind}-title`, { number, status })}
      text={t(`orders:orders.dialogs.${cash === 'ask' ? 'complete-cash' : kind}-text`)}
      confirmLabel={t(`orders:orders.dialogs.${kind}-confirm`)}
      cancelLabel={isCancel ? t('orders:orders.dialogs.cancel-keep') : undefined}
      isDanger={isCancel}
      isLoading={move.isPending}
      onConfirm={() => move.mutate({ ...body, ...(cash === 'ask' && { cash_held_by: holder }) })}
      onClose={onClose}
    >
      {cash === 'ask' && <CashHolderField value={holder} onChange={setHolder} />}
      <Field
        as={Textarea}
        id="field-note"
        label={t(`orders:orders.dialogs.${isCancel ? 'reason' : 'note'}`)}
        rows={3}
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </AskForm>
  );
}
