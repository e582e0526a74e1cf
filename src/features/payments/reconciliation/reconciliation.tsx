import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Tabs } from '@/components/ui/tabs';
import type { ReconciliationSummary } from '@/contract/payments/reconciliation';
import { api } from '@/lib/api/client';
import { useLiveRefresh } from '@/lib/hooks/use-live-refresh';
import { BankLines } from './bank-lines';
import { Differences } from './differences';
import { Files } from './files';
import { Nights } from './nights';
import { useReconciliationWords } from './use-words';

const parts = ['differences', 'nights', 'files', 'lines'] as const;

/** Reconciliation with providers and the bank: differences, nights, files and lines of the bank. */
export function Reconciliation() {
  const { word } = useReconciliationWords();
  const { query } = useRouter();
  useLiveRefresh('decision', 'reconciliation');
  const summary = useQuery({ queryKey: ['reconciliation'], queryFn: () => api.get('reconciliation') });
  const current = parts.find((one) => one === query.part) ?? 'differences';
  const open = summary.data?.open;
  return (
    <section aria-label={word('title')} className="grid gap-4">
      <QueryBoundary query={summary}>{(found) => <Standing summary={found} />}</QueryBoundary>
      <Tabs
        label={word('parts.label')}
        tabs={parts.map((part) => ({
          href: `/ledger?view=reconciliation${part === 'differences' ? '' : `&part=${part}`}`,
          label: word(`parts.${part}`),
          isCurrent: part === current,
          ...(part === 'differences' && open ? { count: String(open) } : {}),
        }))}
      />
      {current === 'differences' && <Differences />}
      {current === 'nights' && (
        <QueryBoundary query={summary}>{({ nights }) => <Nights nights={nights} />}</QueryBoundary>
      )}
      {current === 'files' && (
        <QueryBoundary query={summary}>{({ providers }) => <Files providers={providers} />}</QueryBoundary>
      )}
      {current === 'lines' && <BankLines />}
    </section>
  );
}

/** How many nights agreed; the last that did not stays in sight. */
function Standing({ summary: { nights_ok, nights, failed, open } }: { summary: ReconciliationSummary }) {
  const { word, provider, day } = useReconciliationWords();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 desk:px-5">
      <p className="text-card font-semibold">
        {nights.length === 0 && word('nights-none')}
        {nights.length > 0 &&
          (nights_ok > 0 ? word('nights-ok', { count: nights_ok }) : word('nights-failed'))}
      </p>
      {open > 0 && <Badge tone="warn">{word('open', { count: open })}</Badge>}
      {failed && (
        <p className="text-small text-bad">
          {word('failed-night', { day: day(failed.day), provider: provider(failed.provider) })}
        </p>
      )}
    </div>
  );
}
