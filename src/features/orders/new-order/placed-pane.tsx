import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { QrPicture } from '@/components/media/qr-picture';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { api } from '@/lib/api/client';
import { copyText } from '@/lib/copy-text';
import { formatDateTime } from '@/lib/format/format';
import { lazyPart } from '@/lib/lazy-part';
import { useMoney } from '@/state/use-money';
import { useTillWord } from '../till/use-till-word';
import type { PlacedShopOrder } from './use-new-order';
import { useNewOrderWord } from './use-new-order-word';

const SentLinks = lazyPart(() => import('@/components/domain/sent-links'), 'SentLinks');

interface PlacedPaneProps {
  placed: PlacedShopOrder;
  /** Where the shop's orders are. */
  orders: string;
  onNext: () => void;
}

/** The placed order: its link or QR code, and the next one. */
export function PlacedPane({ placed, orders, onNext }: PlacedPaneProps) {
  const { order, draft, phone } = placed;
  const { i18n } = useTranslation();
  const word = useNewOrderWord();
  const tillWord = useTillWord();
  const money = useMoney();
  const url = usePaymentUrl(placed);
  const isSent = url !== null && draft.way === 'link' && (draft.sendsSms || draft.sendsEmail);
  return (
    <section
      aria-label={word('order')}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto border-line desk:w-100 desk:flex-none desk:border-s"
    >
      <div
        role="status"
        className="flex flex-1 flex-col items-center justify-center gap-2 px-5 py-8 text-center"
      >
        <p className="text-card font-semibold text-good">{word('placed.title')}</p>
        <p className="text-[26px] leading-8 font-[650]">{money(order.total)}</p>
        {order.wallet > 0 && <p>{word('placed.by-points', { sum: money(order.wallet) })}</p>}
        <Link href={`${orders}/${order.id}`} className="font-semibold text-accent-ink hover:underline">
          {word('placed.number', { number: order.number })}
        </Link>
        {draft.way === 'qr' && url && (
          <QrPicture
            text={url}
            label={tillWord('sbp.code')}
            className="size-52 rounded-control border border-line"
          />
        )}
        {isSent && (
          <div className="text-balance">
            <p>{word('placed.sent', { phone })}</p>
            <SentLinks orderId={order.id} />
          </div>
        )}
        {url && order.held_until && (
          <p className="text-ink-second">
            {word('held', { time: formatDateTime(order.held_until, i18n.language) })}
          </p>
        )}
        {url && (
          <Button onClick={() => void copyText(url, word('placed.copied'), word('placed.copy-failed'))}>
            {word('placed.copy')}
          </Button>
        )}
      </div>
      <div className="border-t border-line px-5 py-4 phone:px-3">
        <Button variant="primary" autoFocus className="h-12! w-full text-card!" onClick={onNext}>
          {word('placed.next')}
        </Button>
      </div>
    </section>
  );
}

/** The acquirer's link, or that of our own page while the acquirer has not given its yet. */
function usePaymentUrl({ order, draft }: PlacedShopOrder): string | null {
  const { data } = useQuery({
    queryKey: ['payment-links', order.id],
    queryFn: () => api.post(`orders/${order.id}/payment-links`, { channels: [] }),
    enabled: order.payment_url === null && order.held_until !== null && draft.way !== 'receipt',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return order.payment_url ?? data?.url ?? null;
}
