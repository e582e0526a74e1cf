import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Me } from '@/contract/accounts/auth';
import { api } from '@/lib/api/client';
import { ClientError, toClientError } from '@/lib/api/errors';
import { type Credentials, onCredentials, readCredentials } from './session';

/** The stored credentials, followed while they change; null while a page is prerendered and while it hydrates. */
export function useCredentials(): Credentials | null {
  return useSyncExternalStore(onCredentials, readCredentials, () => null);
}

/** The signed-in person; asked once in five minutes and not repeated on failure, since the gate waits for it. */
export function useMe(): UseQueryResult<Me> {
  const isSignedIn = useCredentials() !== null;
  return useQuery(meOptions(isSignedIn));
}

/** What the person may do: as `me` says, until then as the credential cookie says (specification §6). The same array while nothing changes. */
export function usePermissions(): string[] {
  const credentials = useCredentials();
  const { data } = useMe();
  const told = data?.permissions;
  const names = useMemo(() => told?.map((permission) => permission.name), [told]);
  return credentials ? (names ?? credentials.permissions) : none;
}

/** Query of `me`, for who fetches it ahead of the first screen. */
export function meOptions(enabled = true) {
  return {
    queryKey: ['me'],
    queryFn: getMe,
    enabled,
    retry: false,
    staleTime: 5 * 60_000,
    meta: { silent: true },
  };
}

/**
 * Fetches the current person. Failures carry the words of specification §6: 403 gives Unauthorized, other statuses give
 * Unexpected status code, no answer gives Network error; code and status stay readable.
 */
export async function getMe(): Promise<Me> {
  try {
    return await api.get<Me>('me');
  } catch (reason) {
    const error = toClientError(reason);
    const { code, status, fields, requestId } = error;
    throw new ClientError(code, { message: wordsOf(status), status, fields, requestId });
  }
}

const none: string[] = [];

function wordsOf(status: number | undefined): string {
  if (status === undefined) return 'Network error';
  return status === 403 ? 'Unauthorized' : 'Unexpected status code';
}
