import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type BulkAnswer, type BulkTarget, bulkFields } from '@/contract/core/bulk';
import type { AnyResource } from '@/contract/core/define';
import { api } from '@/lib/api/client';
import { usesText } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import type { Rights } from '@/lib/session/rights';
import { showToast } from '@/lib/toast';
import type { Selection } from './use-selection';

/** What is done with the rows: removing them, or setting one field. */
type Change = { key: string; value: string | boolean } | 'remove';

/** What may be done with the rows that are ticked in a list. `query` is the list's own. */
export function useBulk(
  resource: AnyResource,
  rights: Rights,
  selection: Selection,
  query: Record<string, unknown>,
) {
  const { t } = useTranslation('common');
  const labels = useLabels(resource);
  const change = useBulkChange(resource);
  const { page: _page, limit: _limit, ...everything } = query;
  const wordOf = (key: string, value: string | boolean) =>
    typeof value === 'string' ? labels.option(key, value) : t(value ? 'common:text-yes' : 'common:text-no');
  const permissions = usePermissions();
  const fields = rights.canUpdate ? bulkFields(resource, permissions) : [];
  const target: BulkTarget = selection.isAll ? { query: everything } : { ids: [...selection.ids] };
  const run = (what: Change) => {
    // Removed rows are gone, and what a filter matched may be other rows now.
    const isOver = what === 'remove' || selection.isAll;
    change.mutate({ target, change: what }, { onSuccess: isOver ? selection.clear : undefined });
  };
  return {
    target,
    isBusy: change.isPending,
    canRemove: rights.canRemove,
    fields: fields.map(({ key, values }) => ({
      key,
      label: labels.field(key),
      values: values.map((value) => ({ value, label: wordOf(key, value) })),
    })),
    onSet: (key: string, value: string | boolean) => run({ key, value }),
    onRemove: () => run('remove'),
  };
}

/** Changes many rows at once; the toast says how many, what stayed and why, and offers to take it back (design §5). */
function useBulkChange(resource: AnyResource) {
  const client = useQueryClient();
  const { t, i18n } = useTranslation(['form', 'common']);
  const say = (key: string, count: number, uses = '') =>
    t(`form:bulk.${key}`, { count, number: formatNumber(count, i18n.language), uses });
  const refresh = () => client.invalidateQueries({ queryKey: [resource.name] });
  const undo = useMutation({
    mutationFn: (id: number) =>
      api.post<Pick<BulkAnswer, 'done' | 'refused'>>(`${resource.endpoint}/bulk/${id}/undo`),
    onSuccess: ({ done, refused }) => {
      showToast('success', say('restored', done));
      if (refused > 0) showToast('info', say('not-restored', refused));
      return refresh();
    },
  });
  return useMutation({
    mutationFn: ({ target, change }: { target: BulkTarget; change: Change }) =>
      change === 'remove'
        ? api.post<BulkAnswer>(`${resource.endpoint}/bulk/remove`, target)
        : api.post<BulkAnswer>(`${resource.endpoint}/bulk/set`, { ...target, ...change }),
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
      if (done === 0 && refused === 0) showToast('info', t('form:bulk.nothing'));
      return refresh();
    },
  });
}
