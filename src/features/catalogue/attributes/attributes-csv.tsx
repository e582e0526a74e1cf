import { DialogTitle } from '@headlessui/react';
import { useMutation } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef, useState } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { FileDrop } from '@/components/media/file-drop';
import { ErrorBanner } from '@/components/page/error-banner';
import { ScrollBox } from '@/components/table/scroll-box';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { type CsvMistake, type ImportReport, maxCsvBytes } from '@/contract/catalogue/attributes/csv';
import { DialectFiles } from '@/features/catalogue/dialect-files';
import { useCan } from '@/lib/api/capabilities';
import { errorText, toClientError } from '@/lib/api/errors';
import { saveText, sendForm } from '@/lib/api/files';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

interface AttributesCsvProps {
  data: { shopId: number };
  onClose: () => void;
}

/** Exports a shop's attributes as CSV, or imports them after a dry run whose errors are listed by row. */
export function AttributesCsv({ data, onClose }: AttributesCsvProps) {
  const { t } = useTranslation('catalogue');
  return (
    <div className="w-150 max-w-full p-6 phone:w-full">
      <DialogTitle className="pe-8 text-card font-semibold">
        {t('catalogue:attributes-csv.title')}
      </DialogTitle>
      {useCan('imports') ? (
        <CheckedFiles data={data} onClose={onClose} />
      ) : (
        // Other servers have no dry run: they would store the file immediately.
        <DialectFiles
          shopId={data.shopId}
          kinds={['attributes']}
          changes={['attributes', 'attribute-values']}
        />
      )}
    </div>
  );
}

function CheckedFiles({ data: { shopId }, onClose }: AttributesCsvProps) {
  const { t } = useTranslation(['catalogue', 'form']);
  const first = useRef<HTMLButtonElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const { download, check, store } = useAttributeFiles(shopId, onClose);

  // The dialog sets its initial focus before this lazy content arrives.
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
    if (!/\.(csv|txt)$/i.test(file.name)) return setRefusal(t('catalogue:attributes-csv.wrong-type'));
    if (file.size > maxCsvBytes) return setRefusal(t('catalogue:attributes-csv.too-large'));
    check.mutate(file);
  };

  return (
    <>
      {text && (
        <div className="mt-4">
          <ErrorBanner text={text} requestId={error?.requestId} onClose={forget} />
        </div>
      )}
      <section className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-60 flex-1 text-ink-second">{t('catalogue:attributes-csv.export-text')}</p>
        <Button
          ref={first}
          icon={<Download className="size-4" />}
          isLoading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('catalogue:attributes-csv.export')}
        </Button>
      </section>
      {download.data === false && (
        <p role="status" className="mt-2 text-ink-second">
          {t('catalogue:dialect-files.empty')}
        </p>
      )}
      <ImportSection check={check} store={store} onFile={handleFile} onOther={forget} />
    </>
  );
}

type AttributeFiles = ReturnType<typeof useAttributeFiles>;

interface ImportSectionProps extends Pick<AttributeFiles, 'check' | 'store'> {
  onFile: (file: File) => void;
  onOther: () => void;
}

/** File choice, then the report of the dry run. */
function ImportSection({ check, store, onFile, onOther }: ImportSectionProps) {
  const { t } = useTranslation('catalogue');
  const isBusy = check.isPending || store.isPending;
  return (
    <section className="mt-6 border-t border-line-faint pt-5">
      <h3 className="font-semibold">{t('catalogue:attributes-csv.import')}</h3>
      <p className="mt-1 mb-3 text-ink-second">{t('catalogue:attributes-csv.import-text')}</p>
      {isBusy && (
        <p role="status" className="grid min-h-36 place-content-center justify-items-center gap-2">
          <Spinner />
          {t(`catalogue:attributes-csv.${store.isPending ? 'importing' : 'checking'}`)}
        </p>
      )}
      {!isBusy && check.data && check.variables && (
        <CsvReport
          fileName={check.variables.name}
          report={check.data}
          onImport={() => store.mutate({ csv: check.variables, hasWrong: check.data.skipped > 0 })}
          onOther={onOther}
        />
      )}
      {!isBusy && !check.data && (
        <FileDrop
          label={t('catalogue:attributes-csv.choose')}
          hint={t('catalogue:attributes-csv.limits')}
          accept=".csv,.txt,text/csv"
          onFile={onFile}
        />
      )}
    </section>
  );
}

