import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useState } from 'react';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { summedAccounts } from '@/contract/ledger/accounts';
import { platformKinds } from '@/contract/ledger/schema';
import { lazyPart } from '@/lib/lazy-part';
import { ExportButton } from './export-button';
import { LedgerFilters } from './ledger-filters';
import { LedgerLines } from './ledger-lines';
import { PeriodTotals } from './period-totals';
import { PlatformFigures } from './platform-figures';
import { ShopCommissions } from './shop-commissions';
import { type LedgerState, useLedgerSummary } from './use-ledger-state';

const Reconcile = lazyPart(() => import('./reconcile'), 'Reconcile');
const PlatformAccounts = lazyPart(() => import('./platform-accounts'), 'PlatformAccounts');

export const bookViews = ['shops', 'accounts', 'lines'] as const;

type BookView = (typeof bookViews)[number];

interface PlatformBooksProps {
  state: LedgerState;
  current: BookView;
  hrefOf: (view: BookView, account?: string) => string;
  children: ReactNode;
}

/** Debts to vendors, commission by shop, the accounts and the lines of one. */
export function PlatformBooks({ state, current, hrefOf, children }: PlatformBooksProps) {
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
                money: hrefOf('accounts'),
                'debts-of': hrefOf('accounts'),
                own: hrefOf('accounts'),
                commission: hrefOf('shops'),
                owed: hrefOf('shops'),
                'on-hold': '/withdraws',
                debts: hrefOf('shops'),
                points: hrefOf('accounts'),
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
                hrefOf={(account) => hrefOf('lines', account)}
                shopsHref={hrefOf('shops')}
              />
            )}
          </QueryBoundary>
        )}
      </div>
    </>
  );
}
