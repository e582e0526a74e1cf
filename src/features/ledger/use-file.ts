import { useMutation } from '@tanstack/react-query';

/** Fetches a file, as a button needs it: busy meanwhile; a failure is told as every failure is. */
export function useFile() {
  return useMutation({ mutationFn: (fetch: () => Promise<void>) => fetch() });
}
