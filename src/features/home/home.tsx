import { useTranslation } from 'next-i18next/pages';
import { ShopTile } from '@/components/shop-tile';
import { resourceNames, resources } from '@/contract';
import { ruleOf } from '@/contract/pages';
import { isAllowed } from '@/contract/permissions';
import { useMe, usePermissions } from '@/lib/me';
import { FamilyTotal } from './family-total';

/** The first page: a greeting, what there is to manage with its totals, and the person's shops. */
export function Home() {
  const { t } = useTranslation('common');
  const { data: me } = useMe();
  const permissions = usePermissions();
  const families = resourceNames.filter((name) => mayOpen(`/${name}`, permissions));
  const [firstName = ''] = (me?.name ?? '').split(' ');

  return (
    <div className="space-y-8">
      <h1 className="min-h-7 text-title font-semibold">
        {me && t(`home.${partOfDay(new Date().getHours())}`, { name: firstName })}
      </h1>
      {families.length > 0 && (
        <section>
          <h2 className="mb-3 text-card font-semibold">{t('home.catalogue')}</h2>
          <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
            {families.map((name) => (
              <FamilyTotal key={name} resource={resources[name]} />
            ))}
          </div>
        </section>
      )}
      <Shops title={t('home.shops')} shops={me?.shops ?? []} />
      <Shops title={t('home.shop-of-work')} shops={me?.managed_shop ? [me.managed_shop] : []} />
    </div>
  );
}

function Shops({ title, shops }: { title: string; shops: Parameters<typeof ShopTile>[0]['shop'][] }) {
  const { t } = useTranslation('common');
  if (shops.length === 0) return null;
  return (
    <section>
      <h2 className="mb-3 text-card font-semibold">{title}</h2>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {shops.map((shop) => (
          <ShopTile
            key={shop.id}
            shop={shop}
            stateText={t(shop.is_active ? 'text-active' : 'text-inactive')}
          />
        ))}
      </div>
    </section>
  );
}

function partOfDay(hour: number): 'night' | 'morning' | 'day' | 'evening' {
  if (hour < 5) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'day' : 'evening';
}

function mayOpen(path: string, permissions: readonly string[]): boolean {
  const rule = ruleOf(path);
  return rule !== undefined && isAllowed(rule.allow, permissions);
}
