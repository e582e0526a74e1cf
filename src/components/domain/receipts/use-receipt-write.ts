import { useMutation } from '@tanstack/react-query';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

interface ReceiptWrite<Input> {
  send: (input: Input) => Promise<unknown>;
  /** Said when it is done. */
  text: string;
  onDone: () => void;
}

/** A correction of a receipt: done at once, or waiting for a second person, which ends the form, too. */
export function useReceiptWrite<Input>({ send, text, onDone }: ReceiptWrite<Input>) {
  const refresh = useRefresh(['orders', 'receipts', 'approvals']);
  const end = () => {
    onDone();
    return refresh();
  };
  return useMutation({
    meta: { silent: true },
    mutationFn: send,
    onSuccess: () => {
      showToast('success', text);
      return end();
    },
    onError: (error) => (toClientError(error).status === 202 ? end() : undefined),
  });
}
