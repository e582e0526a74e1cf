import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/api/client';
import { saveFile } from '@/lib/api/files';
import { useFile } from './use-file';
import type { Ledger, LedgerState } from './use-ledger-state';

/** Exports the filtered lines as CSV. */
export function ExportButton({ endpoint, state }: { endpoint: Ledger; state: LedgerState }) {
  const { t, i18n } = useTranslation('ledger');
  const file = useFile();
  const save = async () => {
    const { account, kind, period } = state;
    const query = { ...period, ...(account && { account }), ...(kind && { kind }), language: i18n.language };
    const { content, name } = await api.file(`${endpoint}/export`, query);
    saveFile(content, name ?? 'ledger.csv');
  };
  return (
    <Button isLoading={file.isPending} onClick={() => file.mutate(save)}>
      {t('ledger:ledger.export')}
    </Button>
  );
}
