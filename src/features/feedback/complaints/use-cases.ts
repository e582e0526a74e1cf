import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReportCase, ReportCaseDetails } from '@/contract/feedback/abusive-reports';
import type { ReportedType } from '@/contract/feedback/abusive-reports/schema';
import type { Review } from '@/contract/feedback/reviews/schema';
import { api } from '@/lib/api/client';

const family = 'abusive_reports';

export function useCases(query: Record<string, string | number>, isReady: boolean) {
  return useQuery({
    queryKey: [family, 'list', query],
    queryFn: () => api.page(`${family}/cases`, query),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
}

export function useCase(type: ReportedType, id: number, isEnabled = true) {
  return useQuery({
    queryKey: [family, 'one', type, id],
    queryFn: () => api.get(`${family}/cases/${type as string}/${id}`),
    enabled: isEnabled,
  });
}

export const caseKey = ({ model_type, model_id }: Pick<ReportCase, 'model_type' | 'model_id'>): string =>
  `${model_type}-${model_id}`;

/** Parses a key of `caseKey`. */
export function parseCaseKey(key: string): { type: ReportedType; id: number } | undefined {
  const found = /^(Review|Question)-([1-9]\d{0,14})$/.exec(key);
  if (!found) return undefined;
  return { type: found[1] === 'Review' ? 'Review' : 'Question', id: Number(found[2]) };
}

/** The case of a server without cases: the review with its own complaints. */
export function caseOfReview(review: Review): ReportCaseDetails {
  const reports = review.abusive_reports ?? [];
  return {
    ...review,
    model_type: 'Review',
    model_id: review.id,
    text: review.comment,
    answer: review.answer ?? null,
    author: null,
    reports,
    reports_count: reports.length,
    first_reported_at: reports[0]?.created_at ?? null,
    deleted_at: null,
    moderation_note: null,
  };
}
