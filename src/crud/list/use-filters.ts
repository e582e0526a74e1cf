import type { AnyResource, Filter, Relation } from '@/contract/core/define';
import type { ListState } from '@/crud/types';
import { isAnnounced, useCapabilities } from '@/lib/api/capabilities';
import { useLabels } from '@/lib/i18n/labels';

interface FiltersOfList {
  resource: AnyResource;
  filters: readonly Filter[];
  values: ListState['filters'];
}

export type ListFilterState = ReturnType<typeof useFilters>[number];

export function useFilters({ resource, filters, values }: FiltersOfList) {
  const labels = useLabels(resource);
  const optionsOf = ({ kind, options = [], key }: Filter) =>
    (kind === 'switch' ? ['true', 'false'] : options).map((value) => ({
      value,
      label: labels.option(key, value),
    }));
  const known = useCapabilities();
  return filters
    .filter(({ relation }) => !relation || isAnnounced('GET', relation.endpoint, known))
    .map((filter) => ({
      key: filter.key,
      label: labels.field(filter.key),
      value: values[filter.key],
      options: optionsOf(filter),
      // Replaces options: the family to search for records, by slug or by id.
      relation: narrowed(filter, values),
      byId: filter.via === 'param',
      // Bounds are calendar days instead of numbers; `value` is the lower one.
      isDays: filter.kind === 'days',
      upper: filter.upTo && { key: filter.upTo, value: values[filter.upTo] },
      // Filters cleared when this one changes.
      drops: resource.filters.filter(({ within }) => within === filter.key).map(({ key }) => key),
    }));
}

/** Options of a relation, narrowed by the filter it depends on. */
function narrowed({ relation, within = '' }: Filter, values: ListState['filters']): Relation | undefined {
  const kind = values[within];
  return relation && kind ? { ...relation, scope: { [within]: kind } } : relation;
}
