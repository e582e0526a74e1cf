import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { ComponentType } from 'react';
import { BulkBar } from '@/components/table/bulk-bar';
import { type BulkTarget, bulkFields } from '@/contract/core/bulk';
import type { AnyResource } from '@/contract/core/define';
import { api } from '@/lib/api/client';
import { usesText } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';
import type { Selection } from '@/lib/hooks/use-selection';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import type { Rights } from '@/lib/session/rights';
import { showToast } from '@/lib/toast';
import { useModalActions } from '@/state/modal';

export interface BulkMoreProps {
  target: BulkTarget;
  count: number;
  /** Called when an action is done: the selection ends. */
  onDone: () => void;
}

interface BulkActionsProps {
  resource: AnyResource;
  rights: Rights;
  selection: Selection;
  query: Record<string, unknown>;
  total: number;
  isFiltered: boolean;
  /** Family-specific actions that replace setting switches and statuses. */
  More?: ComponentType<BulkMoreProps> | undefined;
}

/** The bar over a list with ticked rows. */
export function BulkActions(props: BulkActionsProps) {
  const { resource, rights, selection, query, total, isFiltered, More } = props;
  const { t } = useTranslation('common');
  const { open } = useModalActions();
  const labels = useLabels(resource);
  const permissions = usePermissions();
  const change = useBulkChange(resource);
  const { page: _page, limit: _limit, ...everything } = query;
  const count = selection.isAll ? total : selection.ids.size;
  const wordOf = (key: string, value: string | boolean) =>
    typeof value === 'string' ? labels.option(key, value) : t(value ? 'common:text-yes' : 'common:text-no');
  const fields = rights.canUpdate && !More ? bulkFields(resource, permissions) : [];
  const target: BulkTarget = selection.isAll ? { query: everything } : { ids: [...selection.ids] };
  const run = (what: BulkChange) => {
    // What is done is done: the next action must not hit the same rows by accident.
    change.mutate({ target, change: what }, { onSuccess: selection.clear });
  };
  return (
    <BulkBar
      total={total}
      isFiltered={isFiltered}
      count={count}
      isAll={selection.isAll}
      isBusy={change.isPending}
      canRemove={rights.canRemove}
      fields={fields.map(({ key, values }) => ({
        key,
        label: labels.field(key),
        values: values.map((value) => ({ value, label: wordOf(key, value) })),
      }))}
      more={More && <More target={target} count={count} onDone={selection.clear} />}
      onSet={(key, value) =>
        open('BULK_SET', {
          title: `${labels.field(key)}: ${wordOf(key, value)}`,
          preview: () => api.post(`${resource.endpoint}/bulk/set/preview`, { ...target, key, value }),
          wordOf: (one) => (typeof one === 'boolean' ? wordOf(key, one) : wordOf(key, String(one ?? ''))),
          onConfirm: () => run({ key, value }),
        })
      }
      onRemove={() => open('REMOVE_ROWS', { resource, target, count, onConfirm: () => run('remove') })}
      onTakeAll={selection.takeAll}
      onClear={selection.clear}
    />
  );
}

/** A bulk change: delete, or set one field. */
type BulkChange = { key: string; value: string | boolean } | 'remove';

/** Changes many rows at once; the toast gives the counts, the reasons for refusals, and an undo. */
function useBulkChange(resource: AnyResource) {
  const client = useQueryClient();
  const { t, i18n } = useTranslation('common');
  const say = (key: string, count: number, uses = '') =>
    t(`common:bulk.${key}`, { count, number: formatNumber(count, i18n.language), uses });
  const refresh = () => client.invalidateQueries({ queryKey: [resource.name] });
  const undo = useMutation({
    mutationFn: (id: number) => api.post(`${resource.endpoint}/bulk/${id}/undo`),
    onSuccess: ({ done, refused }) => {
      showToast('success', say('restored', done));
      if (refused > 0) showToast('info', say('not-restored', refused));
      return refresh();
    },
  });
  return useMutation({
    mutationFn: ({ target, change }: { target: BulkTarget; change: BulkChange }) =>
      change === 'remove'
        ? api.post(`${resource.endpoint}/bulk/remove`, target)
        : api.post(`${resource.endpoint}/bulk/set`, { ...target, ...change }),
    onSuccess: ({ id, done, refused, uses }, { change }) => {
      const action = id !== null && { label: t('common:button-undo'), onClick: () => undo.mutate(id) };
      if (done > 0) {
        showToast(
          'success',
          say(change === 'remove' ? 'removed' : 'changed', done),
          action ? { action } : {},
        );
      }
      if (refused > 0) showToast('info', say('refused', refused, usesText(t, uses)));
      if (done === 0 && refused === 0) showToast('info', t('common:bulk.nothing'));
      return refresh();
    },
  });
}
