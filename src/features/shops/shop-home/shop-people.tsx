import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { toSearch } from '@/contract/core/search';
import type { Shop } from '@/contract/shops/schema';
import { staffs } from '@/contract/shops/staffs';
import { api } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';

/** People that are named; of more, only how many. */
const named = 4;

/** Who owns the shop and who works in it; people are invited on their list. */
export function ShopPeople({ shop }: { shop: Shop }) {
  const { t, i18n } = useTranslation(['shops', 'common']);
  const query = { limit: named, search: toSearch({ shop_id: shop.id }) };
  const found = useQuery({
    queryKey: [staffs.name, 'list', query],
    queryFn: () => api.page('staffs', query),
  });
  const list = `/${encodeURIComponent(shop.slug)}/staffs`;
  const row = 'flex items-baseline justify-between gap-3';
  return (
    <Card title={t('shops:shops.home.people')}>
      <ul className="grid gap-1.5">
        {shop.owner && (
          <li className={row}>
            <bdi className="min-w-0 truncate font-medium">{shop.owner.name}</bdi>
            <span className="shrink-0 text-small text-ink-second">{t('shops:shops.home.owner')}</span>
          </li>
        )}
      </ul>
      <QueryBoundary query={found}>
        {({ rows, paginator: { total } }) => (
          <>
            <ul className="mt-1.5 grid gap-1.5 empty:hidden">
              {rows.map(({ id, name, role, is_active: isActive }) => (
                <li key={id} className={row}>
                  <bdi className={`min-w-0 truncate ${isActive ? '' : 'text-ink-second line-through'}`}>
                    {name}
                  </bdi>
                  <span className="shrink-0 text-small text-ink-second">
                    {role && (role.key ? t(`common:role.${role.key}`) : role.name)}
                  </span>
                </li>
              ))}
            </ul>
            <Link
              href={list}
              className="relative mt-2.5 inline-block touch-target rounded-badge font-medium text-accent-ink hover:underline"
            >
              {total > 0
                ? t('shops:shops.home.all-people', {
                    count: total,
                    total: formatNumber(total, i18n.language),
                  })
                : t('shops:shops.home.no-people')}
            </Link>
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}
