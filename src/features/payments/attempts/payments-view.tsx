import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import type { PaymentPage, PaymentTotals } from '@/contract/payments/views';
import { ListPages } from '@/crud/list/list-pages';
import { api, paginatorOf } from '@/lib/api/client';
import { saveFile } from '@/lib/api/files';
import { useLiveRefresh } from '@/lib/hooks/use-live-refresh';
import { useMoney } from '@/state/use-money';
import { PaymentFilters } from './payment-filters';
import { PaymentsTable } from './payments-table';
import { type PaymentsState, usePayments, usePaymentsState } from './use-payments-state';

/** Attempts to pay of all orders, with the sums of what the filters find. */
export function PaymentsView() {
  const state = usePaymentsState();
  useLiveRefresh('order', 'payments');
  const found = usePayments(state);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <PaymentFilters state={state} />
        <Export state={state} />
      </div>
      <div
        aria-busy={found.isPlaceholderData}
        className="rounded-card border border-line bg-surface aria-busy:opacity-70 phone:-mx-4 phone:rounded-none phone:border-x-0"
      >
        <QueryBoundary query={found}>{(page) => <Found page={page} state={state} />}</QueryBoundary>
      </div>
    </>
  );
}

function Found({ page, state }: { page: PaymentPage; state: PaymentsState }) {
  const { t } = useTranslation('payments');
  if (page.data.length === 0) {
    const isFiltered = Object.values(state.filters).some(Boolean);
    const empty = `payments:payments.list.empty${isFiltered ? '-found' : ''}`;
    return (
      <EmptyState picture={isFiltered ? 'search' : 'empty'} title={t(empty)} text={t(`${empty}-text`)} />
    );
  }
  return (
    <>
      <Totals totals={page.totals} count={page.total} />
      <PaymentsTable rows={page.data} hrefOf={state.hrefOf} />
      <ListPages info={paginatorOf(page)} onPage={state.goTo} />
    </>
  );
}

/** `12 попыток · Сумма 3 000 ₽ · Списано …` */
function Totals({ totals, count }: { totals: PaymentTotals; count: number }) {
  const { t } = useTranslation('payments');
  const money = useMoney();
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 border-b border-line px-4 py-3 tabular-nums">
      <div className="font-semibold">
        <dt className="sr-only">{t('payments:payments.list.title')}</dt>
        <dd>{t('payments:payments.list.total', { count })}</dd>
      </div>
      {(['amount', 'captured', 'refunded', 'fee'] as const).map((key) => (
        <div key={key} className="flex gap-1.5">
          <dt className="text-ink-second">{t(`payments:payments.fields.${key}`)}</dt>
          <dd className="font-medium">{money(totals[key])}</dd>
        </div>
      ))}
    </dl>
  );
}

function Export({ state: { filters } }: { state: PaymentsState }) {
  const { t, i18n } = useTranslation('payments');
  const file = useMutation({
    mutationFn: () => api.file('payments/export', { ...filters, language: i18n.language }),
    onSuccess: ({ content, name }) => saveFile(content, name ?? 'payments.csv'),
  });
  return (
    <Button isLoading={file.isPending} onClick={() => file.mutate()}>
      {t('payments:payments.list.export')}
    </Button>
  );
}
