import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/empty-state';
import { Loader } from '@/components/loader';
import { ShopTile } from '@/components/shop-tile';
import { useMe } from '@/lib/me';

/** The shops that a person owns, and the one they work in (reference pages §3.2, my-shop). */
export function MyShops() {
  const { t } = useTranslation('common');
  const { data: me } = useMe();
  if (!me) return <Loader />;

  const { shops, managed_shop: place } = me;
  const all = place && !shops.some((shop) => shop.id === place.id) ? [...shops, place] : shops;
  return (
    <>
      <h1 className="text-title font-semibold">{t('sidebar-nav-item-my-shops')}</h1>
      {all.length === 0 && (
        <EmptyState picture="empty" title={t('text-no-shop-found')} text={t('text-no-shop-found-message')} />
      )}
      <div className="mt-5 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {all.map((shop) => (
          <ShopTile
            key={shop.id}
            shop={shop}
            stateText={t(shop.is_active ? 'text-active' : 'text-inactive')}
          />
        ))}
      </div>
    </>
  );
}
