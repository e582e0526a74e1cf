import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/api/client';
import { download, saveFile } from '@/lib/api/files';
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
  const save = async () => {
    const { account, kind, period } = state;
    const chosen = { ...period, ...(account && { account }), ...(kind && { kind }) };
    const query = { ...chosen, language: i18n.language };
    const path = `${endpoint}/export` as const;
    // Bytes: read as a text, as a table is, they would be another file.
    if (format === 'pdf') return download(path, { ...query, format }, 'ledger.pdf');
    const { content, name } = await api.file(path, query);
    saveFile(content, name ?? 'ledger.csv');
  };
  const file = useMutation({ mutationFn: save });
  return (
    <Button isLoading={file.isPending} onClick={() => file.mutate()}>
      {t(format === 'pdf' ? 'ledger:ledger.sum-pdf' : 'ledger:ledger.export')}
    </Button>
  );
}
