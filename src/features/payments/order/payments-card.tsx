import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { isOnline } from '@/contract/orders/online';
import type { OrderDetails } from '@/contract/orders/wire';
import type { OrderPayments } from '@/contract/payments/views';
import { api } from '@/lib/api/client';
import { part } from '@/lib/part';
import { useMay } from '@/lib/session/rights';
import { Chain } from './chain';

const Hold = part(dynamic(() => import('../holds/hold').then((module) => module.Hold)));
const PayLink = part(dynamic(() => import('../pay-links/pay-link').then((module) => module.PayLink)));
const Trails = part(dynamic(() => import('./trails').then((module) => module.Trails)));

/** «Платежи»: the money of an order as a chain; nothing for an order that nobody has tried to pay online. */
export function PaymentsCard({ order, isAdmin }: { order: OrderDetails; isAdmin: boolean }) {
  const { t } = useTranslation('payments');
  const isFinance = useMay('finance:read') && isAdmin;
  const mayWrite = useMay('orders:write');
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    // Below the orders' key, so that actions on the order refetch it.
    queryKey: ['orders', 'payments', order.id, order.version],
    queryFn: () => api.get(`orders/${order.id}/payments`),
    enabled: mayHaveAttempts(order),
  });
  if (!data || (data.attempts.length === 0 && !data.is_payable)) return null;
  const held = data.attempts.find(({ state, is_two_stage }) => state === 'held' && is_two_stage);
  return (
    <section className="rounded-card border border-line bg-surface p-4 desk:p-5 print:hidden">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-card font-semibold">{t('payments:payments.chain.title')}</h2>
        {data.attempts.length > 0 && <Count payments={data} />}
        {isFinance && (
          <button
            type="button"
            aria-expanded={isOpen}
            className="relative ms-auto touch-target rounded-badge font-medium text-accent-ink hover:underline"
            onClick={() => setOpen(!isOpen)}
          >
            {t(`payments:payments.chain.${isOpen ? 'less' : 'details'}`)}
          </button>
        )}
      </div>
      <Chain payments={data} />
      {held && <Hold order={order} attempt={held} mayTake={mayWrite && order.moves.length > 0} />}
      {data.is_payable && mayWrite && <PayLink order={order} />}
      {isOpen && (
        <Trails
          ids={data.attempts.map(({ id }) => id)}
          orderId={order.parent_id ?? order.id}
          isPaid={data.paid > 0}
        />
      )}
    </section>
  );
}

/** An order that was always to be paid on handover or with points has none. */
const mayHaveAttempts = ({ payment_gateway, altered_payment_gateway }: OrderDetails): boolean =>
  altered_payment_gateway !== null || isOnline(payment_gateway);

/** `2 попытки, одна прошла` */
function Count({ payments: { attempts, is_part } }: { payments: OrderPayments }) {
  const { t } = useTranslation('payments');
  const count = attempts.filter(({ state }) => state === 'paid').length;
  const isHeld = attempts.some(({ state }) => state === 'held');
  const isOpen = attempts.some(({ state }) => state !== 'canceled');
  const none = isHeld ? 'held' : isOpen ? 'open' : 'none-paid';
  const paid = t(`payments:payments.chain.${count === 0 ? none : 'paid'}`, { count });
  return (
    <p className="text-small text-ink-second">
      {t('payments:payments.chain.attempts', { count: attempts.length })}, {paid}
      {is_part && ` · ${t('payments:payments.chain.part')}`}
    </p>
  );
}
