import { Check, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { orders } from '@/contract/orders';
import { endedStatuses, type OrderStatus, orderCourse } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import { useLabels } from '@/lib/i18n/labels';

/** Progress of an order: past, current and future steps. */
export function OrderSteps({ order }: { order: OrderStepsInput }) {
  const { t } = useTranslation('orders');
  const labels = useLabels(orders);
  const steps = orderSteps(order);
  const at = steps.indexOf(order.order_status);
  const hasEnded = endedStatuses.includes(order.order_status);
  /** A past step is labelled by what was done; the last one before an early end, by where the order stopped. */
  const wordOf = (step: OrderStatus, place: number) => {
    const name = labels.option('order_status', step);
    if (stateOf(step, place, at) !== 'done') return name;
    // Not paid yet, and nothing is waited for.
    if (step === 'order-pending' && order.payment_status === 'payment-processing')
      return labels.option('payment_status', order.payment_status);
    const course = hasEnded && place === at - 1 ? 'stopped' : 'done';
    return t(`orders:orders.details.${course}.${step}`, { defaultValue: name });
  };
  return (
    <div className="@container rounded-card border border-line bg-surface px-4 py-3.5 desk:px-5">
      <ol
        aria-label={t('orders:orders.details.steps')}
        className="flex gap-x-3 gap-y-1.5 overflow-x-auto @max-xl:flex-wrap"
      >
        {steps.map((step, place) => {
          const state = stateOf(step, place, at);
          const isLast = place === steps.length - 1;
          return (
            <li
              key={step}
              aria-current={place === at ? 'step' : undefined}
              data-state={state}
              className={`flex items-center gap-3 ${isLast ? '' : 'flex-1 @max-xl:flex-none'}`}
            >
              <span className={`flex items-center gap-1.5 whitespace-nowrap ${textOf[state]}`}>
                <StepMark state={state} />
                {wordOf(step, place)}
              </span>
              {!isLast && (
                <span
                  aria-hidden="true"
                  className={`h-0.5 min-w-4 flex-1 rounded-full @max-xl:hidden ${place < at ? 'bg-good' : 'bg-line'}`}
                />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

type StepState = 'done' | 'current' | 'ahead' | 'failed';

const textOf: Record<StepState, string> = {
  done: 'font-medium text-good',
  current: 'font-semibold text-accent-ink',
  ahead: 'text-ink-second',
  failed: 'font-semibold text-bad',
};

/** The last step of a completed order is done, although it is the current one. */
function stateOf(step: OrderStatus, place: number, at: number): StepState {
  if (endedStatuses.includes(step)) return 'failed';
  if (place < at || (place === at && step === 'order-completed')) return 'done';
  return place === at ? 'current' : 'ahead';
}

function StepMark({ state }: { state: StepState }) {
  if (state === 'done') return <Check aria-hidden="true" className="size-4" />;
  if (state === 'failed') return <X aria-hidden="true" className="size-4" />;
  const look = state === 'current' ? 'border-current bg-current' : 'border-ink-third';
  return <span aria-hidden="true" className={`size-2.5 rounded-full border-2 ${look}`} />;
}

type OrderStepsInput = Pick<OrderDetails, 'order_status' | 'delivery_point' | 'events' | 'is_digital'> &
  Partial<Pick<OrderDetails, 'payment_status'>>;

/**
 * Past steps and, unless the order has ended, future ones. Pickup and courier are alternatives: only the one
 * that happened or was ordered is shown; digital orders have neither.
 */
export function orderSteps({
  order_status: now,
  delivery_point,
  events,
  is_digital,
}: OrderStepsInput): OrderStatus[] {
  const hasEnded = endedStatuses.includes(now);
  const place = hasEnded ? orderCourse.length : orderCourse.indexOf(now);
  const way = delivery_point ? 'order-at-local-facility' : 'order-out-for-delivery';
  const isAhead = (step: OrderStatus) =>
    step === 'order-processing' || step === 'order-completed' || (step === way && !is_digital);
  const past = events.flatMap(({ kind, to }) => (kind === 'placed' || kind === 'status' ? [to] : []));
  const course = orderCourse.filter(
    (step, at) => at === place || (at < place ? past.includes(step) : isAhead(step)),
  );
  return hasEnded ? [...course, now] : course;
}
