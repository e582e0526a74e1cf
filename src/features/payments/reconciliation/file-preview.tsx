import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { FilePreview as Preview } from '@/contract/payments/reconciliation';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { useMay } from '@/lib/session/rights';
import { showToast } from '@/lib/toast';
import { useMoney } from '@/state/use-money';
import { Entries, RegistryDays, StatementParts } from './file-contents';
import { fileTones } from './file-tone';
import { useReconciliationWords } from './use-words';

/** What is in a file, and what posting it does, before it is posted. */
export function FilePreview({ id, ...props }: { id: number } & Leaving) {
  const found = useQuery({
    queryKey: ['reconciliation', 'file', id],
    queryFn: () => api.get(`reconciliation/files/${id}`),
  });
  return <QueryBoundary query={found}>{(preview) => <Shown preview={preview} {...props} />}</QueryBoundary>;
}

interface Leaving {
  /** The columns of a table are said anew; undefined when the browser has no file to read them from. */
  onColumns?: (() => void) | undefined;
  onClose: () => void;
}

function Shown({ preview, onColumns, onClose }: { preview: Preview } & Leaving) {
  const { word, provider } = useReconciliationWords();
  const money = useMoney();
  const sum = (text: string | null) =>
    text !== null && /^-?\d+\.\d\d$/.test(text) ? money(Number(text)) : (text ?? '');
  const { state, kind, file_name, known, days, groups } = preview;
  const isNew = days.length + groups.length > 0;
  return (
    <section className="grid gap-5 rounded-card border border-line bg-surface p-4 desk:p-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2 text-card font-semibold break-all">
            {file_name} <Badge tone={fileTones[state]}>{word(`file.states.${state}`)}</Badge>
          </h2>
          <p className="text-small text-ink-second">
            {kind === 'registry'
              ? word('file.registry', { provider: provider(preview.provider) })
              : word('file.statement')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {onColumns && kind === 'statement' && state !== 'posted' && (
            <Button onClick={onColumns}>{word('columns.open')}</Button>
          )}
          <Button onClick={onClose}>{word('file.back')}</Button>
        </div>
      </header>
      {preview.problem && (
        <p role="alert" className="rounded-card bg-bad-soft px-4 py-3 text-bad">
          {word(
            `problems.${preview.problem === 'field' && !preview.problem_found ? 'field-missing' : preview.problem}`,
            {
              line: preview.problem_line ?? 0,
              expected: sum(preview.problem_expected),
              found: ['field', 'account', 'currency'].includes(preview.problem)
                ? (preview.problem_found ?? '')
                : sum(preview.problem_found),
            },
          )}
        </p>
      )}
      {state === 'waiting' && <Warnings warnings={preview.warnings} />}
      {known > 0 && <p className="text-small text-ink-second">{word('file.known', { count: known })}</p>}
      {state !== 'quarantined' && !isNew && <p>{word('file.nothing-new')}</p>}
      {days.length > 0 && <RegistryDays days={days} />}
      {kind === 'statement' && <StatementParts preview={preview} />}
      {isNew && <Entries preview={preview} />}
      {state !== 'posted' && <Actions preview={preview} isNew={isNew} onClose={onClose} />}
    </section>
  );
}

/** How the statement does not continue those that were posted. */
function Warnings({ warnings }: Pick<Preview, 'warnings'>) {
  const { word, day } = useReconciliationWords();
  const money = useMoney();
  if (warnings.length === 0) return null;
  const textOf = ({ kind, from, to, amount, number, account }: Preview['warnings'][number]) => {
    const days = from && to ? (from === to ? day(from) : `${day(from)} — ${day(to)}`) : '';
    const key = kind === 'gap' && days === '' ? 'gap-only' : kind;
    return word(`warnings.${key}`, {
      account,
      days,
      number: number ?? '',
      sum: amount === null ? '' : money(kind === 'gap' ? Math.abs(amount) : amount),
    });
  };
  return (
    <ul role="alert" className="grid gap-1 rounded-card bg-warn-soft px-4 py-3">
      {warnings.map((one) => (
        <li key={JSON.stringify(one)}>{textOf(one)}</li>
      ))}
    </ul>
  );
}

function Actions({ preview, isNew, onClose }: { preview: Preview; isNew: boolean; onClose: () => void }) {
  const { t } = useTranslation('common');
  const { word } = useReconciliationWords();
  const client = useQueryClient();
  const [mayWrite, mayDecide] = [useMay('finance:write'), useMay('finance:decide')];
  const path = `reconciliation/files/${preview.id}` as const;
  const refresh = () => client.invalidateQueries({ queryKey: ['reconciliation'] });
  const post = useMutation({
    meta: { silent: true },
    mutationFn: (is_seen: boolean) => api.post(`${path}/post`, { is_seen }),
    onSuccess: () => {
      showToast('success', word('file.posted'));
      return Promise.all([refresh(), client.invalidateQueries({ queryKey: ['shops', 'ledger'] })]);
    },
  });
  const discard = useMutation({
    meta: { silent: true },
    mutationFn: () => api.remove(path),
    onSuccess: () => {
      showToast('success', word('file.discarded'));
      onClose();
      return refresh();
    },
  });
  const mustSee = preview.warnings.some(({ must_see }) => must_see);
  const [isAsked, setAsked] = useState(false);
  const error = post.error ?? discard.error;
  const failure = error ? toClientError(error) : undefined;
  return (
    <>
      {failure && <ErrorBanner text={errorText(t, failure)} requestId={failure.requestId} />}
      {isAsked && <p className="font-medium">{word('warnings.sure')}</p>}
      <div className="flex flex-wrap gap-2">
        {mayDecide && isNew && preview.state === 'waiting' && (
          <Button
            variant="primary"
            isLoading={post.isPending}
            onClick={() => (mustSee && !isAsked ? setAsked(true) : post.mutate(mustSee))}
          >
            {word(mustSee && isAsked ? 'file.post-anyway' : 'file.post')}
          </Button>
        )}
        {mayWrite && (
          <Button isLoading={discard.isPending} onClick={() => discard.mutate()}>
            {word('file.discard')}
          </Button>
        )}
      </div>
    </>
  );
}
