import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReportCase, ReportCaseDetails, ReportedType } from '@/contract/feedback/abusive-reports';
import { api } from '@/lib/api/client';

const family = 'abusive_reports';

/** A page of what was complained of. */
export function useCases(query: Record<string, string | number>, isReady: boolean) {
  return useQuery({
    queryKey: [family, 'list', query],
    queryFn: () => api.page<ReportCase>(`${family}/cases`, query),
    enabled: isReady,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
}

/** One thing with all complaints about it and what is known of its author. */
export function useCase(type: ReportedType, id: number) {
  return useQuery({
    queryKey: [family, 'one', type, id],
    queryFn: () => api.get<ReportCaseDetails>(`${family}/cases/${type}/${id}`),
    meta: { silent: true },
  });
}

/** Tells one thing from all others. */
export const caseKey = ({ model_type, model_id }: Pick<ReportCase, 'model_type' | 'model_id'>): string =>
  `${model_type}-${model_id}`;

/** Reads such a key. */
export function caseOf(key: string): { type: ReportedType; id: number } | undefined {
  const found = /^(Review|Question)-([1-9]\d{0,14})$/.exec(key);
  if (!found) return undefined;
  return { type: found[1] === 'Review' ? 'Review' : 'Question', id: Number(found[2]) };
}
