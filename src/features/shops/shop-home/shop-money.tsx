import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { OnlyWith } from '@/components/domain/only-with';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { balanceStanding } from '@/contract/ledger/balance';
import type { Shop, ShopBalance } from '@/contract/shops/schema';
import { lazyPart } from '@/lib/lazy-part';
import { useMoney } from '@/state/use-money';
import { useCommissionText } from './use-shop-figures';

const Commissions = lazyPart(() => import('./commissions'), 'Commissions');

/** Commission, earnings and balance of a shop; for the owner and administrators. */
export function ShopMoney({ shop, balance }: { shop: Shop; balance: ShopBalance }) {
  const { t } = useTranslation('shops');
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const { payment_info: payment } = balance;
  return (
    <section className="rounded-card border border-line bg-surface p-4 desk:p-5">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-card font-semibold">{t('shops:shops.home.money')}</h2>
        <span className="flex flex-wrap gap-2">
          <OnlyWith capability="ledger">
            <Button
              size="small"
              variant="ghost"
              aria-expanded={isHistoryOpen}
              onClick={() => setHistoryOpen(!isHistoryOpen)}
            >
              {t('shops:shops.home.history')}
            </Button>
            <LinkButton size="small" href={`/${encodeURIComponent(shop.slug)}/ledger`}>
              {t('shops:shops.home.to-ledger')}
            </LinkButton>
          </OnlyWith>
          <LinkButton size="small" href={`/${encodeURIComponent(shop.slug)}/withdraws`}>
            {t('shops:shops.home.to-withdraws')}
          </LinkButton>
        </span>
      </header>
      <Figures balance={balance} />
      <p className="mt-4 border-t border-line-faint pt-3 text-small text-ink-second">
        {t('shops:shops.home.payment')}:{' '}
        <span className="text-ink">
          {payment
            ? [payment.name, payment.bank, payment.account].filter(Boolean).join(' · ')
            : t('shops:shops.home.no-requisites')}
        </span>
      </p>
      {isHistoryOpen && <Commissions shopId={shop.id} />}
    </section>
  );
}

function Figures({ balance }: { balance: ShopBalance }) {
  const { t } = useTranslation('shops');
  const money = useMoney();
  const commissionOf = useCommissionText();
  const { isDebt, sum } = balanceStanding(balance.current_balance);
  const figures = [
    { key: isDebt ? 'debt' : 'balance', value: money(sum) },
    { key: 'on-hold', value: money(balance.on_hold_amount) },
    { key: 'withdrawn', value: money(balance.withdrawn_amount) },
    ...(balance.in_transit_amount === undefined
      ? []
      : [{ key: 'in-transit', value: money(balance.in_transit_amount) }]),
    { key: 'sales', value: money(balance.total_earnings) },
    { key: 'commission', value: commissionOf(balance) },
  ];
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
      {figures.map(({ key, value }, index) => (
        <div key={key} className="min-w-0">
          <dt className="text-small text-ink-second">{t(`shops:shops.home.${key}`)}</dt>
          <dd
            className={`mt-0.5 text-title font-semibold ${index > 0 ? '' : isDebt ? 'text-bad' : 'text-accent-ink'}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
