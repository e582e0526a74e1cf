import { useRouter } from 'next/router';
import type { Me } from '@/contract/accounts/auth';
import type { AnyResource } from '@/contract/core/define';
import { ownValue } from '@/contract/core/own-value';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { ownShopsOrders, ownShopsProducts, ownShopsRefunds } from '@/contract/shops/own-lists';
import { RedirectTo } from '@/crud/redirect-to';
import { useTabName } from '@/lib/hooks/use-tab-name';
import { useLabels } from '@/lib/i18n/labels';
import { lazyPart } from '@/lib/lazy-part';
import { useMe, usePermissions } from '@/lib/session/me';

const lists = {
  orders: {
    List: lazyPart(() => import('@/features/orders/lists/own-orders'), 'OwnOrders'),
    resource: ownShopsOrders,
  },
  products: {
    List: lazyPart(() => import('@/features/catalogue/products/lists/own-products'), 'OwnProducts'),
    resource: ownShopsProducts,
  },
  refunds: {
    List: lazyPart(() => import('@/features/refunds/own-refunds'), 'OwnRefunds'),
    resource: ownShopsRefunds,
  },
};

/** `/my-shop/orders` and its like. */
export function OwnList() {
  const { query } = useRouter();
  return <ListOverShops family={String(query.family)} />;
}

/** One list over all shops of an owner. Who has another list of these rows is led there. */
export function ListOverShops({ family }: { family: string }) {
  const { data: me } = useMe();
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const { List, resource } = ownValue(lists, family) ?? {};
  if (!me || !List || !resource) return null;
  if (isAdmin) return <RedirectTo to={`/${family}`} />;
  if (me.shops.length < 2) return <RedirectTo to={listOfOnly(me, family)} />;
  return (
    <>
      <NameTab resource={resource} />
      <List key={family} resource={resource} shops={me.shops} />
    </>
  );
}

/** The list of the only shop; who owns none finds the shops that they work in. */
function listOfOnly({ shops: [only] }: Me, family: string): string {
  return only ? `/${encodeURIComponent(only.slug)}/${family}` : '/my-shop';
}

function NameTab({ resource }: { resource: AnyResource }) {
  const labels = useLabels(resource);
  useTabName(labels.text('title'));
  return null;
}
