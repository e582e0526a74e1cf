import { Check, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { orders } from '@/contract/orders';
import { endedStatuses, type OrderStatus, orderCourse } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import { useLabels } from '@/lib/i18n/labels';

/** Progress of an order (reference pages §3.7). */
export function OrderSteps({ order }: { order: OrderStepsInput }) {
  const { t } = useTranslation('form');
  const labels = useLabels(orders);
  const steps = orderSteps(order);
  const at = steps.indexOf(order.order_status);
  return (
    <ol
      aria-label={t('form:orders.details.steps')}
      className="flex gap-2 overflow-x-auto rounded-card border border-line bg-surface p-4 phone:flex-col"
    >
      {steps.map((step, place) => (
        <li
          key={step}
          aria-current={place === at ? 'step' : undefined}
          className="flex min-w-0 flex-1 items-center gap-2.5"
        >
          <StepMark place={place} isDone={place <= at} isBad={endedStatuses.includes(step)} />
          <span className={`text-small ${place <= at ? 'font-medium' : 'text-ink-second'}`}>
            {labels.option('order_status', step)}
          </span>
          {place < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={`h-0.5 min-w-4 flex-1 rounded-full phone:hidden ${place < at ? 'bg-good' : 'bg-line'}`}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

function StepMark({ place, isDone, isBad }: { place: number; isDone: boolean; isBad: boolean }) {
  const tone = isBad
    ? 'bg-bad-soft text-bad'
    : isDone
      ? 'bg-good-soft text-good'
      : 'bg-line-faint text-ink-second';
  const Icon = isBad ? X : Check;
  return (
    <span
      aria-hidden="true"
      className={`grid size-6.5 shrink-0 place-items-center rounded-full text-small font-semibold tabular-nums ${tone}`}
    >
      {isDone ? <Icon className="size-4" /> : place + 1}
    </span>
  );
}

type OrderStepsInput = Pick<OrderDetails, 'order_status' | 'delivery_point' | 'events' | 'products'>;

/**
 * Past steps and, unless the order has ended, future ones. Pickup and courier are alternatives: only the one
 * that happened or was ordered is shown; digital orders have neither.
 */
export function orderSteps({
  order_status: now,
  delivery_point,
  events,
  products,
}: OrderStepsInput): OrderStatus[] {
  const hasEnded = endedStatuses.includes(now);
  const place = hasEnded ? orderCourse.length : orderCourse.indexOf(now);
  const isDigital = products.length > 0 && products.every(({ is_digital }) => is_digital);
  const way = delivery_point ? 'order-at-local-facility' : 'order-out-for-delivery';
  const isAhead = (step: OrderStatus) =>
    step === 'order-processing' || step === 'order-completed' || (step === way && !isDigital);
  const past = events.flatMap(({ kind, to }) => (kind === 'placed' || kind === 'status' ? [to] : []));
  const course = orderCourse.filter(
    (step, at) => at === place || (at < place ? past.includes(step) : isAhead(step)),
  );
  return hasEnded ? [...course, now] : course;
}
