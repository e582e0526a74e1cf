import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { PageHeader } from '@/components/page/page-header';
import { Tabs } from '@/components/ui/tabs';
import { ShopLines } from '@/features/ledger/shop-lines';
import { useShopStub } from '@/features/ledger/use-shop-stub';
import { useCan } from '@/lib/api/capabilities';
import { lazyPart } from '@/lib/lazy-part';
import { usePermissions } from '@/lib/session/me';

const OwnRegister = lazyPart(() => import('@/features/receipts/shop-registers/own-register'), 'OwnRegister');

/** A shop's money: its ledger, and for the owner and the team its own cash register. */
export function ShopLedger() {
  const { t } = useTranslation('ledger');
  const { query } = useRouter();
  const slug = typeof query.shop === 'string' ? query.shop : '';
  const permissions = usePermissions();
  const isAllowed = permissions.includes('super_admin') || permissions.includes('store_owner');
  const hasRegister = useCan('receipts') && isAllowed && slug !== '';
  const shop = useShopStub(hasRegister ? slug : undefined);
  if (!hasRegister) return <ShopLines slug={slug} />;
  const path = `/${encodeURIComponent(slug)}/ledger`;
  const isRegister = query.view === 'register';
  const tabs = (
    <Tabs
      label={t('ledger:ledger.title')}
      tabs={[
        { href: path, label: t('ledger:ledger.lines'), isCurrent: !isRegister },
        { href: `${path}?view=register`, label: t('ledger:ledger.register'), isCurrent: isRegister },
      ]}
    />
  );
  if (!isRegister) return <ShopLines slug={slug} tabs={tabs} />;
  return (
    <>
      <PageHeader title={t('ledger:ledger.title')} />
      <div className="mt-4 grid gap-4">
        {tabs}
        {shop && <OwnRegister shop={{ id: shop.id, slug }} />}
      </div>
    </>
  );
}
