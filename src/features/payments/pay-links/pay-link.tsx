import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, Mail, MessageSquare, QrCode } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { SentLinks, sentKey } from '@/components/domain/sent-links';
import { Button } from '@/components/ui/button';
import { shownNumber } from '@/contract/orders/number';
import type { OrderDetails } from '@/contract/orders/wire';
import type { LinkChannel } from '@/contract/payments/links';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { copyText } from '@/lib/copy-text';
import { showToast } from '@/lib/toast';
import { useModalActions } from '@/state/modal';

/** The link to pay an unpaid order: copied, shown as a code, or sent to the buyer. */
export function PayLink({ order }: { order: OrderDetails }) {
  const { t } = useTranslation(['payments', 'form', 'common']);
  const { open } = useModalActions();
  const client = useQueryClient();
  const path = `orders/${order.id}/payment-links` as const;
  const make = useMutation({
    meta: { silent: true },
    mutationFn: (channels: LinkChannel[]) => api.post(path, { channels }),
    onError: (error) => showToast('error', errorText(t, toClientError(error))),
  });
  const copy = async () => {
    const { url } = await make.mutateAsync([]);
    await copyText(url, t('form:qr.copied'), t('form:qr.copy-failed'));
  };
  const show = async () => {
    const { url } = await make.mutateAsync([]);
    open('SHOW_PAYMENT_QR', { number: shownNumber(order), url });
  };
  const send = (channel: LinkChannel) =>
    make.mutate([channel], {
      onSuccess: () => {
        showToast('success', t(`payments:payments.link.sent-${channel}`));
        return client.invalidateQueries({ queryKey: sentKey(order.id) });
      },
    });
  const quiet = () => undefined;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2 border-t border-line-faint pt-3">
      <p className="me-auto font-medium">{t('payments:payments.link.title')}</p>
      <Button
        size="small"
        icon={<Copy className="size-4" />}
        disabled={make.isPending}
        onClick={() => void copy().catch(quiet)}
      >
        {t('payments:payments.link.copy')}
      </Button>
      <Button
        size="small"
        aria-haspopup="dialog"
        icon={<QrCode className="size-4" />}
        disabled={make.isPending}
        onClick={() => void show().catch(quiet)}
      >
        {t('payments:payments.link.code')}
      </Button>
      {order.customer_contact && (
        <Button
          size="small"
          icon={<MessageSquare className="size-4" />}
          disabled={make.isPending}
          onClick={() => send('sms')}
        >
          {t('payments:payments.link.sms')}
        </Button>
      )}
      {order.customer_email && (
        <Button
          size="small"
          icon={<Mail className="size-4" />}
          disabled={make.isPending}
          onClick={() => send('mail')}
        >
          {t('payments:payments.link.mail')}
        </Button>
      )}
      <SentLinks orderId={order.id} />
    </div>
  );
}
