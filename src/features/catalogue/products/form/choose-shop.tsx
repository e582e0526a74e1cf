import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import { Field } from '@/components/inputs/field';
import { RemotePicker } from '@/components/inputs/remote-picker';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';
import { Skeleton } from '@/components/ui/skeleton';
import { products } from '@/contract/catalogue/products';
import { familyPaths } from '@/contract/core/define';
import type { Shop } from '@/contract/shops/schema';
import { api } from '@/lib/api/client';

/** A new product at the address of no shop: an administrator chooses the shop, whose form follows. */
export function ChooseShop() {
  const { t } = useTranslation('catalogue');
  const query = { limit: 2 };
  const shops = useQuery({
    queryKey: ['shops', 'list', query],
    queryFn: () => api.page('shops', query),
  });
  return (
    <>
      <PageHeader title={t('catalogue:products.new')} />
      <div className="mt-4">
        <QueryBoundary query={shops} room="h-36">
          {({ rows }) => <Choice shops={rows} />}
        </QueryBoundary>
      </div>
    </>
  );
}

function Choice({ shops: [first, second] }: { shops: Shop[] }) {
  const { t } = useTranslation('catalogue');
  const router = useRouter();
  const { replace } = router;
  const only = second ? undefined : first?.slug;
  const open = useMutation({
    mutationFn: (id: number) => api.one('shops', id),
    onSuccess: ({ slug }) => replace(familyPaths(products, slug).create),
  });
  // Where one shop sells, nobody need choose it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router is another object after every navigation
  useEffect(() => {
    if (only !== undefined) void replace(familyPaths(products, only).create);
  }, [only]);

  if (!first)
    return (
      <EmptyState
        isCard
        picture="empty"
        title={t('catalogue:products.form.no-shop')}
        text={t('catalogue:products.form.no-shop-text')}
        action={
          <LinkButton href="/shops/create" variant="primary">
            {t('catalogue:products.form.no-shop-open')}
          </LinkButton>
        }
      />
    );
  if (only !== undefined) return <Skeleton className="h-96 w-full rounded-card" />;
  return (
    <Card text={t('catalogue:products.form.choose-shop-text')} isForm>
      <Field id="product-shop" label={t('catalogue:products.form.choose-shop')}>
        {(control) => (
          <RemotePicker
            control={control}
            label={t('catalogue:products.form.choose-shop-search')}
            relation={{ endpoint: 'shops' }}
            value={null}
            onChange={(chosen) => {
              const [shop] = [chosen ?? []].flat();
              if (shop) open.mutate(shop.id);
            }}
          />
        )}
      </Field>
    </Card>
  );
}
