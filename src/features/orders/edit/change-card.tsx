import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { type ChangeState, isOpenChange, type OrderChange } from '@/contract/orders/change';
import type { OrderDetails } from '@/contract/orders/wire';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { showToast } from '@/lib/toast';
import { useMoney } from '@/state/use-money';
import { ChangeList } from './change-list';

const tones: Record<ChangeState, 'warn' | 'accent' | 'good' | 'neutral' | 'bad'> = {
  asked: 'warn',
  accepted: 'accent',
  applied: 'good',
  declined: 'bad',
  expired: 'neutral',
  withdrawn: 'neutral',
};

/** The question that the customer was asked: while it is open, and its refusal until the order goes on. */
export function ChangeCard({ order }: { order: OrderDetails }) {
  const { t, i18n } = useTranslation('orders');
  const money = useMoney();
  const { change } = order;
  if (!change || !isShown(order, change)) return null;
  const { state, until, total_before, total } = change;
  return (
    <section className="rounded-card border border-line bg-surface p-4 desk:p-5 print:hidden">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 className="text-card font-semibold">{t('orders:orders.edit.question')}</h2>
        <Badge tone={tones[state]}>{t(`orders:orders.edit.states.${state}`)}</Badge>
        {isOpenChange(state) && (
          <span className="ms-auto text-small text-ink-second">
            {t(`orders:orders.edit.${state === 'accepted' ? 'until-paid' : 'until'}`, {
              time: formatDateTime(until, i18n.language),
            })}
          </span>
        )}
      </header>
      <div className="mt-3">
        <ChangeList change={change} />
      </div>
      {total !== total_before && (
        <p className="mt-3 flex justify-between gap-3 border-t border-line-faint pt-3 font-medium tabular-nums">
          <span>{t('orders:orders.edit.total')}</span>
          <span className="whitespace-nowrap">{money(total)}</span>
        </p>
      )}
      {isOpenChange(state) && <Withdraw id={order.id} />}
    </section>
  );
}

const isShown = ({ order_status }: OrderDetails, { state }: OrderChange) =>
  isOpenChange(state) ||
  ((state === 'declined' || state === 'expired') &&
    (order_status === 'order-pending' || order_status === 'order-processing'));

function Withdraw({ id }: { id: number }) {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.remove(`orders/${id}/change`),
    onSuccess: () => showToast('success', t('orders:orders.edit.withdrawn')),
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  });
  return (
    <Button size="small" className="mt-3" isLoading={isPending} onClick={() => mutate()}>
      {t('orders:orders.edit.withdraw')}
    </Button>
  );
}
