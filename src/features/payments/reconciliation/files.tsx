import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Select } from '@/components/inputs/select';
import { FileDrop } from '@/components/media/file-drop';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorBanner } from '@/components/page/error-banner';
import { PlainTable } from '@/components/table/plain-table';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import type { ReconciliationFile } from '@/contract/payments/reconciliation';
import { PagedCard } from '@/crud/list/paged-card';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { sendForm } from '@/lib/api/files';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { useMay } from '@/lib/session/rights';
import { fileFault } from './file-fault';
import { FilePreview } from './file-preview';
import { fileTones } from './file-tone';
import { RememberedStatements } from './remembered-statements';
import { StatementColumns } from './statement-columns';
import { useReconciliationWords } from './use-words';

/** Registries and statements: upload, preview, posting. */
export function Files({ providers }: { providers: readonly string[] }) {
  const [shown, setShown] = useState<number>();
  // What a browser was given it keeps until the page is left: the server keeps no files, only what was in them.
  const [table, setTable] = useState<File>();
  const [isMapping, setMapping] = useState(false);
  const mayWrite = useMay('finance:write');
  const show = (id: number, file: File) => {
    setShown(id);
    setTable(isTable(file) ? file : undefined);
    setMapping(false);
  };
  const close = () => {
    setShown(undefined);
    setTable(undefined);
    setMapping(false);
  };
  if (table && isMapping)
    return (
      <StatementColumns
        file={table}
        onDone={(id) => show(id, table)}
        onClose={() => (shown === undefined ? close() : setMapping(false))}
      />
    );
  if (shown !== undefined)
    return <FilePreview id={shown} onColumns={table && (() => setMapping(true))} onClose={close} />;
  return (
    <div className="grid gap-4">
      {mayWrite && (
        <Upload
          providers={providers}
          onDone={show}
          onColumns={(file) => {
            setTable(file);
            setMapping(true);
          }}
        />
      )}
      <FileList onOpen={setShown} />
      <RememberedStatements />
    </div>
  );
}

/** Other statements say themselves what is what. */
const isTable = ({ name }: File) => !/\.(txt|xml|sta|940)$/i.test(name);

interface UploadProps {
  providers: readonly string[];
  onDone: (id: number, file: File) => void;
  /** The file is a statement whose columns are not recognised. */
  onColumns: (file: File) => void;
}

function Upload({ providers, onDone, onColumns }: UploadProps) {
  const { word, provider: titleOf } = useReconciliationWords();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  const provider = chosen ?? providers[0] ?? '';
  const upload = useMutation({
    meta: { silent: true },
    mutationFn: (file: File) => sendForm('reconciliation/files', { provider, file }),
    onSuccess: ({ id }, file) => {
      onDone(id, file);
      return client.invalidateQueries({ queryKey: ['reconciliation'] });
    },
  });
  const failure = upload.error ? toClientError(upload.error) : undefined;
  const refused = failure?.fields.file && upload.variables;
  return (
    <section className="grid gap-4 rounded-card border border-line bg-surface p-4 desk:p-5">
      {failure && (
        <ErrorBanner text={fileFault(word, failure)} requestId={failure.requestId} onClose={upload.reset} />
      )}
      {refused && isTable(refused) && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {word('columns.is-statement')}
          <Button onClick={() => onColumns(refused)}>{word('columns.open')}</Button>
        </p>
      )}
      <Field id="registry-provider" label={word('file.provider')} hint={word('file.provider-hint')} isNarrow>
        {(control) => (
          <Select
            {...control}
            className="w-56 phone:w-full"
            value={provider}
            options={providers.map((value) => ({ value, label: titleOf(value) }))}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
      </Field>
      {upload.isPending ? (
        <p className="grid min-h-40 place-content-center">
          <Spinner />
        </p>
      ) : (
        <FileDrop
          label={word('file.choose')}
          hint={word('file.hint')}
          accept=".csv,.xlsx,.xls,.ods,.txt,.xml,.sta,.940"
          onFile={(file) => upload.mutate(file)}
        />
      )}
    </section>
  );
}

function FileList({ onOpen }: { onOpen: (id: number) => void }) {
  const { word } = useReconciliationWords();
  const [page, setPage] = useState(1);
  const query = { page, limit: 20 };
  const found = useQuery({
    queryKey: ['reconciliation', 'files', query],
    queryFn: () => api.page('reconciliation/files', query),
    placeholderData: keepPreviousData,
  });
  return (
    <PagedCard
      query={found}
      empty={<EmptyState picture="empty" title={word('file.empty')} text={word('file.empty-text')} />}
      onPage={setPage}
    >
      {(rows) => <FileTable rows={rows} onOpen={onOpen} />}
    </PagedCard>
  );
}

function FileTable({ rows, onOpen }: { rows: readonly ReconciliationFile[]; onOpen: (id: number) => void }) {
  const { word, day, language } = useReconciliationWords();
  const period = ({ first_day, last_day }: ReconciliationFile) =>
    [...new Set([first_day, last_day].filter((one) => one !== null))].map(day).join(' – ');
  return (
    <PlainTable
      label={word('file.list')}
      rows={rows}
      rowKey={({ id }) => id}
      card={(file) => (
        <>
          <div className="flex items-start justify-between gap-3">
            <Named file={file} onOpen={onOpen} />
            <Badge tone={fileTones[file.state]}>{word(`file.states.${file.state}`)}</Badge>
          </div>
          <p className="text-small text-ink-second">
            {[period(file), formatDateTime(file.created_at, language)].filter(Boolean).join(' · ')}
          </p>
        </>
      )}
      columns={[
        {
          key: 'name',
          label: word('file.name'),
          isWide: true,
          cell: (file) => <Named file={file} onOpen={onOpen} />,
        },
        {
          key: 'period',
          label: word('file.period'),
          cell: (file) => <span className="whitespace-nowrap">{period(file)}</span>,
        },
        {
          key: 'state',
          label: word('state'),
          cell: ({ state }) => <Badge tone={fileTones[state]}>{word(`file.states.${state}`)}</Badge>,
        },
        {
          key: 'uploaded',
          label: word('file.uploaded'),
          cell: ({ created_at, uploaded_by }) => (
            <>
              <span className="whitespace-nowrap">{formatDateTime(created_at, language)}</span>
              <p className="text-small text-ink-second">{uploaded_by?.name}</p>
            </>
          ),
        },
        {
          key: 'lines',
          label: word('file.lines'),
          isFigure: true,
          cell: ({ lines }) => formatNumber(lines, language),
        },
      ]}
    />
  );
}

function Named({ file, onOpen }: { file: ReconciliationFile; onOpen: (id: number) => void }) {
  const { word, provider } = useReconciliationWords();
  return (
    <div className="min-w-0">
      <button
        type="button"
        className="relative touch-target rounded-badge text-start font-medium break-all hover:text-accent-ink hover:underline"
        onClick={() => onOpen(file.id)}
      >
        {file.file_name}
      </button>
      <p className="text-small text-ink-second">
        {file.kind === 'registry'
          ? word('file.registry', { provider: provider(file.provider) })
          : word('file.statement')}
      </p>
    </div>
  );
}
