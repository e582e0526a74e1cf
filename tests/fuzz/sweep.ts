import { resourceNames, resources } from '@/contract';
import { sortKeys } from '@/server/core/resource/list-query';
import type { Endpoint } from '../support/endpoints';
import { type Knowledge, nameOf } from './learn';
import type { Draft } from './requests';
import { baseOf } from './send';

type Planned = { endpoint: Endpoint; draft: Draft };

/** Names that a table has without stating them. */
const inherited = ['hasOwnProperty', 'constructor', '__proto__', 'toString'];

/** Every read endpoint with each query parameter that it reads, named like a member of every object. */
export function sweepInherited(endpoints: readonly Endpoint[], known: Knowledge, isShort = false): Planned[] {
  return endpoints.flatMap((endpoint) => {
    const { method, path } = endpoint;
    if (method !== 'GET') return [];
    const resource = resourceNames
      .map((name) => resources[name])
      .find((one) => path === one.endpoint || (path.startsWith(`${one.endpoint}/`) && !path.includes(':')));
    const keys = new Set([
      ...(known.lessons.get(nameOf(endpoint))?.queryKeys ?? []),
      ...(resource ? [...Object.keys(resource.search), ...resource.filters.map(({ key }) => key)] : []),
    ]);
    keys.delete('search');
    const row = known.rows.get(baseOf(path))?.[0];
    const address = path.replace(/:\w+|\*/g, () => encodeURIComponent(String(row?.id ?? 1)));
    return [...keys].flatMap((key, place) =>
      inherited.flatMap((name, index): Planned[] => {
        if (isShort && index !== place % inherited.length) return [];
        const pair: [string, string] = index === 1 ? ['search', `${key}:${name}`] : [key, name];
        return [{ endpoint, draft: { method, path: address, query: [pair], headers: {} } }];
      }),
    );
  });
}

/** Every list with each of its sorts, filters and search keys, also with keys of the other kind: few rows, and all. */
export function sweep(endpoints: readonly Endpoint[]): Planned[] {
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
