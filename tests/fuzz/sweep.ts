import { resourceNames, resources } from '@/contract';
import { sortKeys } from '@/server/core/http/list-query';
import type { Endpoint } from '../support/endpoints';
import type { Draft } from './requests';

/** Every list with each of its sorts, filters and search keys, also with keys of the other kind: few rows, and all. */
export function sweep(endpoints: readonly Endpoint[]): { endpoint: Endpoint; draft: Draft }[] {
  return endpoints.flatMap((endpoint) => {
    const { method, path } = endpoint;
    const resource = resourceNames
      .map((name) => resources[name])
      .find((one) => path === one.endpoint || path === `${one.endpoint}/export`);
    if (method !== 'GET' || !resource) return [];
    const keys = new Set([...Object.keys(resource.search), ...resource.filters.map(({ key }) => key)]);
    const sorts = new Set(sortKeys(resource));
    const queries: [string, string][][] = [
      ...[...sorts].flatMap((sort) =>
        ['asc', 'desc'].map((way): [string, string][] => [
          ['orderBy', sort],
          ['sortedBy', way],
        ]),
      ),
      ...[...keys].flatMap((key): [string, string][][] => [
        [[key, '1']],
        [[key, 'a,b']],
        [['search', `${key}:1`]],
      ]),
      [['columns', resource.columns.map(({ key }) => key).join(',')]],
    ];
    return queries.map((query) => ({ endpoint, draft: { method, path, query, headers: {} } }));
  });
}
