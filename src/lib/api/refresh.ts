import type { QueryClient } from '@tanstack/react-query';

/**
 * Asks again for a family's lists. Single rows are only marked as old: under the address that is open there may be
 * nothing any more, after a removal or with another slug.
 */
export function refreshLists(client: QueryClient, family: string): Promise<void> {
  void client.invalidateQueries({ queryKey: [family, 'one'], refetchType: 'none' });
  return client.invalidateQueries({
    predicate: ({ queryKey: [name, kind] }) => name === family && kind !== 'one',
  });
}
