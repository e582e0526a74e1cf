import { Clock } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import { type Waiting, type WaitingName, waitingNames } from '@/contract/insights/analytics';
import { useMoney } from '@/state/use-money';
import { addressIn, type DashboardScope } from './scope';
import { useFigures } from './use-figures';

interface WaitingBarProps {
  scope: Pick<DashboardScope, 'base'>;
  /** Slug of the shop; undefined for all the user's. */
  shop: string | undefined;
  /** Heading when several bars are shown. */
  name?: string;
}

/** Pending work; renders nothing when there is none (look.md). */
export function WaitingBar({ scope, shop, name }: WaitingBarProps) {
  const { t } = useTranslation('resources');
  const money = useMoney();
  const { data = {} } = useFigures<Waiting>('waiting', shop === undefined ? {} : { shop });
  const there = waitingNames.filter((one) => (data[one]?.count ?? 0) > 0);
  if (there.length === 0) return null;
  const title = name ?? t('resources:dashboard.waiting.title');
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-warn-soft px-4 py-3"
    >
      <h2 className="flex items-center gap-2 font-semibold text-warn">
        <Clock aria-hidden="true" className="size-4 shrink-0" />
        {title}
      </h2>
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
        {there.map((one) => {
          const { count = 0, amount } = data[one] ?? {};
          return (
            <li key={one}>
              <Link
                href={hrefOf(scope, one)}
                className="inline-flex min-h-6 items-center rounded-badge font-medium underline decoration-warn/40 underline-offset-4 hover:decoration-warn pointer-coarse:min-h-10"
              >
                {t(`resources:dashboard.waiting.${one}`, { count })}
                {amount ? `, ${money(amount)}` : ''}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function hrefOf(scope: Pick<DashboardScope, 'base'>, name: WaitingName): string {
  const addresses: Record<WaitingName, string> = {
    shops: addressIn(scope, '/new-shops'),
    vendors: addressIn(scope, '/users/vendors/pending'),
    products: addressIn(scope, '/products/moderation'),
    refunds: addressIn(scope, '/refunds', { status: 'pending' }),
    withdraws: addressIn(scope, '/withdraws', { status: 'pending' }),
    reports: addressIn(scope, '/abusive_reports'),
    questions: addressIn(scope, '/questions', { answered: '0' }),
    orders: addressIn(scope, '/orders', { order_status: 'order-processing' }),
    'rejected-products': addressIn(scope, '/products/draft', { status: 'rejected' }),
  };
  return addresses[name];
}
