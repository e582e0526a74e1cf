import { useQueryClient } from '@tanstack/react-query';

/** Refetches what shows rows of these families. */
export function useRefresh(families: readonly string[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(families.map((name) => client.invalidateQueries({ queryKey: [name] })));
}
