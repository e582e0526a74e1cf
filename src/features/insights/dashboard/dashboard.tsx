import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { Skeleton } from '@/components/ui/skeleton';
import type { Me, ShopStub } from '@/contract/accounts/auth';
import { revenueBases } from '@/contract/insights/analytics';
import { useAnnounced } from '@/lib/api/capabilities';
import { lazyPart } from '@/lib/lazy-part';
import { useMe } from '@/lib/session/me';
import { Balance } from './balance';
import { ByShop } from './by-shop';
import { Figures } from './figures';
import { LowStock, Popular, TopRated } from './goods';
import { PeriodPicker } from './period-picker';
import { Pills } from './pills';
import { RecentOrders, RecentWithdraws } from './recent';
import { addressIn, type DashboardScope, resolveScope } from './scope';
import { TopCategories } from './top-categories';
import { useFigures, useLiveFigures } from './use-figures';
import { usePeriod } from './use-period';
import { WaitingBar } from './waiting-bar';

/** Keeps what stands below the pictures out of a phone's window, so that nothing in sight moves. */
const PicturesPlace = () => <Skeleton className="h-96 w-full rounded-card" />;

// Loaded after the tiles, which people read first.
const Pictures = lazyPart(() => import('./pictures/pictures'), 'Pictures', PicturesPlace);
const PlainFigures = lazyPart(() => import('./plain-figures'), 'PlainFigures');

interface DashboardProps {
  /** Shown next to the period picker. */
  head: ReactNode;
  /** The shop of the page; all of the user's shops without one. */
  shop?: ShopStub;
}

/** Dashboard: pending work, metrics, charts and lists. */
export function Dashboard({ head, shop }: DashboardProps) {
  const { data: me } = useMe();
  if (me) return <Known me={me} head={head} shop={shop} />;
  return (
    <>
      {head}
      <Skeleton className="mt-4 h-dvh w-full rounded-card" />
    </>
  );
}

function Known({ me, head, shop }: { me: Me; head: ReactNode; shop: ShopStub | undefined }) {
  const { t } = useTranslation('insights');
  useLiveFigures();
  const known = useAnnounced();
  const hasParts = known?.has('analytics-parts') ?? false;
  const scope = resolveScope(me, shop);
  const { chosen, choose, basis, chooseBasis } = usePeriod(
    shop ? `/${encodeURIComponent(shop.slug)}` : '/',
    me.id,
  );
  const whose = { ...chosen, ...(shop && { shop: shop.slug }) };
  // A new vendor without a shop has no data yet.
  const hasData = scope.isMarket || scope.shop !== undefined || scope.shops.length > 0;
  const { data: figures } = useFigures('figures', { ...whose, basis }, hasData && scope.seesFigures);
  const days = figures?.period;
  if (!hasData) return head;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        {head}
        {hasParts && (
          <div className="flex flex-wrap items-center gap-2 phone:w-full phone:flex-nowrap phone:justify-between phone:gap-1">
            {scope.seesMoney && (
              <Pills
                legend={t('insights:dashboard.basis.label')}
                values={revenueBases}
                value={basis}
                word={(one) => t(`insights:dashboard.basis.${one}`)}
                onChoose={chooseBasis}
                className="h-7.5 phone:px-1.5"
              />
            )}
            {(scope.seesOrders || scope.seesFigures) && (
              <PeriodPicker chosen={chosen} days={days} onChoose={choose} />
            )}
          </div>
        )}
      </div>
      {hasParts && (
        <>
          <WaitingBars scope={scope} shop={shop} />
          <Counted scope={scope} whose={whose} basis={basis} />
          {scope.seesMoney && scope.seesShops && (scope.base === undefined || scope.isMarket) && (
            <ByShop isMarket={scope.isMarket} query={{ ...chosen, basis }} />
          )}
        </>
      )}
      {/* On servers of the dialect the figures cover all of the user's shops. */}
      {known && !hasParts && scope.seesOrders && !shop && <PlainFigures scope={scope} />}
      <div className="grid gap-4 xl:grid-cols-2 xl:[&>:last-child:nth-child(odd)]:col-span-2">
        {scope.seesOrders && <RecentOrders scope={scope} />}
        {scope.seesGoods && <LowStock scope={scope} />}
        {scope.seesGoods && <Popular scope={scope} />}
        {scope.seesGoods && <TopCategories scope={scope} />}
        {scope.seesGoods && <TopRated scope={scope} />}
        {scope.seesMoney && <RecentWithdraws scope={scope} />}
        {/* A shop's own page shows its balance elsewhere. */}
        {hasParts && scope.seesMoney && !shop && <Balance scope={scope} />}
      </div>
    </div>
  );
}

/** Tiles, then pictures; without any order in both periods one drawing instead of zeros everywhere. */
function Counted({
  scope,
  whose,
  basis,
}: {
  scope: DashboardScope;
  whose: Record<string, string>;
  basis: string;
}) {
  const query = { ...whose, basis };
  const { data, isFetched } = useFigures('figures', query, scope.seesFigures);
  if (data && Object.values(data.figures).every(({ value, previous }) => value === 0 && !previous))
    return <NoSales scope={scope} />;
  return (
    <>
      {scope.seesFigures && <Figures scope={scope} query={query} />}
      {isFetched || !scope.seesFigures ? (
        <Pictures scope={scope} whose={whose} basis={basis} />
      ) : (
        <PicturesPlace />
      )}
    </>
  );
}

function NoSales({ scope }: { scope: DashboardScope }) {
  const { t } = useTranslation('insights');
  return (
    <EmptyState
      isCard
      picture="empty"
      title={t('insights:dashboard.no-sales.title')}
      text={t('insights:dashboard.no-sales.text')}
      action={
        scope.seesGoods &&
        scope.base !== undefined && (
          <LinkButton variant="primary" href={addressIn(scope, '/products')}>
            {t('insights:dashboard.no-sales.action')}
          </LinkButton>
        )
      }
    />
  );
}

/** One bar per shop, so that pending work links into that shop. */
function WaitingBars({ scope, shop }: { scope: DashboardScope; shop: ShopStub | undefined }) {
  const { t } = useTranslation('insights');
  if (scope.base !== undefined) return <WaitingBar scope={scope} shop={shop?.slug} />;
  return scope.shops
    .slice(0, 5)
    .map(({ id, slug, name }) => (
      <WaitingBar
        key={id}
        scope={{ base: `/${encodeURIComponent(slug)}` }}
        shop={slug}
        name={t('insights:dashboard.waiting.in-shop', { name })}
      />
    ));
}
