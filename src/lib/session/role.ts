import { findAccess, isInRole, knownEndpoints } from '@/contract/access';
import { holds, type Right } from '@/contract/core/areas';
import type { RoleAccess } from '@/lib/api/capabilities';

/** Routes by method and number of segments, those with more fixed segments first. */
const routes = new Map<string, string[][]>();
for (const endpoint of knownEndpoints()) {
  const [method = '', route = ''] = endpoint.split(' ');
  const segments = route.split('/');
  const key = `${method} ${segments.length}`;
  routes.set(key, [...(routes.get(key) ?? []), segments]);
}
const variables = (segments: readonly string[]) => segments.filter((segment) => segment === ':').length;
for (const list of routes.values()) list.sort((one, other) => variables(one) - variables(other));

/** What a limited person opens and asks, by the table that the server checks. */
export function accessFor(permissions: readonly string[]): RoleAccess {
  const known = new Map<string, Right | undefined>();
  return {
    opens: (path) => isInRole(path, permissions),
    lackOf: (method, path) => {
      const request = `${method.toUpperCase()} ${path}`;
      if (!known.has(request)) known.set(request, lackOf(request, permissions));
      return known.get(request);
    },
  };
}

function lackOf(request: string, permissions: readonly string[]): Right | undefined {
  const [method = '', path = ''] = request.split(' ');
  const segments = path.split('/');
  const route = routes
    .get(`${method} ${segments.length}`)
    ?.find((one) => one.every((segment, index) => segment === ':' || segment === segments[index]));
  const access = route && findAccess(method, route.join('/'));
  return access && isRight(access) && !holds(permissions, access) ? access : undefined;
}

const isRight = (access: string): access is Right => access.includes(':');
