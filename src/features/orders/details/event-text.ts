import { useTranslation } from 'next-i18next/pages';
import { orders } from '@/contract/orders';
import type { OrderEvent } from '@/contract/orders/wire';
import { refunds } from '@/contract/refunds';
import { returnSteps } from '@/contract/refunds/states';
import { formatDate } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useMoney } from '@/state/use-money';

/** Describes an event in words. */
export function useEventText() {
  const { t } = useTranslation('orders');
  const labels = useLabels(orders);
  const refundLabels = useLabels(refunds);
  const money = useMoney();
  const word = (key: string, values?: Record<string, string>) =>
    t(`orders:orders.events.${key}`, values ?? {});
  const gateway = (value: string | null) => labels.option('payment_gateway', value ?? '');

  const titles: Record<OrderEvent['kind'], (event: OrderEvent) => string> = {
    placed: () => word('placed'),
    status: ({ to }) => t(`orders:orders.events.statuses.${to}`),
    payment: ({ to }) => labels.option('payment_status', to ?? ''),
    'delivery-date': ({ to }) => word('delivery-date', { when: whenText(to) }),
    lines: () => word('lines'),
    address: () => word('address'),
    contact: () => word('contact'),
    change: ({ from, to }) => word(`changes.${to}`, to === 'cash' ? { sum: money(Number(from)) } : {}),
    refund: ({ to }) =>
      returnSteps.some((step) => step === to)
        ? word(`returns.${to}`)
        : word('refund', { status: refundLabels.option('status', to ?? '').toLowerCase() }),
    parcel: ({ to }) => (to ? word('parcel', { parcel: to }) : word('parcel-removed')),
    note: () => word('note'),
    gateway: ({ from, to }) => word('gateway', { from: gateway(from), to: gateway(to) }),
    'payment-mismatch': ({ from, to }) =>
      word('payment-mismatch', { came: money(Number(to)), due: money(Number(from)) }),
    mail: ({ note }) => word('mail', { subject: note ?? '' }),
    sms: ({ note }) => word('sms', { subject: note ?? '' }),
  };
  return (event: OrderEvent) => {
    const isMessage = event.kind === 'mail' || event.kind === 'sms';
    const lines = ['lines', 'address', 'contact'].includes(event.kind) ? (event.to ?? '') : '';
    return {
      title: titles[event.kind](event),
      /** Text written by a person. */
      note: isMessage ? null : event.note,
      /** Second line, above the author. */
      detail: isMessage ? [event.from, word(`sending.${event.to}`)].filter(Boolean).join(', ') : lines,
    };
  };
}

/** `2026-11-12, 10:00–14:00`, as stored, with the day as everywhere. */
function whenText(stored: string | null): string {
  const [day = '', ...slot] = (stored ?? '').split(', ');
  return [formatDate(day) || day, ...slot].filter(Boolean).join(', ');
}
