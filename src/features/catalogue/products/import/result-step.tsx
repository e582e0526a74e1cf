import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ScrollBox } from '@/components/table/scroll-box';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import type { ImportError, ProductImport } from '@/contract/catalogue/products/imports';
import { api } from '@/lib/api/client';
import { download } from '@/lib/api/files';
import { ErrorGroups, useErrorGroups } from './error-groups';
import { FirstRows } from './first-rows';
import { type ImportState, useImportWords } from './use-import';

interface ResultStepProps {
  one: ProductImport;
  state: ImportState;
  shop: string;
  onClose: () => void;
}

export function ResultStep({ one, state, shop, onClose }: ResultStepProps) {
  const { text } = useImportWords();
  return (
    <div>
      <div role="status" className="rounded-card border border-line bg-sunken px-4 py-3">
        <p className="font-semibold">{text(one.status)}</p>
        <p className="break-words text-ink-second">{one.file_name}</p>
        <Counts one={one} />
        <Summary one={one} />
      </div>
      <Mistakes key={`${one.id} ${one.version}`} one={one} state={state} />
      {one.status === 'checked' && <FirstRows one={one} />}
      {one.rejected > 0 && <RejectedFiles one={one} />}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <ResultActions one={one} state={state} />
        {one.status === 'done' && (
          <LinkButton href={`/${shop}/products`} variant="primary" onClick={onClose}>
            {text('to-list')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}

/** Errors, equal ones grouped; row by row on request. */
function Mistakes({ one, state }: { one: ProductImport; state: ImportState }) {
  const { text } = useImportWords();
  const [isByLine, setByLine] = useState(false);
  const { data: groups, isError } = useErrorGroups(one);
  if (isError) return <ImportErrors one={one} />;
  if (!groups || groups.length === 0) return null;
  return (
    <>
      {isByLine ? <ImportErrors one={one} /> : <ErrorGroups one={one} groups={groups} state={state} />}
      <Button size="small" variant="ghost" className="mt-2" onClick={() => setByLine(!isByLine)}>
        {text(isByLine ? 'show-groups' : 'show-lines')}
      </Button>
    </>
  );
}

/** Valid rows without changes, or skipped by the options. */
const unchangedRows = ({ passed, created, updated, rejected }: ProductImport) =>
  Math.max(0, passed - created - updated - rejected);

function Counts({ one }: { one: ProductImport }) {
  const { counted, text } = useImportWords();
  const isPlan = one.status === 'checked';
  const figures = [
    [isPlan ? 'will-create' : 'created', one.created],
    [isPlan ? 'will-update' : 'updated', one.updated],
    ['same', unchangedRows(one)],
    ['rejected', one.rejected],
    ['left', one.total - one.passed],
  ] as const;
  const shown = figures.filter(([, count]) => count > 0);
  return (
    <>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {shown.map(([key, count]) => (
          <li key={key} className={key === 'rejected' ? 'font-medium text-bad' : undefined}>
            {counted(key, count)}
          </li>
        ))}
      </ul>
      {Object.values(one.mapping).includes('parent') && (
        <p className="mt-1 text-small text-ink-second">{text('variations-count')}</p>
      )}
    </>
  );
}

function Summary({ one }: { one: ProductImport }) {
  const { text } = useImportWords();
  const isBarred = one.status === 'checked' && one.options.mode === 'atomic' && one.rejected > 0;
  const hasNothing = one.status === 'checked' && one.created + one.updated === 0 && one.rejected === 0;
  const key = isBarred ? 'atomic-note' : hasNothing ? 'nothing' : one.failure && `failure.${one.failure}`;
  return key ? <p className="mt-2">{text(key)}</p> : null;
}

function RejectedFiles({ one }: { one: ProductImport }) {
  const { text, language } = useImportWords();
  const save = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      download(`product-imports/${one.id}/rejected.${format}`, { language }, `rejected-${one.id}.${format}`),
  });
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          size="small"
          icon={<Download aria-hidden="true" className="size-4" />}
          isLoading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {text(`rejected-${format}`)}
        </Button>
      ))}
    </div>
  );
}

/** Next actions: after a check everything is still open; a stopped import can be resumed. */
function ResultActions({ one, state }: { one: ProductImport; state: ImportState }) {
  const { text } = useImportWords();
  const { act, updateOptions, recheck, choose } = state;
  const isChecked = one.status === 'checked';
  const hasWork = one.created + one.updated > 0;
  const isBarred = one.options.mode === 'atomic' && one.rejected > 0;
  const canRun = isChecked ? hasWork && !isBarred : one.status === 'cancelled' || one.status === 'failed';
  const word = isChecked
    ? one.rejected > 0
      ? 'run-right'
      : 'run'
    : one.status === 'failed'
      ? 'again'
      : 'continue';
  return (
    <>
      <Button onClick={() => choose(null)}>{text('other-file')}</Button>
      {one.status !== 'done' && (
        // Any update of the options, even an empty one, returns to the mapping step.
        <Button isLoading={updateOptions.isPending} onClick={() => updateOptions.mutate({})}>
          {text('change-columns')}
        </Button>
      )}
      {isChecked && one.rejected > 0 && one.options.refused === 'row' && (
        <Button isLoading={recheck.isPending} onClick={() => recheck.mutate({ refused: 'cell' })}>
          {text('update-rest')}
        </Button>
      )}
      {canRun && !(one.status === 'failed' && isBarred) && (
        <Button variant="primary" isLoading={act.isPending} onClick={() => act.mutate('run')}>
          {text(word)}
        </Button>
      )}
    </>
  );
}

const pageRows = 50;

/** Paged list of errors by cell, including values dropped from imported rows. */
function ImportErrors({ one }: { one: ProductImport }) {
  const { text, number } = useImportWords();
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    queryKey: ['product-imports', 'errors', one.id, one.version, page],
    queryFn: () => api.page(`product-imports/${one.id}/errors`, { page, limit: pageRows }),
    placeholderData: keepPreviousData,
  });
  if (!data || data.rows.length === 0) return null;
  const { total, lastPage } = data.paginator;
  const from = (page - 1) * pageRows;
  return (
    <>
      <ScrollBox label={text('errors-title')} className="mt-3 max-h-72">
        <table className="w-full text-start text-small phone:[&_:is(td,th)]:px-2">
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
                <ErrorRow key={`${row.line} ${key}`} one={one} row={row} column={key} error={error} />
              )),
            )}
          </tbody>
        </table>
      </ScrollBox>
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

interface ErrorRowProps {
  one: ProductImport;
  row: ImportError;
  /** Index of the column, or the field when the file has no column for it. */
  column: string;
  error: string;
}

function ErrorRow({ one, row, column, error }: ErrorRowProps) {
  const { text, field, cellError } = useImportWords();
  const index = Number(column);
  const name = column === 'row' ? text('whole-row') : (one.headings[index] ?? field(column));
  return (
    <tr className="border-b border-line-faint align-top last:border-0">
      <th scope="row" className="px-3 py-2 text-start font-medium tabular-nums">
        {row.line}
      </th>
      <td className="px-3 py-2 wrap-anywhere">{name}</td>
      <td className={`px-3 py-2 ${row.is_rejected ? 'text-bad' : 'text-warn'}`}>
        {cellError(error)}
        {!row.is_rejected && <span className="block text-ink-second">{text('warning')}</span>}
      </td>
      <td className="max-w-48 px-3 py-2 wrap-anywhere text-ink-second">{row.cells[index] ?? ''}</td>
    </tr>
  );
}
