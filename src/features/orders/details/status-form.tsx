import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Select } from '@/components/inputs/select';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { orders } from '@/contract/orders';
import type { OrderStatus } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import { useLabels } from '@/lib/i18n/labels';
import { useModalActions } from '@/state/modal';
import { useOrderCall } from './use-order-call';

/** Moves that are irreversible or move money need confirmation. */
const confirmedMoves: readonly OrderStatus[] = ['order-cancelled', 'order-completed'];

/** Offers only the moves allowed now (reference pages §3.7). */
export function StatusForm({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('form');
  const labels = useLabels(orders);
  const { open } = useModalActions();
  const [to, setTo] = useState<OrderStatus | undefined>(order.moves[0]);
  const { id, version, tracking_number: number } = order;
  const move = useOrderCall({ method: 'put', path: `orders/${id}`, done: 'form:orders.details.moved' });
  const submit = () => {
    if (!to) return;
    if (confirmedMoves.includes(to)) open('CHANGE_ORDER_STATUS', { id, version, number, to });
    else move.mutate({ order_status: to, version });
  };
  return (
    <Card title={t('form:orders.details.status')} className="print:hidden">
      <div className="grid gap-3">
        <Field id="order-status" label={t('form:orders.details.new-status')}>
          {(control) => (
            <Select
              {...control}
              value={to}
              options={order.moves.map((value) => ({ value, label: labels.option('order_status', value) }))}
              onChange={({ target }) => setTo(order.moves.find((one) => one === target.value))}
            />
          )}
        </Field>
        <Button variant="primary" isLoading={move.isPending} onClick={submit}>
          {t('form:orders.details.change')}
        </Button>
      </div>
    </Card>
  );
}
