import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { Tabs } from '@/components/ui/tabs';
import { platformKinds } from '@/contract/ledger/schema';
import { part } from '@/lib/part';
import { ExportButton } from './export-button';
import { LedgerFilters } from './ledger-filters';
import { LedgerLines } from './ledger-lines';
import { PeriodTotals } from './period-totals';
import { PlatformFigures } from './platform-figures';
import { ShopCommissions } from './shop-commissions';
import { type LedgerState, useLedgerLines, useLedgerState, useLedgerSummary } from './use-ledger-state';

const Reconcile = part(dynamic(() => import('./reconcile').then((module) => module.Reconcile)));

const path = '/ledger';

/** Platform ledger: debts to vendors, commission by shop, all lines. */
export function PlatformLedger() {
  const { t } = useTranslation('ledger');
  const [isReconciling, setReconciling] = useState(false);
  const state = useLedgerState(path);
  const summary = useLedgerSummary('ledger', state);
  const isLines = state.view === 'lines';
  const tab = (view: 'shops' | 'lines') => ({
    href: hrefOf(state, view),
    label: t(`ledger:ledger.platform.${view}`),
    isCurrent: (view === 'lines') === isLines,
  });
  return (
    <>
      <PageHeader title={t('ledger:ledger.platform-title')}>
        <Button aria-expanded={isReconciling} onClick={() => setReconciling(!isReconciling)}>
          {t('ledger:ledger.reconcile.button')}
        </Button>
        <ExportButton endpoint="ledger" state={state} />
      </PageHeader>
      <div className="mt-4 grid gap-4">
        {isReconciling && <Reconcile />}
        <QueryBoundary query={summary}>{(figures) => <PlatformFigures figures={figures} />}</QueryBoundary>
        <LedgerFilters state={state} kinds={isLines ? platformKinds : []} />
        {summary.data && <PeriodTotals totals={summary.data} isPlatform />}
        <Tabs label={t('ledger:ledger.platform.view')} tabs={[tab('shops'), tab('lines')]} />
        {isLines ? <PlatformLines state={state} /> : <ShopCommissions state={state} />}
      </div>
    </>
  );
}

function PlatformLines({ state }: { state: LedgerState }) {
  const { t } = useTranslation('ledger');
  const found = useLedgerLines('ledger', state);
  return <LedgerLines found={found} state={state} label={t('ledger:ledger.platform.lines')} />;
}

function hrefOf({ period }: LedgerState, view: 'shops' | 'lines'): string {
  const query = new URLSearchParams({ ...period, ...(view === 'lines' && { view }) }).toString();
  return query ? `${path}?${query}` : path;
}