/** Export, dry run and import; each error is shown inside the dialog. */
function useAttributeFiles(shopId: number, onDone: () => void) {
  const { t } = useTranslation('catalogue');
  const refresh = useRefresh(['attributes', 'attribute-values']);
  const meta = { silent: true };
  const send = (csv: File, flag?: 'dry_run' | 'skip_wrong') =>
    sendForm('import-attributes', { shop_id: String(shopId), ...(flag && { [flag]: '1' }), csv });
  const download = useMutation({
    meta,
    mutationFn: () => saveText(`export-attributes/${shopId}`, `attributes-for-shop-id-${shopId}.csv`),
  });
  const check = useMutation({ meta, mutationFn: (csv: File) => send(csv, 'dry_run') });
  const store = useMutation({
    meta,
    // Only rows that failed the dry run are skipped; a row that has become invalid since fails the import.
    mutationFn: ({ csv, hasWrong }: { csv: File; hasWrong: boolean }) =>
      send(csv, hasWrong ? 'skip_wrong' : undefined),
    onSuccess: async () => {
      showToast('success', t('catalogue:attributes-csv.done'));
      onDone();
      await refresh();
    },
  });
  return { download, check, store };
}

/** Further errors are only counted. */
const maxShown = 100;

interface CsvReportProps {
  fileName: string;
  report: ImportReport;
  onImport: () => void;
  onOther: () => void;
}

/** Result of the dry run: counts and errors; nothing is stored yet. */
function CsvReport({ fileName, report, onImport, onOther }: CsvReportProps) {
  const { t } = useTranslation('catalogue');
  const { created, updated, unchanged, values_added: values, skipped, errors } = report;
  const isNew = created + updated > 0;
  const figures = Object.entries({ created, updated, values, unchanged, wrong: skipped });
  const verdict = skipped === 0 ? (isNew ? 'ready' : 'nothing') : isNew ? 'wrong-text' : 'all-wrong-text';
  return (
    <div>
      <div role="status" className="rounded-card border border-line bg-sunken px-4 py-3">
        <p className="flex items-center gap-2 font-medium">
          <FileText className="size-4 shrink-0 text-ink-second" strokeWidth={1.75} />
          <span className="min-w-0 break-words">{fileName}</span>
        </p>
        <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-ink-second">
          {figures
            .filter(([, count]) => count > 0)
            .map(([key, count]) => (
              <li key={key} className={key === 'wrong' ? 'font-medium text-bad' : undefined}>
                {t(`catalogue:attributes-csv.${key}`, { count })}
              </li>
            ))}
        </ul>
        <p className="mt-1.5">{t(`catalogue:attributes-csv.${verdict}`)}</p>
      </div>
      {errors.length > 0 && <ErrorTable errors={errors} />}
      <DialogButtons>
        <Button onClick={onOther}>{t('catalogue:attributes-csv.other-file')}</Button>
        {isNew && (
          <Button variant="primary" onClick={onImport}>
            {t(`catalogue:attributes-csv.${skipped === 0 ? 'import-all' : 'import-right'}`)}
          </Button>
        )}
      </DialogButtons>
    </div>
  );
}

function ErrorTable({ errors }: { errors: CsvMistake[] }) {
  const { t } = useTranslation(['catalogue', 'form']);
  const label = t('catalogue:attributes-csv.mistakes');
  const left = errors.length - maxShown;
  return (
    <ScrollBox label={label} className="mt-3 max-h-72">
      <table className="w-full text-start text-small">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 bg-surface text-ink-second">
          <tr>
            {['row', 'column', 'error', 'value'].map((key) => (
              <th key={key} scope="col" className="border-b border-line px-3 py-2 text-start font-medium">
                {t(`catalogue:attributes-csv.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {errors.slice(0, maxShown).map(({ row, column, error, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is static, and a cell may have two errors
            <tr key={index} className="border-b border-line-faint align-top last:border-0">
              <th scope="row" className="px-3 py-2 text-start font-medium tabular-nums">
                {row}
              </th>
              <td className="px-3 py-2">
                <code>{column}</code>
              </td>
              <td className="px-3 py-2 text-bad">{t(`form:${error}`)}</td>
              <td className="max-w-48 px-3 py-2 break-words text-ink-second">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <p className="px-3 py-2 text-small text-ink-second">
          {t('catalogue:attributes-csv.more', { count: left })}
        </p>
      )}
    </ScrollBox>
  );
}
