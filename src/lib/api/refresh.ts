import type { QueryClient } from '@tanstack/react-query';

/**
 * Refetches a family's lists. Single rows are only marked stale: after a deletion or a new slug the open address may no
 * longer exist.
 */
export function refreshLists(client: QueryClient, family: string): Promise<void> {
  void client.invalidateQueries({ queryKey: [family, 'one'], refetchType: 'none' });
  return client.invalidateQueries({
    predicate: ({ queryKey: [name, kind] }) => name === family && kind !== 'one',
  });
}
