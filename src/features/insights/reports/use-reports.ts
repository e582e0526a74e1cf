import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import {
  reportRunsEndpoint,
  type SavedReport,
  savedReportsEndpoint,
} from '@/contract/insights/saved-reports';
import { listsWithViews } from '@/contract/settings/saved-views/lists';
import { api } from '@/lib/api/client';
import { download } from '@/lib/api/files';
import { showToast } from '@/lib/toast';

/** While a run waits the history is read again. */
const pollMs = 2000;

/** The person's reports, by name. */
export function useReports() {
  return useQuery({
    queryKey: [savedReportsEndpoint],
    queryFn: () => api.list(savedReportsEndpoint),
    refetchInterval: ({ state }) =>
      state.data?.some(({ last_run }) => last_run?.status === 'waiting') ? pollMs : false,
  });
}

export function useReport(id: string | undefined) {
  return useQuery({
    queryKey: [savedReportsEndpoint, 'one', id],
    queryFn: () => api.get(`${savedReportsEndpoint}/${id ?? ''}`),
    enabled: id !== undefined,
  });
}

export function useRuns(id: number) {
  return useQuery({
    queryKey: [savedReportsEndpoint, 'runs', id],
    queryFn: () => api.list(`${savedReportsEndpoint}/${id}/runs`),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'waiting') ? pollMs : false),
  });
}

export function useReceivers(id: number) {
  return useQuery({
    queryKey: [savedReportsEndpoint, 'receivers', id],
    queryFn: () => api.list(`${savedReportsEndpoint}/${id}/receivers`),
  });
}

export type ReportChange = Pick<
  SavedReport,
  'name' | 'period' | 'period_key' | 'format' | 'schedule' | 'hour'
> & {
  receivers: number[];
};

/** Changes of a report; all of them read what is shown again. */
export function useReportActions() {
  const { t } = useTranslation(['insights', 'common']);
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: [savedReportsEndpoint] });
  const run = useMutation({
    mutationFn: ({ id, send }: { id: number; send: boolean }) =>
      api.post(`${savedReportsEndpoint}/${id}/run`, { send }),
    onSuccess: (_run, { send }) =>
      showToast('success', t(`insights:saved-reports.${send ? 'sending' : 'started'}`)),
    onSettled,
  });
  const change = useMutation({
    meta: { silent: ['VALIDATION_FAILED'] },
    mutationFn: ({ report, input }: { report: SavedReport; input: ReportChange }) =>
      api.patch(`${savedReportsEndpoint}/${report.id}`, { ...input, version: report.version }),
    onSuccess: () => showToast('success', t('common:successfully-updated')),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: number) => api.remove(`${savedReportsEndpoint}/${id}`),
    onSuccess: () => showToast('success', t('common:successfully-deleted')),
    onSettled,
  });
  return { run, change, remove };
}

export const saveRun = (id: number, name: string): Promise<void> =>
  download(`${reportRunsEndpoint}/${id}/file`, {}, name);

/** «Заказы · Чайная лавка»: the list of a report, and its shop. */
export function useListName() {
  // Lists with an address of their own are named in their domain.
  const { t } = useTranslation(['insights', 'common', 'catalogue', 'accounts', 'shops']);
  return (family: string, shop?: string) => {
    const list = listsWithViews.get(family);
    const key = list?.only
      ? [`${list.domain}:${list.name}.${list.only.name}.title`, `common:families.${list.name}`]
      : [`common:families.${list?.name ?? family}`];
    return [t(key), shop].filter(Boolean).join(' · ');
  };
}
