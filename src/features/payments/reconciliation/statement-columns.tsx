import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { ErrorBanner } from '@/components/page/error-banner';
import { ColumnsTable } from '@/components/table/columns-table';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import {
  type ChosenColumns,
  missingColumns,
  type StatementTable,
  statementFields,
} from '@/contract/payments/statement-columns';
import { toClientError } from '@/lib/api/errors';
import { sendForm } from '@/lib/api/files';
import { fileFault } from './file-fault';
import { useReconciliationWords } from './use-words';

interface StatementColumnsProps {
  file: File;
  /** Read, stored and shown before anything is posted. */
  onDone: (id: number) => void;
  onClose: () => void;
}

/** A person says what the columns of a bank's table are. */
export function StatementColumns({ file, onDone, onClose }: StatementColumnsProps) {
  const { word } = useReconciliationWords();
  const asked = useQuery({
    // A file has no other identity; asked anew each time, as another person may have remembered or forgotten meanwhile.
    queryKey: ['reconciliation', 'table', file.name, file.size, file.lastModified],
    queryFn: () => sendForm('reconciliation/tables', { file }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { silent: true },
  });
  const failure = asked.error ? toClientError(asked.error) : undefined;
  return (
    <section className="grid gap-4 rounded-card border border-line bg-surface p-4 desk:p-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-card font-semibold break-all">{file.name}</h2>
          <p className="text-small text-ink-second">{word('columns.hint')}</p>
        </div>
        <Button onClick={onClose}>{word('file.back')}</Button>
      </header>
      {failure && <ErrorBanner text={fileFault(word, failure)} requestId={failure.requestId} />}
      {asked.isPending && (
        <p className="grid min-h-40 place-content-center">
          <Spinner />
        </p>
      )}
      {asked.data && <Columns file={file} table={asked.data} onDone={onDone} />}
    </section>
  );
}

interface ColumnsProps extends Pick<StatementColumnsProps, 'file' | 'onDone'> {
  table: StatementTable;
}

function Columns({ file, table, onDone }: ColumnsProps) {
  const { word } = useReconciliationWords();
  const client = useQueryClient();
  const [columns, setColumns] = useState<ChosenColumns>(table.columns);
  const [account, setAccount] = useState('');
  const read = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      sendForm('reconciliation/files', { columns: JSON.stringify(columns), account, file, provider: '' }),
    onSuccess: ({ id }) => {
      onDone(id);
      return client.invalidateQueries({ queryKey: ['reconciliation'] });
    },
  });
  const failure = read.error ? toClientError(read.error) : undefined;
  const missing = missingColumns(columns);
  const fields = statementFields.map((value) => ({ value, label: word(`columns.fields.${value}`) }));
  const wrongAccount = failure?.fields.account?.[0];
  return (
    <>
      {failure && !wrongAccount && (
        <ErrorBanner text={fileFault(word, failure)} requestId={failure.requestId} onClose={read.reset} />
      )}
      {table.is_remembered && <p className="text-small text-ink-second">{word('columns.known')}</p>}
      <ColumnsTable
        headings={table.headings}
        samples={table.samples}
        mapping={columns}
        fields={fields}
        texts={{
          label: word('columns.title'),
          heading: word('columns.heading'),
          sample: word('columns.sample'),
          field: word('columns.field'),
          skip: word('columns.skip'),
          fieldOf: (heading) => word('columns.field-of', { heading }),
          nameless: (number) => word('columns.no-heading', { number }),
        }}
        onChange={setColumns}
      />
      <p aria-live="polite" className="text-small text-warn empty:hidden">
        {missing.length > 0 &&
          word('columns.missing', {
            fields: missing.map((one) => word(`columns.needed.${one}`)).join(', '),
          })}
      </p>
      {table.needs_account && <AccountField value={account} problem={wrongAccount} onChange={setAccount} />}
      <div>
        <Button
          variant="primary"
          disabled={missing.length > 0}
          isLoading={read.isPending}
          onClick={() => read.mutate()}
        >
          {word('columns.read')}
        </Button>
      </div>
    </>
  );
}

interface AccountFieldProps {
  value: string;
  /** Key of what is wrong with it. */
  problem: string | undefined;
  onChange: (account: string) => void;
}

/** What the statement is of, where the file does not say it. */
function AccountField({ value, problem, onChange }: AccountFieldProps) {
  const { word } = useReconciliationWords();
  return (
    <Field
      id="statement-account"
      label={word('columns.account')}
      hint={word('columns.account-hint')}
      {...(problem && { error: word(`errors.${problem}`) })}
      isNarrow
    >
      {(control) => (
        <Input
          {...control}
          className="w-72 phone:w-full"
          inputMode="numeric"
          dir="ltr"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
