import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { ImportError, ProductImport } from '@/contract/catalogue/products/imports';
import { api } from '@/lib/api/client';
import { useImportWords } from './use-import-words';

const pageRows = 50;

/** What is wrong in which cell, a page at a time; also what was left out of rows that were taken. */
export function ImportErrors({ one }: { one: ProductImport }) {
  const { text, number } = useImportWords();
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    queryKey: ['product-imports', 'errors', one.id, one.version, page],
    queryFn: () => api.page<ImportError>(`product-imports/${one.id}/errors`, { page, limit: pageRows }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (!data || data.rows.length === 0) return null;
  const { total, lastPage } = data.paginator;
  const from = (page - 1) * pageRows;
  return (
    <>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label={text('errors-title')}
        className="mt-3 max-h-72 overflow-auto rounded-card border border-line"
      >
        <table className="w-full text-start text-small">
          <caption className="sr-only">{text('errors-title')}</caption>
          <thead className="sticky top-0 bg-surface text-ink-second">
            <tr>
              {['line', 'column', 'what', 'value'].map((key) => (
                <th key={key} scope="col" className="border-b border-line px-3 py-2 text-start font-medium">
                  {text(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.flatMap((row) =>
              Object.entries(row.errors).map(([key, error]) => (
                <Mistake key={`${row.line} ${key}`} one={one} row={row} column={key} error={error} />
              )),
            )}
          </tbody>
        </table>
      </section>
      {lastPage > 1 && (
        <div className="mt-2 flex flex-wrap items-center justify-end gap-2 text-small text-ink-second">
          <span className="tabular-nums">
            {text('errors-page', {
              from: number(from + 1),
              to: number(from + data.rows.length),
              total: number(total),
            })}
          </span>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {text('previous')}
          </Button>
          <Button size="small" disabled={page >= lastPage} onClick={() => setPage(page + 1)}>
            {text('next')}
          </Button>
        </div>
      )}
    </>
  );
}

interface MistakeProps {
  one: ProductImport;
  row: ImportError;
  /** Index of the column, or the field that the file has no column for. */
  column: string;
  error: string;
}

function Mistake({ one, row, column, error }: MistakeProps) {
  const { text, field, mistake } = useImportWords();
  const index = Number(column);
  const name = column === 'row' ? text('whole-row') : (one.headings[index] ?? field(column));
  return (
    <tr className="border-b border-line-faint align-top last:border-0">
      <th scope="row" className="px-3 py-2 text-start font-medium tabular-nums">
        {row.line}
      </th>
      <td className="px-3 py-2">{name}</td>
      <td className={`px-3 py-2 ${row.is_rejected ? 'text-bad' : 'text-warn'}`}>
        {mistake(error)}
        {!row.is_rejected && <span className="block text-ink-second">{text('warning')}</span>}
      </td>
      <td className="max-w-48 px-3 py-2 break-words text-ink-second">{row.cells[index] ?? ''}</td>
    </tr>
  );
}
