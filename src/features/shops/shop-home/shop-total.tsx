import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { FigureTile } from '@/components/page/metric-tile';
import type { ShopStub } from '@/contract/accounts/auth';
import { type AnyResource, familyPaths } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { toSearch } from '@/contract/core/search';
import { apiAs } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';

/** Number of a family's records in a shop, linked to their list. */
export function ShopTotal({ resource, shop }: { resource: AnyResource; shop: ShopStub }) {
  const { t } = useTranslation('common');
  const { locale = defaultLanguage } = useRouter();
  // The same scope as the list behind the figure: the shop's id if rows have it, else its slug.
  const scope = 'shop_id' in resource.search ? { shop_id: shop.id } : { shops: shop.slug };
  const query = { limit: 1, language: locale, searchJoin: 'and', search: toSearch(scope) };
  const { data, isError } = useQuery({
    queryKey: [resource.name, 'list', query],
    queryFn: () => apiAs.page(resource.endpoint, query),
    meta: { toast: true },
  });

  return (
    <FigureTile
      label={t(`common:families.${resource.name}`)}
      href={familyPaths(resource, shop.slug).list}
      value={data && formatNumber(data.paginator.total, locale)}
      failure={isError && !data ? t('home.failed') : undefined}
    />
  );
}
