import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { Skeleton } from '@/components/ui/skeleton';
import type { Me, ShopStub } from '@/contract/accounts/auth';
import { revenueBases, type Waiting } from '@/contract/insights/analytics';
import { useAnnounced } from '@/lib/api/capabilities';
import { lazyPart } from '@/lib/lazy-part';
import { useMe } from '@/lib/session/me';
import { ByShop } from './by-shop';
import { Figures } from './figures';
import { PackNow, useToPack } from './pack-now';
import { PeriodPicker } from './period-picker';
import { Pills } from './pills';
import { addressIn, type DashboardScope, resolveScope } from './scope';
import { isToCome, useFigures, useLiveFigures, useWaiting } from './use-figures';
import { usePeriod } from './use-period';
import { hasWaiting, WaitingBar } from './waiting-bar';

/** Keeps what stands below the pictures out of a phone's window, so that nothing in sight moves. */
const PicturesPlace = () => <Skeleton className="h-96 w-full rounded-card" />;

// Loaded after the tiles, which people read first.
const Pictures = lazyPart(() => import('./pictures/pictures'), 'Pictures', PicturesPlace);
const PlainFigures = lazyPart(() => import('./plain-figures'), 'PlainFigures');
const More = lazyPart(
  () => import('./more'),
  'More',
  () => <Skeleton className="h-96 w-full rounded-card" />,
);

interface DashboardProps {
  /** Shown next to the period picker. */
  head: ReactNode;
  /** The shop of the page, all of it at once; all of the user's shops without one. */
  shop?: ShopStub;
  /** Cards of the page that stand behind «more», too. */
  more?: ReactNode;
}

/** Dashboard: pending work, metrics and pictures; charts and lists that few look at when they are asked for. */
export function Dashboard(props: DashboardProps) {
  const { data: me } = useMe();
  const known = useAnnounced();
  if (me && known) return <Known me={me} hasParts={known.has('analytics-parts')} {...props} />;
  return (
    <>
      {props.head}
      <Place />
    </>
  );
}

/** Nothing of a dashboard stands where it would be moved: not even the footer. */
const Place = () => <Skeleton className="mt-4 h-dvh w-full rounded-card" />;

function Known({ me, head, shop, more, hasParts }: DashboardProps & { me: Me; hasParts: boolean }) {
  useLiveFigures();
  const scope = resolveScope(me, shop);
  const period = usePeriod(shop ? `/${encodeURIComponent(shop.slug)}` : '/', me.id);
  const { chosen, basis } = period;
  const whose = { ...chosen, ...(shop && { shop: shop.slug }) };
  // A new vendor without a shop has no data yet.
  const hasData = scope.isMarket || scope.shop !== undefined || scope.shops.length > 0;
  const { data: figures } = useFigures('figures', { ...whose, basis }, hasData && scope.seesFigures);
  const bars = barsOf(scope, shop);
  const waiting = useWaiting(
    bars.map((one) => one.slug),
    hasData,
  );
  const packs = hasParts && hasData && !scope.isMarket && scope.seesOrders;
  const toPack = useToPack(scope, packs);
  if (!hasData)
    return (
      <>
        {head}
        {more}
      </>
    );
  const isFirst = [...waiting, toPack].some(isToCome);
  const hasShops = scope.seesMoney && scope.seesShops && scope.base === undefined;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        {head}
        {hasParts && <Choices scope={scope} period={period} days={figures?.period} />}
      </div>
      {isFirst ? (
        <Place />
      ) : (
        <>
          {hasParts && (
            <>
              <div className="flex flex-col gap-4 empty:hidden">
                <WaitingBars bars={bars} waiting={waiting} />
                {packs && (
                  <div className="phone:order-first">
                    <PackNow scope={scope} query={toPack} />
                  </div>
                )}
              </div>
              <Counted scope={scope} whose={whose} basis={basis} />
              {hasShops && <ByShop isMarket={false} query={{ ...chosen, basis }} />}
            </>
          )}
          {/* On servers of the dialect the figures cover all of the user's shops. */}
          {!hasParts && scope.seesOrders && !shop && <PlainFigures scope={scope} />}
          <Folded isOpen={!hasParts || shop !== undefined}>
            <More
              scope={scope}
              query={hasParts ? { ...whose, basis } : undefined}
              hasBalance={shop === undefined}
            >
              {more}
            </More>
          </Folded>
        </>
      )}
    </div>
  );
}

interface ChoicesProps {
  scope: DashboardScope;
  period: ReturnType<typeof usePeriod>;
  /** The days that the figures cover. */
  days: Parameters<typeof PeriodPicker>[0]['days'];
}

/** What counts as revenue, and of which days. */
function Choices({ scope, period, days }: ChoicesProps) {
  const { t } = useTranslation('insights');
  const { chosen, choose, basis, chooseBasis } = period;
  return (
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
  );
}

/** A button in place of what stands behind it, which is loaded with its first opening. */
function Folded({ isOpen: isWhole, children }: { isOpen: boolean; children: ReactNode }) {
  const { t } = useTranslation('insights');
  const [isOpen, setOpen] = useState(false);
  if (isWhole) return children;
  return (
    <>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(`insights:dashboard.${isOpen ? 'fold' : 'more'}`)}
      </Button>
      {isOpen && children}
    </>
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

interface Bar {
  /** Slug of the shop; undefined for all the user's. */
  slug: string | undefined;
  base: string;
  name: string | undefined;
}

/** One bar per shop, so that pending work links into that shop. */
function barsOf(scope: DashboardScope, shop: ShopStub | undefined): Bar[] {
  if (scope.base !== undefined) return [{ slug: shop?.slug, base: scope.base, name: undefined }];
  return scope.shops
    .slice(0, 5)
    .map(({ slug, name }) => ({ slug, base: `/${encodeURIComponent(slug)}`, name }));
}

function WaitingBars({ bars, waiting }: { bars: Bar[]; waiting: readonly { data?: Waiting | undefined }[] }) {
  const { t } = useTranslation('insights');
  const drawn = bars.filter((_bar, place) => hasWaiting(waiting[place]?.data));
  if (drawn.length === 0) return null;
  const [first, ...others] = drawn.map(({ slug, base, name }) => (
    <WaitingBar
      key={base}
      scope={{ base }}
      shop={slug}
      {...(name !== undefined && { name: t('insights:dashboard.waiting.in-shop', { name }) })}
    />
  ));
  if (bars.length === 1) return first;
  return (
    <section aria-label={t('insights:dashboard.waiting.title')} className="grid gap-2">
      {first}
      {others}
    </section>
  );
}
