import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import type { ImportErrorGroup, ProductImport } from '@/contract/catalogue/products/imports';
import { api } from '@/lib/api/client';
import { MissingNames } from './missing-names';
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
        <ErrorGroup
          key={`${group.column} ${group.error} ${group.is_rejected}`}
          one={one}
          group={group}
          state={state}
        />
      ))}
    </ul>
  );
}

type ErrorGroupProps = Omit<ErrorGroupsProps, 'groups'> & { group: ImportErrorGroup };

function ErrorGroup({ one, group, state }: ErrorGroupProps) {
  const { text, counted, field, number, cellError } = useImportWords();
  const { column, error, is_rejected, count, first_line, missing, creates, maps } = group;
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
      {error === 'error-import-in-trash' && one.status === 'checked' && (
        <Button
          size="small"
          className="mt-1"
          isLoading={state.recheck.isPending}
          onClick={() => state.recheck.mutate({ trashed: 'restore' })}
        >
          {text('trashed-restore')}
        </Button>
      )}
      {maps && one.status !== 'done' ? (
        <MissingNames missing={missing} creates={creates} state={state} field={maps} />
      ) : (
        missing.length > 0 && (
          <p className="mt-1 text-small wrap-anywhere text-ink-second">
            {missing.map(({ name }) => name).join(', ')}
          </p>
        )
      )}
    </li>
  );
}
