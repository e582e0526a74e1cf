import '@/lib/i18n/form-words';
import type { ComponentType } from 'react';
import { BulkBar } from '@/components/table/bulk-bar';
import type { BulkTarget } from '@/contract/core/bulk';
import type { AnyResource } from '@/contract/core/define';
import { useBulk } from '@/crud/list/use-bulk';
import type { Rights } from '@/lib/session/rights';
import type { Selection } from './use-selection';

/** What a family's own actions of the bar are given. */
export interface BulkMoreProps {
  target: BulkTarget;
  count: number;
}

interface BulkActionsProps {
  resource: AnyResource;
  rights: Rights;
  selection: Selection;
  /** What the list asked for. */
  query: Record<string, unknown>;
  total: number;
  isFiltered: boolean;
  /** What a family does with rows instead of setting its levers and statuses. */
  More?: ComponentType<BulkMoreProps> | undefined;
}

/** The bar over a list with ticked rows, and what it does. */
export function BulkActions(props: BulkActionsProps) {
  const { resource, rights, selection, query, total, isFiltered, More } = props;
  const actions = useBulk(resource, rights, selection, query);
  const count = selection.isAll ? total : selection.ids.size;
  return (
    <BulkBar
      {...actions}
      fields={More ? [] : actions.fields}
      more={More && <More target={actions.target} count={count} />}
      {...{ total, isFiltered, count }}
      isAll={selection.isAll}
      onTakeAll={selection.takeAll}
      onClear={selection.clear}
    />
  );
}
