import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { shopKinds } from '@/contract/ledger/schema';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { ExportButton } from './export-button';
import { LedgerFilters } from './ledger-filters';
import { LedgerLines } from './ledger-lines';
import { PeriodTotals } from './period-totals';
import { StatementButton } from './statement-button';
import { useLedgerState, useLedgerSummary } from './use-ledger-state';
import { useShopStub } from './use-shop-stub';

/** Lines, totals of a period and exports. */
export function ShopLines({ slug, tabs }: { slug: string; tabs?: ReactNode }) {
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
