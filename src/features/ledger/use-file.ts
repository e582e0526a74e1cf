import { useMutation } from '@tanstack/react-query';

/** Download state for a button: busy flag, default error handling. */
export function useFile() {
  return useMutation({ mutationFn: (fetch: () => Promise<void>) => fetch() });
}
