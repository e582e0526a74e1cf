import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/api/client';
import { saveFile } from '@/lib/api/files';
import { useFile } from './use-file';
import type { Ledger, LedgerState } from './use-ledger-state';

interface ExportButtonProps {
  endpoint: Ledger;
  state: LedgerState;
  /** `pdf`: the filtered lines as what makes a sum, for paper. */
  format?: 'csv' | 'pdf';
}

/** Exports the filtered lines. */
export function ExportButton({ endpoint, state, format = 'csv' }: ExportButtonProps) {
  const { t, i18n } = useTranslation('ledger');
  const file = useFile();
  const save = async () => {
    const { account, kind, period } = state;
    const chosen = { ...period, ...(account && { account }), ...(kind && { kind }) };
    const query = { ...chosen, language: i18n.language, ...(format === 'pdf' && { format }) };
    const { content, name } = await api.file(`${endpoint}/export`, query);
    saveFile(content, name ?? `ledger.${format}`);
  };
  return (
    <Button isLoading={file.isPending} onClick={() => file.mutate(save)}>
      {t(format === 'pdf' ? 'ledger:ledger.sum-pdf' : 'ledger:ledger.export')}
    </Button>
  );
}
