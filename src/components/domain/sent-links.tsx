import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { SentLink } from '@/contract/payments/links';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';

export const sentKey = (orderId: number) => ['orders', 'sent-links', orderId];

/** One that was just asked for leaves within seconds. */
const soonMs = 2000;

const isOnItsWay = ({ state, created_at }: SentLink) =>
  state === 'waiting' && Date.now() - Date.parse(created_at) < 60_000;

/** Whether the links of an order have left, as the outbox knows; nothing before the first. */
export function SentLinks({ orderId }: { orderId: number }) {
  const { t, i18n } = useTranslation('payments');
  const { data = [] } = useQuery({
    queryKey: sentKey(orderId),
    queryFn: () => api.get(`orders/${orderId}/payment-links`),
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? soonMs : false),
  });
  if (data.length === 0) return null;
  return (
    <ul role="status" className="w-full text-small text-ink-second">
      {data.map(({ channel, state, sent_at }) => (
        <li key={channel} className={state === 'failed' || state === 'expired' ? 'text-bad' : ''}>
          {t(`payments:payments.link.states.${state}`, {
            way: t(`payments:payments.link.ways.${channel}`),
            at: formatDateTime(sent_at, i18n.language),
          })}
        </li>
      ))}
    </ul>
  );
}
