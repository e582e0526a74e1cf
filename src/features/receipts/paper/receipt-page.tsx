import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Loader } from '@/components/ui/loader';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { Paper } from './paper';

/** Small letters on a roll of 58 mm; nothing but the receipt on any. */
const printStyle = `@media print {
  @page { margin: 3mm }
  html, body { background: #fff }
  body > svg { display: none }
}
@media print and (max-width: 62mm) { .receipt-paper { font-size: 10px } }`;

/** Target of the link to a receipt: what the buyer keeps and prints. */
export function ReceiptPage() {
  const { t } = useTranslation(['receipts', 'common']);
  const { query, isReady } = useRouter();
  const secret = typeof query.secret === 'string' ? query.secret : '';
  const isPrinted = query.print !== undefined;
  const found = useQuery({
    queryKey: ['receipt-pages', secret],
    queryFn: () => api.get(`receipt-pages/${encodeURIComponent(secret)}`),
    enabled: isReady && secret !== '',
    retry: false,
    // One that the register has not answered for yet.
    refetchInterval: ({ state: { data } }) => (data && data.proof === null ? 15_000 : false),
  });
  const paper = found.data;
  useEffect(() => {
    if (isPrinted && paper) window.print();
  }, [isPrinted, paper]);
  if (paper)
    return (
      <div className="min-h-dvh bg-ground px-4 py-8 print:min-h-0 print:bg-white print:p-0">
        <style>{printStyle}</style>
        <main className="mx-auto grid max-w-92 gap-4 print:max-w-none print:gap-0">
          <div className="rounded-card border border-line bg-white p-5 shadow-tile print:border-0 print:p-0 print:shadow-none">
            <Paper paper={paper} />
          </div>
          <div className="flex flex-wrap justify-center gap-2 print:hidden">
            <Button icon={<Printer className="size-4" />} onClick={() => window.print()}>
              {t('receipts:receipts.print')}
            </Button>
          </div>
          {paper.url && (
            <p className="text-center text-small print:hidden">
              <a href={paper.url} rel="noreferrer" className="text-accent-ink hover:underline">
                {t('receipts:receipts.at-operator')}
              </a>
            </p>
          )}
        </main>
      </div>
    );
  if (!isReady || found.isLoading) return <Loader />;
  const error = found.error && toClientError(found.error);
  const isDead = !error || error.code === 'NOT_FOUND';
  return (
    <main className="mx-auto max-w-100 px-4 py-8">
      <ErrorBanner
        text={isDead ? t('receipts:receipts.dead') : errorText(t, error)}
        onRetry={isDead ? undefined : () => void found.refetch()}
      />
    </main>
  );
}
