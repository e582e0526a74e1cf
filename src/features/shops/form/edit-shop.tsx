import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Skeleton } from '@/components/ui/skeleton';
import { shops } from '@/contract/shops';
import { api } from '@/lib/api/client';
import { lazyPart } from '@/lib/lazy-part';

const ShopForm = lazyPart(
  () => import('./shop-form'),
  'ShopForm',
  () => <Skeleton className="mt-2 h-96 w-full rounded-card" />,
);

export function EditShop() {
  const { query } = useRouter();
  const slug = typeof query.shop === 'string' ? query.shop : '';
  const shop = useQuery({
    queryKey: [shops.name, 'one', slug, 'form'],
    queryFn: () => api.one(shops.endpoint, slug),
    enabled: slug !== '',
  });
  return <QueryBoundary query={shop}>{(found) => <ShopForm key={found.id} shop={found} />}</QueryBoundary>;
}
