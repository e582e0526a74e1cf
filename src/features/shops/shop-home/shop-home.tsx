import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import type { ComponentType, ReactNode } from 'react';
import { OnlyWith } from '@/components/domain/only-with';
import { FigureTiles } from '@/components/page/metric-tile';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Loader } from '@/components/ui/loader';
import { resourceNames, resources } from '@/contract';
import type { ShopStub } from '@/contract/accounts/auth';
import type { AnyResource } from '@/contract/core/define';
import { lazyPart } from '@/lib/lazy-part';
import { useMe, usePermissions } from '@/lib/session/me';
import { useMayOpen } from '@/lib/session/rights';
import { ShopActions } from './shop-actions';
import { ShopHead } from './shop-head';
import { ShopMoney } from './shop-money';
import { ShopNews } from './shop-news';
import { ShopState } from './shop-state';
import { ShopTotal } from './shop-total';
import { useShop, useWholeShop } from './use-shop';

const RecordHistory = lazyPart(() => import('@/crud/details/record-history'), 'RecordHistory');

const VendorFileSection = lazyPart(() => import('../vendor-file/vendor-file-section'), 'VendorFileSection');

const ShopViews = lazyPart(() => import('./shop-views'), 'ShopViews');

interface ShopHomeProps {
  Dashboard: ComponentType<{ head: ReactNode; shop: ShopStub }>;
}

export function ShopHome({ Dashboard }: ShopHomeProps) {
  const { t } = useTranslation(['common', 'insights']);
  const { query } = useRouter();
  const isAdmin = usePermissions().includes('super_admin');
  const me = useMe().data?.id;
  const mayOpen = useMayOpen();
  const slug = typeof query.shop === 'string' ? query.shop : undefined;
  const { shop, error } = useShop(slug);
  const whole = useWholeShop(slug);
  // The shell shows the error.
  if (!shop) return error ? null : <Loader />;

  const families = resourceNames.filter((name) => {
    // Families shared by all shops have no count: no row belongs to this shop.
    const { search }: AnyResource = resources[name];
    if (!('shop_id' in search) && !('shops.slug' in search)) return false;
    return mayOpen(`/${encodeURIComponent(shop.slug)}/${name}`);
  });
  return (
    <div className="space-y-5">
      <QueryBoundary query={whole}>
        {(all) => (
          <>
            <ShopHead shop={all}>
              <ShopActions shop={all} />
            </ShopHead>
            <ShopState shop={all} />
            {(all.owner_id === me || isAdmin) && <VendorFileSection shop={all} />}
            {all.balance && <ShopMoney shop={all} balance={all.balance} />}
          </>
        )}
      </QueryBoundary>
      <Dashboard
        shop={shop}
        head={<h2 className="text-card font-semibold">{t('insights:dashboard.in-shop')}</h2>}
      />
      {families.length > 0 && (
        <FigureTiles label={t('home.sections')}>
          {families.map((name) => (
            <ShopTotal key={name} resource={resources[name]} shop={shop} />
          ))}
        </FigureTiles>
      )}
      <ShopNews shop={shop} families={families} />
      <OnlyWith capability="vendor-views">
        <ShopViews shopId={shop.id} />
      </OnlyWith>
      {isAdmin && <RecordHistory family="shops" id={shop.id} />}
    </div>
  );
}
