import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

interface ReceiptWrite<Input> {
  send: (input: Input) => Promise<unknown>;
  /** Said when it is done. */
  text: string;
  onDone: () => void;
}

/**
 * A correction of a receipt: done at once, or waiting for a second person, which ends the form, too. Errors are said at
 * their fields (`errorOf`), or as a `problem` of the whole.
 */
export function useReceiptWrite<Input>({ send, text, onDone }: ReceiptWrite<Input>) {
  const { t } = useTranslation('form');
  const refresh = useRefresh(['orders', 'receipts', 'approvals']);
  const end = () => {
    onDone();
    return refresh();
  };
  const write = useMutation({
    meta: { silent: true },
    mutationFn: send,
    onSuccess: () => {
      showToast('success', text);
      return end();
    },
    onError: (error) => (toClientError(error).status === 202 ? end() : undefined),
  });
  const failure = write.error ? toClientError(write.error) : undefined;
  const isWhole = failure?.status !== 202 && Object.keys(failure?.fields ?? {}).length === 0;
  return {
    ...write,
    problem: isWhole ? failure : undefined,
    errorOf: (key: string) => {
      const [error] = failure?.fields[key] ?? [];
      return error && t(`form:${error}`, { defaultValue: error });
    },
  };
}
