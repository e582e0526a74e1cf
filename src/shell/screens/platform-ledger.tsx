import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { PageHeader } from '@/components/page/page-header';
import { Tabs } from '@/components/ui/tabs';
import { bookViews, PlatformBooks } from '@/features/ledger/platform-books';
import { type LedgerState, useLedgerState } from '@/features/ledger/use-ledger-state';
import { lazyPart } from '@/lib/lazy-part';

const PaymentsView = lazyPart(() => import('@/features/payments/attempts/payments-view'), 'PaymentsView');
const PaymentPage = lazyPart(() => import('@/features/payments/attempts/payment-page'), 'PaymentPage');
const ProvidersView = lazyPart(() => import('@/features/payments/providers/providers-view'), 'ProvidersView');
const ReceiptsView = lazyPart(() => import('@/features/receipts/receipts-view'), 'ReceiptsView');

const Reconciliation = lazyPart(
  () => import('@/features/payments/reconciliation/reconciliation'),
  'Reconciliation',
);

const path = '/ledger';

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
      <PlatformBooks state={state} current={book} hrefOf={(view, account) => hrefOf(state, view, account)}>
        {strip}
      </PlatformBooks>
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

function hrefOf({ period }: LedgerState, view: View, account?: string): string {
  const query = new URLSearchParams({
    ...period,
    ...(view !== 'shops' && { view }),
    ...(account && { account }),
  }).toString();
  return query ? `${path}?${query}` : path;
}
