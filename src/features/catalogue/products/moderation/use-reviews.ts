import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { ProductReview } from '@/contract/catalogue/products/moderation';
import type { DecidedReviews } from '@/contract/catalogue/products/review-decision';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { useOne } from '@/lib/api/use-record';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';
import { undoOptions } from '@/lib/undo-toast';

const endpoint = 'product-reviews';

export const reviewStates = ['waiting', 'approved', 'rejected', 'withdrawn'] as const;

/** A decision changes the product as well. */
const affectedFamilies = [endpoint, 'products'];

export function useReviews(query: Record<string, string | number>, isReady: boolean) {
  return useQuery({
    queryKey: [endpoint, 'list', query],
    queryFn: () => api.page(endpoint, query),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
}

export const useReview = (id: number) => useOne({ name: endpoint, endpoint }, String(id));

type ReviewVersion = Pick<ProductReview, 'id' | 'version'>;

/** A submission with the name of its product, which the toast says. */
type NamedReview = ReviewVersion & { name: string };

interface DecisionOptions<Input extends NamedReview, Answer> {
  run: (input: Input) => Promise<Answer>;
  /** What its toast offers. */
  options?: (answer: Answer, input: Input) => Parameters<typeof showToast>[2];
  /** Toast, as a key of `form:products.moderation`. */
  done: string;
}

/** Mutation of a submission; pending until the lists are refetched. Callers show field errors themselves. */
function useDecision<Input extends NamedReview, Answer>(decision: DecisionOptions<Input, Answer>) {
  const { run, done, options } = decision;
  const { t } = useTranslation(['catalogue', 'common']);
  const refresh = useRefresh(affectedFamilies);
  return useMutation({
    meta: { silent: true },
    mutationFn: run,
    onSuccess: (answer, input) => {
      showToast(
        'success',
        t(`catalogue:products.moderation.${done}`, { name: input.name }),
        options?.(answer, input),
      );
      return refresh();
    },
    onError: (reason) => {
      const error = toClientError(reason);
      if (Object.keys(error.fields).length > 0) return;
      const isStale = error.code === 'CONFLICT';
      const text = isStale ? t('catalogue:products.moderation.stale') : errorText(t, error);
      showToast('error', text, { requestId: error.requestId });
      if (isStale) void refresh();
    },
  });
}

/** Approves the version that was shown. A new product can be sent back to the queue from the toast. */
export function useApprove() {
  const { t } = useTranslation(['catalogue', 'common']);
  const refresh = useRefresh(affectedFamilies);
  const undo = useMutation({
    mutationFn: (id: number) => api.post(`${endpoint}/${id}/undo-approval`, {}),
    onSuccess: () => showToast('success', t('catalogue:products.moderation.approval-undone')),
    onSettled: refresh,
  });
  return useDecision({
    run: ({ id, version }: NamedReview) => api.post(`${endpoint}/${id}/approve`, { version }),
    done: 'approved',
    options: ({ undo_until }, { id }) =>
      undoOptions(undo_until, t('common:button-undo'), () => undo.mutate(id)),
  });
}

/** Some submissions at the versions that were shown, or all that match the filters of the queue. */
export type ReviewTarget = { reviews: readonly ReviewVersion[] } | { query: Record<string, string> };

/** Decides many, in steps; what cannot be decided stays in the queue. */
export function useDecideMany() {
  const { t } = useTranslation(['catalogue', 'common']);
  const refresh = useRefresh(affectedFamilies);
  /** Submissions decided so far; undefined while idle. */
  const [decided, setDecided] = useState<number>();
  const undo = useUndoMany();

  /** Resolves to true when every step succeeded; errors are shown as a toast. */
  async function decide(decision: 'approve' | 'reject', target: ReviewTarget, reason?: string) {
    let [done, left, isWhole] = [0, 0, true];
    let step: DecidedReviews['next'] = null;
    const undos: NonNullable<DecidedReviews['undo']>[] = [];
    setDecided(0);
    try {
      do {
        const answer: DecidedReviews = await api.post(`${endpoint}/bulk/${decision}`, {
          ...reviewBody(target),
          ...(reason !== undefined && { reason }),
          ...(step && { step }),
        });
        done += answer.done;
        left += answer.refused.length;
        if (answer.undo) undos.push(answer.undo);
        step = answer.next;
        setDecided(done + left);
      } while (step);
    } catch (reason) {
      isWhole = false;
      const error = toClientError(reason);
      showToast('error', errorText(t, error), { requestId: error.requestId });
    }
    setDecided(undefined);
    const word = decision === 'approve' ? 'approved-many' : 'rejected-many';
    if (left > 0) showToast('info', t('catalogue:products.moderation.left', { count: left }));
    if (done > 0) {
      const text = t(`catalogue:products.moderation.${word}`, { count: done });
      const ids = undos.map(({ id }) => id);
      // All steps can be undone as long as the first one.
      const back = undoOptions(undos[0]?.until, t('common:button-undo'), () => undo.mutate(ids));
      showToast('success', text, back);
    }
    await refresh();
    return isWhole;
  }
  return { decide, decided };
}

/** Sends the new products of a bulk approval back to the queue. It works from the toast. */
function useUndoMany() {
  const { t } = useTranslation(['catalogue', 'common']);
  const refresh = useRefresh(affectedFamilies);
  const word = (key: string, count: number) => t(`catalogue:products.moderation.${key}`, { count });
  return useMutation({
    mutationFn: (undos: number[]) => api.post(`${endpoint}/bulk/undo-approval`, { undos }),
    onSuccess: ({ done, refused }) => {
      if (refused > 0) showToast('info', word('approvals-stand', refused));
      if (done > 0) showToast('success', word('approvals-undone', done));
    },
    onSettled: refresh,
  });
}

export function reviewBody(target: ReviewTarget) {
  if ('query' in target) return target;
  const { reviews } = target;
  return {
    ids: reviews.map(({ id }) => id),
    versions: Object.fromEntries(reviews.map(({ id, version }) => [id, version])),
  };
}

export const useReject = () =>
  useDecision({
    run: ({ id, version, reason }: NamedReview & { reason: string }) =>
      api.post(`${endpoint}/${id}/reject`, { version, reason }),
    done: 'rejected',
  });

/** Withdraws the vendor's own submission. */
export const useWithdraw = () =>
  useDecision({ run: ({ id }: NamedReview) => api.remove(`${endpoint}/${id}`), done: 'taken-back' });
