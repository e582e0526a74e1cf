import '@/lib/family-words';
import { CircleAlert } from 'lucide-react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { Avatar } from '@/components/avatar';
import { Badge } from '@/components/badge';
import { FigureTiles } from '@/components/figure-tiles';
import { Loader } from '@/components/loader';
import { resourceNames, resources } from '@/contract';
import type { AnyResource } from '@/contract/define';
import { ruleOf } from '@/contract/pages';
import { isAllowed } from '@/contract/permissions';
import { fileUrl } from '@/lib/api';
import { usePermissions } from '@/lib/me';
import { ShopNews } from './shop-news';
import { ShopTotal } from './shop-total';
import { useShop } from './use-shop';

/** The first page inside a shop (reference pages §5.3), as far as its sections exist. */
export function ShopHome() {
  const { t } = useTranslation('common');
  const { query } = useRouter();
  const permissions = usePermissions();
  const slug = typeof query.shop === 'string' ? query.shop : undefined;
  const { shop, error } = useShop(slug);
  // The shell tells what went wrong.
  if (!shop) return error ? null : <Loader />;

  const families = resourceNames.filter((name) => {
    // Dictionaries that all shops share are counted nowhere: no row of theirs is this shop's.
    const { search }: AnyResource = resources[name];
    if (!('shop_id' in search) && !('shops.slug' in search)) return false;
    const rule = ruleOf(`/${encodeURIComponent(shop.slug)}/${name}`);
    return rule !== undefined && isAllowed(rule.allow, permissions);
  });
  return (
    <div className="space-y-6">
      <div className="flex items-center gap-4">
        <Avatar
          name={shop.name}
          url={shop.logo ? fileUrl(shop.logo.thumbnail) : undefined}
          size="large"
          shape="square"
        />
        <div className="min-w-0 space-y-1">
          <h1 className="text-title font-semibold break-words">{shop.name}</h1>
          <Badge tone={shop.is_active ? 'good' : 'warn'}>
            {t(shop.is_active ? 'text-active' : 'text-inactive')}
          </Badge>
        </div>
      </div>
      {!shop.is_active && (
        <p className="flex items-start gap-2.5 rounded-card bg-warn-soft px-4 py-3 font-medium text-warn">
          <CircleAlert aria-hidden size={18} className="mt-px shrink-0" />
          {t('text-permission-message')}
        </p>
      )}
      {families.length > 0 && (
        <FigureTiles label={t('home.sections')}>
          {families.map((name) => (
            <ShopTotal key={name} resource={resources[name]} shop={shop} />
          ))}
        </FigureTiles>
      )}
      <ShopNews shop={shop} families={families} />
    </div>
  );
}
