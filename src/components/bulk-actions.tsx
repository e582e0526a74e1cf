import '@/lib/form-words';
import type { AnyResource } from '@/contract/define';
import { useBulk } from '@/lib/bulk';
import type { Rights } from '@/lib/rights';
import type { Selection } from '@/lib/selection';
import { BulkBar } from './bulk-bar';

interface BulkActionsProps {
  resource: AnyResource;
  rights: Rights;
  selection: Selection;
  /** What the list asked for. */
  query: Record<string, unknown>;
  total: number;
  isFiltered: boolean;
}

/** The bar over a list with ticked rows, and what it does. */
export function BulkActions({ resource, rights, selection, query, total, isFiltered }: BulkActionsProps) {
  const actions = useBulk(resource, rights, selection, query);
  return (
    <BulkBar
      {...actions}
      count={selection.isAll ? total : selection.ids.size}
      {...{ total, isFiltered }}
      isAll={selection.isAll}
      onTakeAll={selection.takeAll}
      onClear={selection.clear}
    />
  );
}
