import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { ReportedType } from '@/contract/feedback/abusive-reports/schema';
import { errorText, toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast, type Toast } from '@/lib/toast';

interface FeedbackCall<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  /** Toast after success, optionally with an undo action. */
  done: (answer: Answer, input: Input) => { text: string; action?: Toast['action'] };
  onDone?: (() => void) | undefined;
}

/** Families refetched after every call: they embed each other, and products show their rating. */
const families = ['reviews', 'questions', 'abusive_reports', 'products'];

/** Mutation on customer feedback. The caller shows field errors; conflicts show a toast and refetch. */
export function useFeedbackCall<Input, Answer>({ run, done, onDone }: FeedbackCall<Input, Answer>) {
  const { t } = useTranslation(['feedback', 'common']);
  const refresh = useRefresh(families);
  return useMutation({
    meta: { silent: true },
    mutationFn: run,
    onSuccess: async (answer, input) => {
      const { text, action } = done(answer, input);
      showToast('success', text, action ? { action } : {});
      onDone?.();
      await refresh();
    },
    onError: (reason) => {
      const error = toClientError(reason);
      if (Object.keys(error.fields).length > 0) return;
      const isStale = error.code === 'CONFLICT' || error.code === 'NOT_FOUND';
      showToast('error', isStale ? t('feedback:feedback.stale') : errorText(t, error), {
        ...(error.requestId && { requestId: error.requestId }),
      });
      if (isStale) void refresh();
    },
  });
}

/** Translation key of the server's error at a field. */
export function findMistake(error: unknown, field: string): string | undefined {
  return error ? toClientError(error).fields[field]?.[0] : undefined;
}

export const restorePath = ({ type, id }: { type: ReportedType; id: number }) =>
  `${type === 'Review' ? 'reviews' : 'questions'}/${id}/restore` as const;
