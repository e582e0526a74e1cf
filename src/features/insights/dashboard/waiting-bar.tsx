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
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { type WaitingName, waitingNames } from '@/contract/insights/analytics';
import { useStoredKeys } from '@/lib/hooks/use-stored-keys';
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

/** Pending work; renders nothing when there is none. */
export function WaitingBar({ scope, shop, name }: WaitingBarProps) {
  const { t } = useTranslation('insights');
  const money = useMoney();
  const { data, isError } = useFigures('waiting', shop === undefined ? {} : { shop });
  const there = waitingNames.filter((one) => (data?.[one]?.count ?? 0) > 0);
  const last = useLastSeen(shop, data && there);
  const { list, fitting } = useFitting(there.length);
  const [isOpen, setOpen] = useState(false);
  if (!data) return isError || last === 0 ? null : <WaitingPlace lines={last} />;
  if (there.length === 0) return null;
  const title = name ?? t('insights:dashboard.waiting.title');
  return (
    <section aria-label={title} className="flex flex-wrap items-start gap-x-3 gap-y-2 sm:flex-nowrap">
      <h2 className="flex min-h-8.5 shrink-0 items-center gap-2 font-semibold text-warn">
        <Clock className="size-4 shrink-0" />
        {title}
      </h2>
      <ul
        ref={list}
        className={`${row} min-w-0 sm:flex-1 ${isOpen ? '' : 'sm:h-8.5 sm:overflow-hidden sm:pointer-coarse:h-10'}`}
      >
        {there.map((one, place) => {
          const { count = 0, amount } = data[one] ?? {};
          const Icon = icons[one];
          const isLate = one === 'late';
          return (
            <li key={one} className={!isOpen && place >= fitting ? 'sm:invisible' : ''}>
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
      {(isOpen || fitting < there.length) && (
        <Button
          variant="ghost"
          className="hidden! sm:inline-flex!"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen
            ? t('insights:dashboard.waiting.fewer')
            : t('insights:dashboard.waiting.more', { count: there.length - fitting })}
        </Button>
      )}
    </section>
  );
}

/** How many lines of a list stand in its first row. */
function useFitting(lines: number): { list: RefObject<HTMLUListElement | null>; fitting: number } {
  const list = useRef<HTMLUListElement>(null);
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines stand elsewhere
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    const count = () => {
      const tops = [...current.children].map((line) => (line as HTMLElement).offsetTop);
      setFitting(tops.filter((top) => top === tops[0]).length);
    };
    // Called at once, too.
    const watcher = new ResizeObserver(count);
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [lines]);
  return { list, fitting };
}

// One line on a phone, however much waits, so that nothing below moves.
const row =
  'flex flex-wrap gap-x-1.5 gap-y-2 phone:w-full phone:flex-nowrap phone:overflow-x-auto phone:[scrollbar-width:none]';

const linePlace = 'h-8.5 w-44 shrink-0 rounded-control bg-sunken pointer-coarse:h-10';

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

/** Reserves as many lines as this person last saw here, so that the dashboard does not move when they load. */
function useLastSeen(shop: string | undefined, there: readonly WaitingName[] | undefined): number {
  const { keys, choose } = useStoredKeys(`gostiny-waiting:${shop ?? ''}`, usual);
  const seen = there?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `choose` is another function on every render
  useEffect(() => {
    if (seen !== undefined && seen !== keys.join()) choose(seen === '' ? [] : seen.split(','));
  }, [seen]);
  return keys.length;
}

/** On a first visit. */
const usual: readonly WaitingName[] = ['late', 'shops', 'products', 'refunds', 'withdraws', 'reports'];

function WaitingPlace({ lines }: { lines: number }) {
  return (
    <div data-place aria-hidden="true" className="flex flex-wrap gap-x-3 gap-y-2">
      <span className="h-8.5 w-24" />
      <span className={row}>
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty lines have no other name
          <span key={line} data-line className={linePlace} />
        ))}
      </span>
    </div>
  );
}

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
