import { useMutation } from '@tanstack/react-query';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

interface RefundCall<Input> {
  run: (input: Input) => Promise<unknown>;
  /** Toast text after success; left out where `run` shows it. */
  done?: (input: Input) => string;
  onDone: () => void;
  /** The server refused: the next attempt is another request. */
  onRefused?: () => void;
}

/** Data changed by a refund: the refund, its order, the money of shops. */
const families = ['refunds', 'orders', 'shops', 'withdraws'];

/**
 * Mutation on a refund: shows a toast and calls `onDone` when all affected data is refetched. The caller shows errors,
 * so that a dialog stays open with them.
 */
export function useRefundCall<Input>({ run, done, onDone, onRefused }: RefundCall<Input>) {
  const refresh = useRefresh(families);
  return useMutation({
    meta: { silent: true },
    mutationFn: run,
    onSuccess: async (_answer, input) => {
      if (done) showToast('success', done(input));
      await refresh();
      onDone();
    },
    // Somebody else may have decided meanwhile.
    onError: (error) => {
      if (toClientError(error).status !== undefined) onRefused?.();
      return refresh();
    },
  });
}
