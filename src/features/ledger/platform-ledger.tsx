import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useState } from 'react';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { Tabs } from '@/components/ui/tabs';
import { summedAccounts } from '@/contract/ledger/accounts';
import { platformKinds } from '@/contract/ledger/schema';
import { part } from '@/lib/part';
import { ExportButton } from './export-button';
import { LedgerFilters } from './ledger-filters';
import { LedgerLines } from './ledger-lines';
import { PeriodTotals } from './period-totals';
import { PlatformFigures } from './platform-figures';
import { ShopCommissions } from './shop-commissions';
import { type LedgerState, useLedgerState, useLedgerSummary } from './use-ledger-state';

const Reconcile = part(dynamic(() => import('./reconcile').then((module) => module.Reconcile)));

const PlatformAccounts = part(
  dynamic(() => import('./platform-accounts').then((module) => module.PlatformAccounts)),
);

const path = '/ledger';

const PaymentsView = part(
  dynamic(() => import('./payments/payments-view').then((module) => module.PaymentsView)),
);

const PaymentPage = part(
  dynamic(() => import('./payments/payment-page').then((module) => module.PaymentPage)),
);

const ProvidersView = part(
  dynamic(() => import('./payments/providers-view').then((module) => module.ProvidersView)),
);

const Reconciliation = part(
  dynamic(() => import('./reconciliation/reconciliation').then((module) => module.Reconciliation)),
);

const ReceiptsView = part(
  dynamic(() => import('./receipts/receipts-view').then((module) => module.ReceiptsView)),
);

const bookViews = ['shops', 'accounts', 'lines'] as const;
const views = [...bookViews, 'payments', 'providers', 'reconciliation', 'receipts'] as const;

type View = (typeof views)[number];

/** The marketplace's money: its books, the payments and providers that brought it, and its receipts. */
export function PlatformLedger() {
  const { t } = useTranslation('ledger');
  const { query } = useRouter();
  const state = useLedgerState(path);
  const current = views.find((view) => view === state.view) ?? 'shops';
  const tabs = views.map((view) => ({
    href: hrefOf(state, view),
    label: t(`ledger:ledger.platform.${view}`),
    isCurrent: view === current,
  }));
  const strip = <Tabs label={t('ledger:ledger.platform.view')} tabs={tabs} />;
  if (current === 'payments' && typeof query.payment === 'string')
    return <PaymentPage id={query.payment} back={hrefOf(state, 'payments')} />;
  const book = bookViews.find((view) => view === current);
  if (book)
    return (
      <Books state={state} current={book}>
        {strip}
      </Books>
    );
  return (
    <>
      <PageHeader title={t(`ledger:ledger.platform.${current}`)} />
      <div className="mt-4 grid gap-4">
        {strip}
        {current === 'payments' && <PaymentsView />}
        {current === 'providers' && <ProvidersView />}
        {current === 'reconciliation' && <Reconciliation />}
        {current === 'receipts' && <ReceiptsView />}
      </div>
    </>
  );
}

interface BooksProps {
  state: LedgerState;
  current: (typeof bookViews)[number];
  children: ReactNode;
}

/** Debts to vendors, commission by shop, the accounts and the lines of one. */
function Books({ state, current, children }: BooksProps) {
  const { t } = useTranslation('ledger');
  const [isReconciling, setReconciling] = useState(false);
  const summary = useLedgerSummary('ledger', state);
  const isLines = current === 'lines';
  return (
    <>
      <PageHeader title={t('ledger:ledger.platform-title')}>
        <Button aria-expanded={isReconciling} onClick={() => setReconciling(!isReconciling)}>
          {t('ledger:ledger.reconcile.button')}
        </Button>
        <ExportButton endpoint="ledger" state={state} />
        {isLines && <ExportButton endpoint="ledger" state={state} format="pdf" />}
      </PageHeader>
      <div className="mt-4 grid gap-4">
        {isReconciling && <Reconcile />}
        <QueryBoundary query={summary} room="h-68 sm:h-38">
          {(figures) => (
            <PlatformFigures
              figures={figures}
              hrefs={{
                money: hrefOf(state, 'accounts'),
                'debts-of': hrefOf(state, 'accounts'),
                own: hrefOf(state, 'accounts'),
                commission: hrefOf(state, 'shops'),
                owed: hrefOf(state, 'shops'),
                'on-hold': '/withdraws',
                debts: hrefOf(state, 'shops'),
                points: hrefOf(state, 'accounts'),
              }}
            />
          )}
        </QueryBoundary>
        {children}
        {current !== 'accounts' && (
          <LedgerFilters
            state={state}
            kinds={isLines ? platformKinds : []}
            accounts={isLines ? summedAccounts : []}
          />
        )}
        {isLines && summary.data && <PeriodTotals totals={summary.data} isPlatform />}
        {isLines && <LedgerLines endpoint="ledger" state={state} label={t('ledger:ledger.platform.lines')} />}
        {current === 'shops' && <ShopCommissions state={state} />}
        {current === 'accounts' && (
          <QueryBoundary query={summary}>
            {(figures) => (
              <PlatformAccounts
                figures={figures}
                hrefOf={(account) => hrefOf(state, 'lines', account)}
                shopsHref={hrefOf(state, 'shops')}
              />
            )}
          </QueryBoundary>
        )}
      </div>
    </>
  );
}

function hrefOf({ period }: LedgerState, view: View, account?: string): string {
  const query = new URLSearchParams({
    ...period,
    ...(view !== 'shops' && { view }),
    ...(account && { account }),
  }).toString();
  return query ? `${path}?${query}` : path;
}
