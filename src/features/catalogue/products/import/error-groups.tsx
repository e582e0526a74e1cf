import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { type ImportErrorGroup, maxCreated, type ProductImport } from '@/contract/catalogue/products/imports';
import { api } from '@/lib/api/client';
import { type ImportState, useImportWords } from './use-import';

/** Equal errors of the file; undefined while they load. */
export function useErrorGroups({ id, version, passed }: ProductImport) {
  return useQuery({
    queryKey: ['product-imports', 'error-groups', id, version, passed],
    queryFn: () => api.list(`product-imports/${id}/error-groups`),
  });
}

interface ErrorGroupsProps {
  one: ProductImport;
  groups: readonly ImportErrorGroup[];
  state: ImportState;
}

/** Equal errors as one line each, with the actions that apply to all of them. */
export function ErrorGroups({ one, groups, state }: ErrorGroupsProps) {
  const { text } = useImportWords();
  return (
    <ul
      aria-label={text('errors-title')}
      className="mt-3 divide-y divide-line-faint rounded-card border border-line"
    >
      {groups.map((group) => (
        <ErrorGroup key={`${group.column} ${group.error} ${group.is_rejected}`} {...{ one, group, state }} />
      ))}
    </ul>
  );
}

interface ErrorGroupProps {
  one: ProductImport;
  group: ImportErrorGroup;
  state: ImportState;
}

function ErrorGroup({ one, group, state }: ErrorGroupProps) {
  const { text, counted, field, number, cellError } = useImportWords();
  const { column, error, is_rejected, count, first_line, missing, creates } = group;
  const name = column === 'row' ? text('whole-row') : (one.headings[Number(column)] ?? field(column));
  return (
    <li className="px-3 py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="font-medium">{name}</span>
        <span className={is_rejected ? 'text-bad' : 'text-warn'}>{cellError(error)}</span>
        {!is_rejected && <span className="text-small text-ink-second">{text('warning')}</span>}
        <span className="ms-auto text-small whitespace-nowrap text-ink-second tabular-nums">
          {count === 1
            ? text('errors-only', { number: number(first_line) })
            : `${counted('errors-count', count)}, ${text('errors-first', { number: number(first_line) })}`}
        </span>
      </div>
      {missing.length > 0 && <Missing {...{ missing, creates, state }} canCreate={one.status !== 'done'} />}
    </li>
  );
}

interface MissingProps extends Pick<ImportErrorGroup, 'missing' | 'creates'> {
  state: ImportState;
  /** False when everything has been written. */
  canCreate: boolean;
}

/** Missing records by name; a person with the permission creates them here, and the rows are checked again. */
function Missing({ missing, creates, state, canCreate }: MissingProps) {
  const { text, counted } = useImportWords();
  const { mutate, isPending: isBusy } = state.createMissing;
  const field = canCreate ? creates : null;
  const names = missing.slice(0, maxCreated).map(({ name }) => name);
  return (
    <div className="mt-1.5 flex max-h-40 flex-wrap items-center gap-1.5 overflow-y-auto">
      {missing.map(({ name, count }) => (
        <span
          key={name}
          className="inline-flex min-h-7.5 max-w-full items-center gap-2 rounded-badge bg-line-faint ps-2.5 pe-1 text-small"
        >
          <span className="truncate">{name}</span>
          <span className="text-ink-second tabular-nums">{counted('errors-count', count)}</span>
          {field && (
            <Button
              size="small"
              variant="ghost"
              className="text-accent-ink!"
              aria-label={text('create-one', { name })}
              disabled={isBusy}
              onClick={() => mutate({ field, names: [name] })}
            >
              {text('create')}
            </Button>
          )}
        </span>
      ))}
      {field && names.length > 1 && (
        <Button
          size="small"
          icon={<Plus aria-hidden="true" className="size-4" />}
          isLoading={isBusy}
          onClick={() => mutate({ field, names })}
        >
          {counted('create-all', names.length)}
        </Button>
      )}
      {!creates && <span className="text-small text-ink-second">{text('ask-admin')}</span>}
    </div>
  );
}
