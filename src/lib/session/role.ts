import { isInRole } from '@/contract/access';
import { holds, type Right } from '@/contract/core/areas';
import type { RoleAccess } from '@/lib/api/capabilities';
import { findEndpoint } from '@/lib/api/endpoints';

/** What a limited person opens and asks, by the declarations that the server checks. */
export function accessFor(permissions: readonly string[]): RoleAccess {
  const known = new Map<string, Right | undefined>();
  return {
    opens: (path) => isInRole(path, permissions),
    lackOf: (method, path) => {
      const request = `${method} ${path}`;
      if (!known.has(request)) known.set(request, lackOf(method, path, permissions));
      return known.get(request);
    },
  };
}

function lackOf(method: string, path: string, permissions: readonly string[]): Right | undefined {
  const right = findEndpoint(method, path)?.right ?? '';
  return isRight(right) && !holds(permissions, right) ? right : undefined;
}

const isRight = (access: string): access is Right => access.includes(':');
