import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import type { ComponentType, ReactNode } from 'react';
import { OnlyWith } from '@/components/domain/only-with';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { MoreDetails } from '@/components/page/more-details';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Loader } from '@/components/ui/loader';
import type { ShopStub } from '@/contract/accounts/auth';
import type { Shop } from '@/contract/shops/schema';
import { lazyPart } from '@/lib/lazy-part';
import { useMe, usePermissions } from '@/lib/session/me';
import { useMayOpen } from '@/lib/session/rights';
import { ShopActions } from './shop-actions';
import { ShopHead } from './shop-head';
import { ShopMoney } from './shop-money';
import { ShopNews } from './shop-news';
import { ShopPeople } from './shop-people';
import { ShopState } from './shop-state';
import { useShop, useWholeShop } from './use-shop';

const RecordHistory = lazyPart(() => import('@/crud/details/record-history'), 'RecordHistory');

const VendorFileSection = lazyPart(() => import('../vendor-file/vendor-file-section'), 'VendorFileSection');

const ShopViews = lazyPart(() => import('./shop-views'), 'ShopViews');

interface ShopHomeProps {
  Dashboard: ComponentType<{ head: ReactNode; shop: ShopStub }>;
  Waiting: ComponentType<{ shop: ShopStub }>;
}

/** A shop on one screen: state, money, what waits, people and papers; figures and history when somebody asks. */
export function ShopHome({ Dashboard, Waiting }: ShopHomeProps) {
  const { query } = useRouter();
  const slug = typeof query.shop === 'string' ? query.shop : undefined;
  const { shop, error } = useShop(slug);
  const whole = useWholeShop(slug);
  // The shell shows the error.
  if (!shop) return error ? null : <Loader />;
  return (
    <div className="space-y-4">
      <QueryBoundary query={whole}>
        {(all) => (
          <>
            <Whole shop={all} waiting={<Waiting shop={shop} />} />
            {/* Below what comes later it would move. */}
            <More shop={shop} Dashboard={Dashboard} />
          </>
        )}
      </QueryBoundary>
    </div>
  );
}

function Whole({ shop, waiting }: { shop: Shop; waiting: ReactNode }) {
  const isAdmin = usePermissions().includes('super_admin');
  const me = useMe().data?.id;
  const seesPeople = useMayOpen()(`/${encodeURIComponent(shop.slug)}/staffs`);
  return (
    <>
      <ShopHead shop={shop}>
        <ShopActions shop={shop} />
      </ShopHead>
      <SecondPerson family="shops" id={shop.id} />
      <ShopState shop={shop} />
      {waiting}
      {shop.balance && <ShopMoney shop={shop} balance={shop.balance} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[22rem_minmax(0,1fr)]">
        {/* Papers come later, if at all: what stood before them would move. */}
        {seesPeople && <ShopPeople shop={shop} />}
        {(shop.owner_id === me || isAdmin) && <VendorFileSection shop={shop} />}
      </div>
    </>
  );
}

/** How the shop sells, its notices, who looked at it and what was changed. An address with a period opens it. */
function More({ shop, Dashboard }: { shop: ShopStub; Dashboard: ShopHomeProps['Dashboard'] }) {
  const { t } = useTranslation(['shops', 'insights']);
  const { query } = useRouter();
  const isAdmin = usePermissions().includes('super_admin');
  return (
    <MoreDetails page="shop" content={t('shops:shops.home.folded')} isAsked={Object.keys(query).length > 1}>
      <Dashboard
        shop={shop}
        head={<h2 className="text-card font-semibold">{t('insights:dashboard.in-shop')}</h2>}
      />
      <ShopNews shop={shop} />
      <OnlyWith capability="vendor-views">
        <ShopViews shopId={shop.id} />
      </OnlyWith>
      {isAdmin && <RecordHistory isOpen family="shops" id={shop.id} />}
    </MoreDetails>
  );
}
