import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import { QrPicture } from '@/components/media/qr-picture';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { emptyReceipt } from '@/state/till-receipt';
import { useMoney } from '@/state/use-money';
import type { Till } from './use-till';
import { useTillWord } from './use-till-word';

const askEveryMs = 2_000;

/** The payment QR code, until the money arrives or the cashier cancels. */
export function SbpWait({ till, saleId }: { till: Till; saleId: number }) {
  const { t } = useTranslation('common');
  const word = useTillWord();
  const money = useMoney();
  const { setSale, change } = till;
  const path = `till/${encodeURIComponent(till.info.shop.slug)}/sales/${saleId}` as const;
  const status = useQuery({
    queryKey: ['till', till.info.shop.slug, 'sale', saleId],
    queryFn: () => api.get(path),
    refetchInterval: askEveryMs,
  });
  const sale = status.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are other functions after every change
  useEffect(() => {
    if (sale?.status === 'paid') {
      change(() => emptyReceipt);
      setSale(sale);
    }
    // The payment expired: the receipt is still here.
    if (sale?.status === 'cancelled') giveBack();
  }, [sale?.status]);
  const giveBack = () => {
    change((receipt) => ({ ...receipt, waiting: null, attempt: null, gateway: 'CASH' }));
    setSale(undefined);
  };
  const cancel = useMutation({
    mutationFn: () => api.put(`orders/${saleId}`, { order_status: 'order-cancelled' }),
    meta: { silent: true },
    onSuccess: giveBack,
    // The payment may have arrived meanwhile.
    onError: () => void status.refetch(),
  });
  return (
    <div className="border-t border-line px-5 py-4 text-center phone:px-3">
      <p className="text-[26px] leading-8 font-[650]">{sale && money(sale.total)}</p>
      <div className="mx-auto mt-3 grid size-52 place-items-center">
        {sale?.payment_url ? (
          <QrPicture
            text={sale.payment_url}
            label={word('sbp.code')}
            className="size-52 rounded-control border border-line"
          />
        ) : (
          <Spinner />
        )}
      </div>
      <p role="status" className="mt-3 text-ink-second">
        {status.error ? word('sbp.offline') : word('sbp.wait')}
      </p>
      {cancel.error && (
        <p role="alert" className="mt-2 font-medium text-bad">
          {errorText(t, toClientError(cancel.error))}
        </p>
      )}
      <Button className="mt-3 h-11! w-full" isLoading={cancel.isPending} onClick={() => cancel.mutate()}>
        {word('sbp.cancel')}
      </Button>
    </div>
  );
}
