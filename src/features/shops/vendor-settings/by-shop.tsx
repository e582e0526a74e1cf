import { useTranslation } from 'next-i18next/pages';
import { PageHeader } from '@/components/page/page-header';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { LinkButton } from '@/components/ui/link-button';
import type { ShopBalance } from '@/contract/shops/schema';
import { useMe } from '@/lib/session/me';
import { AccountCard } from './account-card';

type OwnShop = { slug: string; name: string; balance?: object };

/** An owner's settings on servers that store them per shop: the payout account, with a link to edit it. */
export function SettingsByShop() {
  const { t } = useTranslation(['shops', 'common']);
  const { data: me } = useMe();
  return (
    <>
      <PageHeader title={t('common:sidebar-nav-item-owner-settings')} />
      <p className="mt-1 max-w-3xl text-ink-second">{t('shops:vendor.by-shop')}</p>
      <div className="mt-4 grid max-w-4xl gap-4">
        <AccountCard />
        {me?.shops.map((shop) => (
          <ShopCard key={shop.slug} shop={shop} />
        ))}
      </div>
    </>
  );
}

function ShopCard({ shop }: { shop: OwnShop }) {
  const { t } = useTranslation('shops');
  const { payment_info: payment }: Partial<ShopBalance> = shop.balance ?? {};
  const facts = (['account', 'bank', 'name', 'email'] as const).map((key) => ({
    key,
    label: t(`shops:vendor.payouts.${key}`),
    value: <bdi className="break-words">{String(payment?.[key] ?? '') || '—'}</bdi>,
  }));
  return (
    <Card title={shop.name}>
      <FactList facts={facts} />
      <div className="mt-4">
        <LinkButton href={`/${encodeURIComponent(shop.slug)}/edit`}>{t('shops:vendor.edit-shop')}</LinkButton>
      </div>
    </Card>
  );
}
