import { FileText } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import type { CsvMistake, ImportReport } from '@/contract/catalogue/attributes/csv';

/** More would not be read; the rest is counted. */
const maxShown = 100;

interface CsvReportProps {
  fileName: string;
  report: ImportReport;
  onImport: () => void;
  onOther: () => void;
}

/** What a file would do, and what is wrong with it, before anything is stored. */
export function CsvReport({ fileName, report, onImport, onOther }: CsvReportProps) {
  const { t } = useTranslation('form');
  const { created, updated, unchanged, values_added: values, skipped, errors } = report;
  const isNew = created + updated > 0;
  const figures = Object.entries({ created, updated, values, unchanged, wrong: skipped });
  const verdict = skipped === 0 ? (isNew ? 'ready' : 'nothing') : isNew ? 'wrong-text' : 'all-wrong-text';
  return (
    <div>
      <div role="status" className="rounded-card border border-line bg-sunken px-4 py-3">
        <p className="flex items-center gap-2 font-medium">
          <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-second" strokeWidth={1.75} />
          <span className="min-w-0 break-words">{fileName}</span>
        </p>
        <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-ink-second">
          {figures
            .filter(([, count]) => count > 0)
            .map(([key, count]) => (
              <li key={key} className={key === 'wrong' ? 'font-medium text-bad' : undefined}>
                {t(`form:attributes-csv.${key}`, { count })}
              </li>
            ))}
        </ul>
        <p className="mt-1.5">{t(`form:attributes-csv.${verdict}`)}</p>
      </div>
      {errors.length > 0 && <Mistakes errors={errors} />}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onOther}>{t('form:attributes-csv.other-file')}</Button>
        {isNew && (
          <Button variant="primary" onClick={onImport}>
            {t(`form:attributes-csv.${skipped === 0 ? 'import-all' : 'import-right'}`)}
          </Button>
        )}
      </div>
    </div>
  );
}

function Mistakes({ errors }: { errors: CsvMistake[] }) {
  const { t } = useTranslation('form');
  const label = t('form:attributes-csv.mistakes');
  const left = errors.length - maxShown;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by the keyboard
      tabIndex={0}
      aria-label={label}
      className="mt-3 max-h-72 overflow-auto rounded-card border border-line"
    >
      <table className="w-full text-start text-small">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 bg-surface text-ink-second">
          <tr>
            {['row', 'column', 'error', 'value'].map((key) => (
              <th key={key} scope="col" className="border-b border-line px-3 py-2 text-start font-medium">
                {t(`form:attributes-csv.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {errors.slice(0, maxShown).map(({ row, column, error, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a cell may be wrong twice
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
          {t('form:attributes-csv.more', { count: left })}
        </p>
      )}
    </section>
  );
}
