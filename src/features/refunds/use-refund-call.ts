import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '@/lib/toast';

interface RefundCall<Input> {
  run: (input: Input) => Promise<unknown>;
  /** Toast text after success. */
  done: (input: Input) => string;
  onDone: () => void;
}

/** Data changed by a refund: the refund, its order, the money of shops. */
const families = ['refunds', 'orders', 'shops', 'withdraws'];

/**
 * Mutation on a refund: shows a toast and calls `onDone` when all affected data is refetched. The caller shows errors,
 * so that a dialog stays open with them.
 */
export function useRefundCall<Input>({ run, done, onDone }: RefundCall<Input>) {
  const client = useQueryClient();
  const refresh = () => Promise.all(families.map((name) => client.invalidateQueries({ queryKey: [name] })));
  return useMutation({
    meta: { silent: true },
    mutationFn: run,
    onSuccess: async (_answer, input) => {
      showToast('success', done(input));
      await refresh();
      onDone();
    },
    // Somebody else may have decided meanwhile.
    onError: refresh,
  });
}
