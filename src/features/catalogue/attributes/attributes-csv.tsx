import '@/lib/i18n/form-words';
import { DialogTitle } from '@headlessui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef, useState } from 'react';
import { FileDrop } from '@/components/media/file-drop';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { type ImportReport, maxCsvBytes } from '@/contract/catalogue/attributes/csv';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { saveFile } from '@/lib/api/files';
import { showToast } from '@/lib/toast';
import { CsvReport } from './csv-report';

interface AttributesCsvProps {
  data: { shopId: number };
  onClose: () => void;
}

/**
 * A shop's attributes as a file (reference pages §7): downloaded, or chosen, checked without storing anything, shown row
 * by row where it is wrong, and only then imported.
 */
export function AttributesCsv({ data: { shopId }, onClose }: AttributesCsvProps) {
  const { t } = useTranslation('form');
  const first = useRef<HTMLButtonElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const { download, check, store } = useAttributeFiles(shopId, onClose);

  // Not by the dialog: this content comes when the dialog stands already.
  useEffect(() => first.current?.focus(), []);

  const failure = download.error ?? check.error ?? store.error;
  const error = failure ? toClientError(failure) : undefined;
  const reason = error?.fields.csv?.[0];
  const text = refusal ?? (reason ? t(`form:${reason}`) : error && errorText(t, error));
  const forget = () => {
    setRefusal(undefined);
    for (const one of [download, check, store]) one.reset();
  };
  const handleFile = (file: File) => {
    forget();
    if (!/\.(csv|txt)$/i.test(file.name)) return setRefusal(t('form:attributes-csv.wrong-type'));
    if (file.size > maxCsvBytes) return setRefusal(t('form:attributes-csv.too-large'));
    check.mutate(file);
  };
  const isBusy = check.isPending || store.isPending;

  return (
    <div className="w-150 max-w-full p-6 phone:w-full">
      <DialogTitle className="pe-8 text-card font-semibold">{t('form:attributes-csv.title')}</DialogTitle>
      {text && (
        <div className="mt-4">
          <ErrorBanner text={text} requestId={error?.requestId} onClose={forget} />
        </div>
      )}
      <section className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-60 flex-1 text-ink-second">{t('form:attributes-csv.export-text')}</p>
        <Button
          ref={first}
          icon={<Download aria-hidden="true" className="size-4" />}
          isLoading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('form:attributes-csv.export')}
        </Button>
      </section>
      <section className="mt-6 border-t border-line-faint pt-5">
        <h3 className="font-semibold">{t('form:attributes-csv.import')}</h3>
        <p className="mt-1 mb-3 text-ink-second">{t('form:attributes-csv.import-text')}</p>
        {isBusy && (
          <p role="status" className="grid min-h-36 place-content-center justify-items-center gap-2">
            <Spinner />
            {t(`form:attributes-csv.${store.isPending ? 'importing' : 'checking'}`)}
          </p>
        )}
        {!isBusy && check.data && check.variables && (
          <CsvReport
            fileName={check.variables.name}
            report={check.data}
            onImport={() => store.mutate({ csv: check.variables, hasWrong: check.data.skipped > 0 })}
            onOther={forget}
          />
        )}
        {!isBusy && !check.data && (
          <FileDrop
            label={t('form:attributes-csv.choose')}
            hint={t('form:attributes-csv.limits')}
            accept=".csv,.txt,text/csv"
            onFile={handleFile}
          />
        )}
      </section>
    </div>
  );
}

/** The three things that are done with files; each failure stands in the dialog. */
function useAttributeFiles(shopId: number, onDone: () => void) {
  const { t } = useTranslation('form');
  const client = useQueryClient();
  const meta = { silent: true };
  const send = (csv: File, flag?: 'dry_run' | 'skip_wrong') => {
    const form = new FormData();
    form.append('shop_id', String(shopId));
    if (flag) form.append(flag, '1');
    form.append('csv', csv);
    return api.post<ImportReport>('import-attributes', form);
  };
  const download = useMutation({
    meta,
    mutationFn: async () => {
      const file = await api.file(`export-attributes/${shopId}`);
      saveFile(file.content, file.name ?? `attributes-for-shop-id-${shopId}.csv`);
    },
  });
  const check = useMutation({ meta, mutationFn: (csv: File) => send(csv, 'dry_run') });
  const store = useMutation({
    meta,
    // Only what has been seen to be wrong is skipped; what has become wrong since is refused.
    mutationFn: ({ csv, hasWrong }: { csv: File; hasWrong: boolean }) =>
      send(csv, hasWrong ? 'skip_wrong' : undefined),
    onSuccess: async () => {
      showToast('success', t('form:attributes-csv.done'));
      onDone();
      await client.invalidateQueries({ queryKey: ['attributes'] });
      await client.invalidateQueries({ queryKey: ['attribute-values'] });
    },
  });
  return { download, check, store };
}
