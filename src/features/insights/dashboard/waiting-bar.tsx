import {
  AlarmClock,
  BadgeCheck,
  CircleHelp,
  Clock,
  FileText,
  Flag,
  type LucideIcon,
  Package,
  PackageX,
  Store,
  Undo2,
  UserCheck,
  UserPlus,
  Wallet,
  Zap,
} from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import { type Waiting, type WaitingName, waitingNames } from '@/contract/insights/analytics';
import { usePermissions } from '@/lib/session/me';
import { addressIn, type DashboardScope } from './scope';
import { useFigures, waitingOf } from './use-figures';
import { useWholeMoney } from './use-whole-money';
import { waitingOrder } from './waiting-order';

interface WaitingBarProps {
  scope: Pick<DashboardScope, 'base'>;
  /** Slug of the shop; undefined for all the user's. */
  shop: string | undefined;
  /** Heading when several bars are shown. */
  name?: string;
}

/** Pending work, all of it, over the whole width; renders nothing when there is none. */
export function WaitingBar({ scope, shop, name }: WaitingBarProps) {
  const { t } = useTranslation('insights');
  const money = useWholeMoney();
  const { data } = useFigures('waiting', waitingOf(shop));
  const order = waitingOrder(usePermissions(), scope.base !== '' && scope.base !== undefined);
  const there = order.filter((one) => (data?.[one]?.count ?? 0) > 0);
  if (!data || there.length === 0) return null;
  const title = name ?? t('insights:dashboard.waiting.title');
  return (
    <section aria-label={title} className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2 sm:flex-nowrap">
      <h2 className="flex min-h-8.5 shrink-0 items-center gap-2 font-semibold text-warn">
        <Clock className="size-4 shrink-0" />
        {title}
      </h2>
      {/* One line on a phone, however much waits: what stands below is to be seen, too. */}
      <ul className="flex min-w-0 flex-wrap gap-x-1.5 gap-y-2 sm:flex-1 phone:-mx-4 phone:w-[calc(100%+2rem)] phone:flex-nowrap phone:overflow-x-auto phone:px-4 phone:[scrollbar-width:none]">
        {there.map((one) => {
          const { count = 0, amount } = data[one] ?? {};
          const Icon = icons[one];
          const isLate = one === 'late';
          return (
            <li key={one}>
              <Link
                href={hrefOf(scope, one)}
                className={`inline-flex min-h-8.5 items-center gap-1.5 rounded-control px-2 py-1 font-medium phone:whitespace-nowrap hover:underline pointer-coarse:min-h-10 ${isLate ? 'bg-bad-soft' : 'bg-warn-soft'}`}
              >
                <Icon className={`size-4 shrink-0 ${isLate ? 'text-bad' : 'text-warn'}`} />
                <span>
                  {t(`insights:dashboard.waiting.${one}`, { count })}
                  {amount ? `, ${money(amount)}` : ''}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Whether anything waits. */
export const hasWaiting = (data: Waiting | undefined): boolean =>
  waitingNames.some((one) => (data?.[one]?.count ?? 0) > 0);

const icons: Record<WaitingName, LucideIcon> = {
  late: AlarmClock,
  shops: Store,
  papers: FileText,
  vendors: UserPlus,
  products: BadgeCheck,
  refunds: Undo2,
  withdraws: Wallet,
  approvals: UserCheck,
  reports: Flag,
  orders: Package,
  questions: CircleHelp,
  'rejected-products': PackageX,
  invitations: Zap,
};

function hrefOf(scope: Pick<DashboardScope, 'base'>, name: WaitingName): string {
  const addresses: Record<WaitingName, string> = {
    late: addressIn(scope, '/orders', { ship_by: 'late' }),
    shops: addressIn(scope, '/new-shops'),
    papers: addressIn(scope, '/shops', { papers: 'waiting' }),
    vendors: addressIn(scope, '/users/vendors/pending'),
    products: addressIn(scope, '/products/moderation'),
    refunds: addressIn(scope, '/refunds', { status: 'pending' }),
    withdraws: addressIn(scope, '/withdraws', { status: 'pending' }),
    approvals: '/approvals',
    reports: addressIn(scope, '/abusive_reports'),
    questions: addressIn(scope, '/questions', { answered: '0' }),
    orders: addressIn(scope, '/orders', { order_status: 'order-processing' }),
    invitations: addressIn(scope, '/flash-sale'),
    'rejected-products': addressIn(scope, '/products/draft', { status: 'rejected' }),
  };
  return addresses[name];
}
