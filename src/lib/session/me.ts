import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Me } from '@/contract/accounts/auth';
import { limited } from '@/contract/core/areas';
import { keepRole } from '@/lib/api/capabilities';
import { api, loadPart } from '@/lib/api/client';
import { ClientError, toClientError } from '@/lib/api/client-error';
import { type Credentials, onCredentials, shownCredentials } from './session';

/** The credentials as an external store; null during prerender and hydration. */
export function useCredentials(): Credentials | null {
  return useSyncExternalStore(onCredentials, shownCredentials, () => null);
}

/** The current user; fresh for five minutes, not retried, since the auth gate waits for it. */
export function useMe(): UseQueryResult<Me> {
  const isSignedIn = useCredentials() !== null;
  return useQuery(meOptions(isSignedIn));
}

/** Permissions from `me`, until then from the cookie. Referentially stable. */
export function usePermissions(): string[] {
  const credentials = useCredentials();
  const { data } = useMe();
  const permissions = data?.permissions;
  const names = useMemo(() => permissions?.map((permission) => permission.name), [permissions]);
  return credentials ? (names ?? credentials.permissions) : none;
}

/** Query options of `me`, also for prefetching. */
export function meOptions(enabled = true) {
  return {
    queryKey: ['me'],
    queryFn: getMe,
    enabled,
    retry: false,
    staleTime: 5 * 60_000,
  };
}

/**
 * Fetches the current person. Failures carry the words of specification §6: 403 gives Unauthorized, other statuses give
 * Unexpected status code, no answer gives Network error; code and status stay readable.
 */
export async function getMe(): Promise<Me> {
  try {
    const me = await api.get('me');
    await learnRole(me);
    return me;
  } catch (reason) {
    const error = toClientError(reason);
    const { code, status, fields, requestId } = error;
    throw new ClientError(code, { message: wordsOf(status), status, fields, requestId });
  }
}

/** The table of rights is loaded for limited people, before anything of theirs is shown. */
async function learnRole({ permissions }: Me): Promise<void> {
  const names = permissions.map(({ name }) => name);
  keepRole(names.includes(limited) ? (await loadPart(() => import('./role'))).accessFor(names) : undefined);
}

const none: string[] = [];

function wordsOf(status: number | undefined): string {
  if (status === undefined) return 'Network error';
  return status === 403 ? 'Unauthorized' : 'Unexpected status code';
}
