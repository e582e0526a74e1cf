import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useRef } from 'react';
import { errorText, toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

/** The record has changed: what is read again may draw the form anew, so the reason is a toast. */
const changed = ['CONFLICT', 'ACTION_NOT_VALID'];

export interface ActionOptions<Input, Answer> {
  /** Asks for a declared action; the compiler finds its body and answer by the address. */
  send: (input: Input) => Promise<Answer>;
  /** The toast when it is done. */
  done: string | ((answer: Answer) => string);
  /** Families whose rows are read again, also after a refusal: somebody else may have changed them. */
  refresh: readonly string[];
  onDone: () => void;
}

/**
 * Something done to a record. It is over when it is done, and when it waits for a second person, which the toast of such an
 * answer has said. Errors are shown by the caller: at their fields (`errorOf`), or as a `failure` of the whole; that the
 * record has changed is a toast.
 */
export function useAction<Input, Answer>({ send, done, refresh, onDone }: ActionOptions<Input, Answer>) {
  const { t } = useTranslation(['form', 'common']);
  const reread = useRefresh(refresh);
  // A second Enter comes before the first is drawn.
  const isSent = useRef(false);
  const call = useMutation({
    meta: { silent: true },
    mutationFn: send,
    onSuccess: (answer) => {
      showToast('success', typeof done === 'string' ? done : done(answer));
      onDone();
      return reread();
    },
    onError: (error) => {
      const refused = toClientError(error);
      if (refused.status === 202) onDone();
      if (changed.includes(refused.code))
        showToast('error', errorText(t, refused), refused.requestId ? { requestId: refused.requestId } : {});
      return reread();
    },
    onSettled: () => {
      isSent.current = false;
    },
  });
  const failure = call.error ? toClientError(call.error) : undefined;
  const isSaid = failure && (failure.status === 202 || changed.includes(failure.code));
  return {
    run: (input: Input) => {
      if (isSent.current) return;
      isSent.current = true;
      call.mutate(input);
    },
    isRunning: call.isPending,
    reset: call.reset,
    failure: isSaid ? undefined : failure,
    /** Translated. */
    errorOf: (field: string) => {
      const [error] = failure?.fields[field] ?? [];
      return error && t(`form:${error}`, { defaultValue: error });
    },
  };
}
