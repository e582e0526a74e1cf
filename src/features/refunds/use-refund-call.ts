import { useMutation } from '@tanstack/react-query';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

interface RefundCall<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  /** Toast text after success. */
  done: (input: Input, answer: Answer) => string;
  onDone: () => void;
  /** The server refused: the next attempt is another request. */
  onRefused?: () => void;
}

/** Data changed by a refund: the refund, its order, the money of shops. */
export const refundFamilies = ['refunds', 'orders', 'shops', 'withdraws', 'approvals'];

/**
 * Mutation on a refund: shows a toast and calls `onDone` when all affected data is refetched. The caller shows errors,
 * so that a dialog stays open with them.
 */
export function useRefundCall<Input, Answer>({ run, done, onDone, onRefused }: RefundCall<Input, Answer>) {
  const refresh = useRefresh(refundFamilies);
  return useMutation({
    meta: { silent: true },
    mutationFn: run,
    onSuccess: async (answer, input) => {
      showToast('success', done(input, answer));
      await refresh();
      onDone();
    },
    // Somebody else may have decided meanwhile.
    onError: (error) => {
      const { status } = toClientError(error);
      if (status !== undefined) onRefused?.();
      // It waits for a second person: there is nothing left to do here.
      if (status === 202) onDone();
      return refresh();
    },
  });
}
