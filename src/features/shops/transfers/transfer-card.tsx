import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { CallError } from '@/components/page/call-error';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import { WrittenText } from '@/components/ui/written-text';
import type { Tone } from '@/contract/core/define';
import { ownershipTransfers } from '@/contract/shops/ownership-transfers';
import type { OwnershipTransfer, TransferState } from '@/contract/shops/ownership-transfers/schema';
import { useShopCall } from '@/features/shops/use-shop-call';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useMe, usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { TransferDecision } from './transfer-decision';

const tones: Record<TransferState, Tone> = {
  pending: 'warn',
  processing: 'accent',
  approved: 'good',
  rejected: 'bad',
};

/** A request: shop, former and new owner, date and actions. */
export function TransferCard({ transfer }: { transfer: OwnershipTransfer }) {
  const { t, i18n } = useTranslation('shops');
  const { data: me } = useMe();
  const isAdmin = usePermissions().includes('super_admin');
  const mayDecide = useMay('shops:decide');
  const { shop, status, from_user: from, to_user: to, message, note } = transfer;
  const isOpen = status === 'pending' || status === 'processing';
  const facts = [
    { key: 'message', text: message },
    { key: 'note', text: note },
  ];
  return (
    <li className="p-4 desk:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 font-semibold break-words">
          <TextLink href={shop ? `/${encodeURIComponent(shop.slug ?? shop.id)}` : undefined}>
            {shop?.name ?? transfer.transaction_identifier}
          </TextLink>
        </h2>
        <Badge tone={tones[status]}>{t(`shops:shops.options.transfer.${status}`)}</Badge>
        <time dateTime={transfer.created_at} className="text-small text-ink-second">
          {formatDateTime(transfer.created_at, i18n.language)}
        </time>
      </div>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2">
        <span>{from?.name ?? '—'}</span>
        <ArrowRight className="size-4 text-ink-third rtl:-scale-x-100" />
        <span className="sr-only">{t('shops:shops.transfers.to')}</span>
        <span className="font-medium">{to?.name ?? '—'}</span>
      </p>
      {facts.map(
        ({ key, text }) =>
          text && (
            <p key={key} className="mt-2">
              <span className="text-small text-ink-second">{t(`shops:shops.transfers.${key}`)}: </span>
              <WrittenText text={text} className="whitespace-pre-line" />
            </p>
          ),
      )}
      {isOpen && isAdmin && mayDecide && <TransferDecision transfer={transfer} />}
      {status === 'pending' && !isAdmin && me?.id === transfer.from && <Cancel id={transfer.id} />}
    </li>
  );
}

/** Withdraws on the second click; the first asks for confirmation. */
function Cancel({ id }: { id: number }) {
  const { t } = useTranslation(['shops', 'common']);
  const [isAsking, setAsking] = useState(false);
  const remove = useShopCall({
    run: () => api.remove(`${ownershipTransfers.endpoint}/${id}`),
    done: () => t('shops:shops.transfers.cancelled'),
    onDone: () => setAsking(false),
  });
  return (
    <div className="mt-3 grid gap-3">
      <CallError error={remove.error} />
      <span className="flex flex-wrap gap-2">
        {isAsking ? (
          <>
            <Button variant="danger" isLoading={remove.isPending} onClick={() => remove.mutate(undefined)}>
              {t('shops:shops.transfers.cancel-sure')}
            </Button>
            <Button onClick={() => setAsking(false)}>{t('common:button-cancel')}</Button>
          </>
        ) : (
          <Button onClick={() => setAsking(true)}>{t('shops:shops.transfers.cancel')}</Button>
        )}
      </span>
    </div>
  );
}
