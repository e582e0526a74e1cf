import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import type { VendorBalance } from '@/contract/insights/analytics';
import { lazyPart } from '@/lib/lazy-part';
import { useMoney } from '@/state/use-money';
import { addressIn, type DashboardScope } from './scope';
import { useFigures } from './use-figures';
import { Widget } from './widget';

const MoneyLines = lazyPart(() => import('./money-lines'), 'MoneyLines');

const facts = ['current', 'on_hold', 'debts'] as const;

/** A debt is shown in place of a zero that could be withdrawn. */
function isShown(fact: (typeof facts)[number], { current, debts }: VendorBalance): boolean {
  if (fact === 'debts') return debts > 0;
  return fact !== 'current' || current > 0 || debts === 0;
}

/** Current vendor money independent of the period: own money for vendors, debts to vendors for administrators. */
export function Balance({ scope }: { scope: DashboardScope }) {
  const { t } = useTranslation('insights');
  const money = useMoney();
  const found = useFigures('balance', scope.shop ? { shop: scope.shop.slug } : {});
  const whose = scope.isMarket ? 'market' : 'own';
  const addresses: Record<(typeof facts)[number], string> = {
    current: addressIn(scope, '/ledger'),
    on_hold: addressIn(scope, '/withdraws'),
    debts: addressIn(scope, '/ledger'),
  };
  return (
    <Widget
      title={t(`insights:dashboard.balance.${whose}`)}
      note={t('insights:dashboard.balance.now')}
      query={found}
      lines={3}
    >
      {(balance) => (
        <ul>
          {facts
            .filter((fact) => isShown(fact, balance))
            .map((fact) => (
              <li key={fact} className="border-t border-line-faint first:border-t-0">
                <Link
                  href={addresses[fact]}
                  className="flex min-h-12 items-center justify-between gap-3 px-4 py-2 transition-colors hover:bg-sunken focus-visible:-outline-offset-2"
                >
                  <span className="text-ink-second">{t(`insights:dashboard.balance.${fact}`)}</span>
                  <b className={`font-semibold tabular-nums ${fact === 'debts' ? 'text-bad' : ''}`}>
                    {money(balance[fact])}
                  </b>
                </Link>
              </li>
            ))}
          {scope.isMarket && <MoneyLines />}
        </ul>
      )}
    </Widget>
  );
}
