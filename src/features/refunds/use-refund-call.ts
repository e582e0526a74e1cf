import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '@/lib/toast';

interface RefundCall<Input> {
  run: (input: Input) => Promise<unknown>;
  /** Said afterwards, in words. */
  done: (input: Input) => string;
  onDone: () => void;
}

/** What a refund changes: itself, its order, the money of shops. */
const families = ['refunds', 'orders', 'shops', 'withdraws'];

/**
 * A step with a refund: says what was done and calls `onDone` when all that it changed is there again. What fails is the
 * caller's to show, so that a dialog stays open with it (reference pages §7.3).
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
