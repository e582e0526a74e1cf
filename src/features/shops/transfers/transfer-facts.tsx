import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { balanceStanding } from '@/contract/ledger/balance';
import { ownershipTransfers } from '@/contract/shops/ownership-transfers';
import type { TransferConditions } from '@/contract/shops/ownership-transfers/schema';
import { api } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

export const useTransferConditions = (shopId: number, enabled = true) =>
  useQuery({
    queryKey: [ownershipTransfers.name, 'conditions', shopId],
    queryFn: () => api.get(`shops/${shopId}/transfer-conditions`),
    enabled,
  });

export function TransferFacts({ conditions }: { conditions: TransferConditions }) {
  const { t, i18n } = useTranslation(['shops', 'form']);
  const money = useMoney();
  const number = (count: number) => formatNumber(count, i18n.language);
  const { balance, on_hold, pending_withdraws, open_orders, staffs, blocked } = conditions;
  const { isDebt, sum } = balanceStanding(balance);
  const facts = {
    [isDebt ? 'debt' : 'balance']: money(sum),
    on_hold: money(on_hold),
    pending_withdraws: number(pending_withdraws),
    open_orders: number(open_orders),
    staffs: number(staffs),
  };
  return (
    <section aria-label={t('shops:shops.conditions')} className="rounded-control bg-sunken px-3.5 py-3">
      <h3 className="text-small font-medium text-ink-second">{t('shops:shops.conditions')}</h3>
      <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
        {Object.entries(facts).map(([key, value]) => (
          <div key={key} className="contents">
            <dt className="text-ink-second">{t(`shops:shops.c-${key}`)}</dt>
            <dd className="text-end font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {blocked && (
        <p className="mt-2.5 flex items-start gap-2 font-medium text-warn">
          <CircleAlert className="mt-0.5 size-4 shrink-0" />
          {t(`form:${blocked}`, { defaultValue: blocked })}
        </p>
      )}
    </section>
  );
}
