import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { Tabs } from '@/components/ui/tabs';
import { shopKinds } from '@/contract/ledger/schema';
import type { Shop } from '@/contract/shops/schema';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { part } from '@/lib/part';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { ExportButton } from './export-button';
import { LedgerFilters } from './ledger-filters';
import { LedgerLines } from './ledger-lines';
import { PeriodTotals } from './period-totals';
import { StatementButton } from './statement-button';
import { useLedgerState, useLedgerSummary } from './use-ledger-state';

const OwnRegister = part(
  dynamic(() => import('./receipts/own-register').then((module) => module.OwnRegister)),
);

/** A shop's money: its ledger, and for the owner and the team its own cash register. */
export function ShopLedger() {
  const { t } = useTranslation('ledger');
  const { query } = useRouter();
  const slug = typeof query.shop === 'string' ? query.shop : '';
  const permissions = usePermissions();
  const isAllowed = permissions.includes('super_admin') || permissions.includes('store_owner');
  const hasRegister = useCan('receipts') && isAllowed && slug !== '';
  const shop = useShopStub(hasRegister ? slug : undefined);
  if (!hasRegister) return <Lines slug={slug} />;
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
  if (!isRegister) return <Lines slug={slug} tabs={tabs} />;
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

/** Lines, totals of a period and exports. */
function Lines({ slug, tabs }: { slug: string; tabs?: ReactNode }) {
  const { t } = useTranslation('ledger');
  const path = `/${encodeURIComponent(slug)}/ledger`;
  const endpoint = `shops/${encodeURIComponent(slug)}/ledger` as const;
  const state = useLedgerState(path);
  const summary = useLedgerSummary(endpoint, state);
  return (
    <>
      <PageHeader title={t('ledger:ledger.title')}>
        <Adjust slug={slug} />
        <ExportButton endpoint={endpoint} state={state} />
        <ExportButton endpoint={endpoint} state={state} format="pdf" />
        <StatementButton slug={slug} />
      </PageHeader>
      <Waits slug={slug} />
      <div className="mt-4 grid gap-4">
        {tabs}
        <LedgerFilters state={state} kinds={shopKinds} />
        <QueryBoundary query={summary} room="h-92 sm:h-60">
          {(totals) => <PeriodTotals totals={totals} onKinds={(kind) => state.filter({ kind })} />}
        </QueryBoundary>
        <LedgerLines endpoint={endpoint} state={state} label={t('ledger:ledger.title')} shop={slug} />
      </div>
    </>
  );
}

/** A correction or another change of the shop's money that a second person has not confirmed yet. */
function Waits({ slug }: { slug: string }) {
  const shop = useShopStub(usePermissions().includes('super_admin') ? slug : undefined);
  return shop ? <SecondPerson family="shops" id={shop.id} className="mt-4" /> : null;
}

/** Administrators who decide about money. */
function Adjust({ slug }: { slug: string }) {
  const { t } = useTranslation('ledger');
  const { open } = useModalActions();
  const mayDecide = useMay('finance:decide');
  const isAdmin = usePermissions().includes('super_admin');
  const shop = useShopStub(isAdmin && mayDecide ? slug : undefined);
  const waiting = useWaiting({ family: 'shops', id: shop?.id ?? 0 }, shop !== undefined);
  if (!shop || waiting.some(({ kind }) => kind === 'adjustment')) return null;
  return (
    <Button
      aria-haspopup="dialog"
      onClick={() => open('ADJUST_BALANCE', { shopId: shop.id, name: shop.name })}
    >
      {t('ledger:ledger.adjust.button')}
    </Button>
  );
}

/** The shop of the address from the shell's cache; undefined without a slug. */
function useShopStub(slug: string | undefined): Pick<Shop, 'id' | 'name'> | undefined {
  return useQuery({
    queryKey: ['shops', 'one', slug],
    queryFn: () => api.one('shops', slug ?? ''),
    enabled: Boolean(slug),
    staleTime: 5 * 60_000,
  }).data;
}
