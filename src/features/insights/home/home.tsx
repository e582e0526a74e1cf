import { useTranslation } from 'next-i18next/pages';
import type { ComponentType, ReactNode } from 'react';
import { ShopTile } from '@/components/domain/shop-tile';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Skeleton } from '@/components/ui/skeleton';
import { businessZone, clockAt } from '@/contract/core/day';
import { useVendorStart } from '@/features/insights/first-steps/use-vendor-start';
import { formatToday } from '@/lib/format/calendar-words';
import { lazyPart } from '@/lib/lazy-part';
import { useMe } from '@/lib/session/me';
import { useMayOpen } from '@/lib/session/rights';
import { CurrentNotices } from './current-notices';
import { LatestFaqs } from './latest-faqs';

const VendorStart = lazyPart(
  () => import('@/features/insights/first-steps/vendor-start'),
  'VendorStart',
  StartSkeleton,
);

/**
 * Home page: greeting and dashboard, behind «more» own shops, notices and FAQ; for a new vendor the guide to the first sale.
 */
export function Home({ Dashboard }: { Dashboard: ComponentType<{ head: ReactNode; more: ReactNode }> }) {
  const { t } = useTranslation('common');
  const { data: me } = useMe();
  const mayOpen = useMayOpen();
  const hasFaqs = mayOpen('/faqs');
  const { query: start, isAsked } = useVendorStart(me);
  if (me && isAsked && start.isPending) return <StartSkeleton />;
  // Without a shop there is nothing else to see.
  if (isAsked && start.isError && me?.shops.length === 0)
    return <QueryBoundary query={start}>{() => null}</QueryBoundary>;

  const others = (
    <div className="space-y-6">
      <Shops title={t('home.shops')} shops={me?.shops ?? []} />
      <Shops title={t('home.shop-of-work')} shops={me?.managed_shop ? [me.managed_shop] : []} />
      {me && (
        <div className={`grid items-start gap-4 ${hasFaqs ? 'xl:grid-cols-2' : ''}`}>
          <CurrentNotices me={me} isAdmin={mayOpen('/store-notices')} />
          {hasFaqs && <LatestFaqs />}
        </div>
      )}
    </div>
  );
  const guide = isAsked && start.data?.is_shown ? start.data : undefined;
  const hasSold = guide?.steps.some(({ key, is_done }) => key === 'sale' && is_done);
  return (
    <div className="space-y-6">
      {guide && <VendorStart start={guide} name={me?.name ?? ''} isPart={hasSold} />}
      {!guide || hasSold ? <Dashboard head={<Greeting name={me?.name} />} more={others} /> : others}
    </div>
  );
}

function StartSkeleton() {
  const { t } = useTranslation('common');
  return (
    <div role="status" aria-label={t('text-loading')} className="space-y-4">
      <Skeleton className="h-7 w-80 max-w-full" />
      <Skeleton className="h-dvh w-full rounded-card" />
    </div>
  );
}

function Greeting({ name = '' }: { name: string | undefined }) {
  const { t, i18n } = useTranslation('common');
  const [firstName = ''] = name.split(' ');
  const hour = Number(clockAt(Date.now(), businessZone()).slice(11, 13));
  return (
    <header>
      <h1 className="min-h-7 text-title font-[650]">
        {name && t(`home.${partOfDay(hour)}`, { name: firstName })}
      </h1>
      <p className="text-ink-second first-letter:uppercase">{formatToday(i18n.language)}</p>
    </header>
  );
}

function Shops({ title, shops }: { title: string; shops: Parameters<typeof ShopTile>[0]['shop'][] }) {
  const { t } = useTranslation('common');
  if (shops.length === 0) return null;
  return (
    <section>
      <h2 className="mb-3 text-card font-semibold">{title}</h2>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {shops.map((shop) => (
          <ShopTile
            key={shop.id}
            shop={shop}
            stateText={t(shop.is_active ? 'text-active' : 'text-inactive')}
          />
        ))}
      </div>
    </section>
  );
}

function partOfDay(hour: number): 'night' | 'morning' | 'day' | 'evening' {
  if (hour < 5) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'day' : 'evening';
}
