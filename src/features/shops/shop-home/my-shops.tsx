import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { ShopCard } from '@/components/domain/shop-card';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { LinkButton } from '@/components/ui/link-button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { type Me, ownShops } from '@/contract/accounts/auth';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { screenAccess } from '@/contract/family-pages';
import { shops } from '@/contract/shops';
import type { Shop } from '@/contract/shops/schema';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useMe, usePermissions } from '@/lib/session/me';
import { useMayOpen } from '@/lib/session/rights';
import { addressLine } from './address-line';
import { useShopFigures } from './use-shop-figures';

/** Servers without `my-shops` return a person's shops with `me`. */
async function listMine(me: Me | undefined): Promise<OwnShop[]> {
  try {
    return await api.list('my-shops');
  } catch (error) {
    if (toClientError(error).code !== 'NOT_SUPPORTED') throw error;
    const own = ownShops(me);
    return own as OwnShop[];
  }
}

/** A shop of `me` has fewer fields than one of `my-shops`. */
type OwnShop = Pick<Shop, 'id' | 'slug' | 'name' | 'logo' | 'is_active'> & Partial<Shop>;

/** Shops that a person owns, and the one they work in. */
export function MyShops() {
  const { t } = useTranslation(['shops', 'common']);
  const permissions = usePermissions();
  const mayOpen = useMayOpen();
  const canCreate =
    isAllowed(screenAccess(shops.name, 'create', false) ?? [], permissions) && mayOpen('/shops/create');
  const figuresOf = useShopFigures();
  const { data: me } = useMe();
  const mine = useQuery({
    queryKey: [shops.name, 'mine'],
    queryFn: () => listMine(me),
    enabled: me !== undefined,
  });
  const create = canCreate && (
    <LinkButton href="/shops/create" variant="primary" icon={<SpriteIcon name="plus" className="size-4" />}>
      {t('shops:shops.create')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('common:sidebar-nav-item-my-shops')}>
        {mine.data && mine.data.length > 0 && create}
      </PageHeader>
      <QueryBoundary query={mine}>
        {(all) =>
          all.length === 0 ? (
            <NoShops canCreate={canCreate} create={create} />
          ) : (
            <div className="mt-5 grid gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
              {all.map((shop) => (
                <ShopCard
                  key={shop.id}
                  shop={{
                    id: shop.id,
                    slug: shop.slug,
                    name: shop.name,
                    logo: shop.logo,
                    cover: shop.cover_image ?? null,
                    isActive: shop.is_active,
                  }}
                  state={t(`shops:shops.tile.${shop.is_active ? 'works' : 'off'}`)}
                  address={addressLine(shop.address) || t('shops:shops.tile.no-address')}
                  phone={shop.settings?.contact || t('shops:shops.tile.no-phone')}
                  figures={figuresOf(shop.balance)}
                />
              ))}
            </div>
          )
        }
      </QueryBoundary>
    </>
  );
}

/** Empty state with the next step; an administrator usually looks for vendors' shops. */
function NoShops({ canCreate, create }: { canCreate: boolean; create: ReactNode }) {
  const { t } = useTranslation(['shops', 'common']);
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const mayOpen = useMayOpen();
  const text = isAdmin ? 'empty-admin' : canCreate ? 'empty-text' : 'empty-staff';
  return (
    <EmptyState
      picture="empty"
      title={t('shops:shops.tile.empty')}
      text={t(`shops:shops.tile.${text}`)}
      action={
        <>
          {create}
          {isAdmin && mayOpen('/shops') && (
            <LinkButton href="/shops">{t('common:text-all-shops')}</LinkButton>
          )}
        </>
      }
    />
  );
}
