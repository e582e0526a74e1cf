import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { api } from '@/lib/api/client';
import { type ClientError, errorText, toClientError } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';

/** Body of a decision, without id and version. */
type BannerDecision = { verb: 'approve'; erid?: string } | { verb: 'disapprove'; reason: string };

/** Approves or rejects a banner; lists of both banner families are refetched. */
export function useDecision(banner: { id: number; version: number }) {
  const client = useQueryClient();
  const { t } = useTranslation(['promotions', 'common']);
  const refresh = () =>
    Promise.all(
      ['review-banners', 'advertising-banners'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    );
  return useMutation({
    mutationFn: ({ verb, ...more }: BannerDecision) =>
      api.post(`${verb}-review-banner`, { id: banner.id, version: banner.version, ...more }),
    onSuccess: (_row, { verb }) => {
      showToast(
        'success',
        t(verb === 'approve' ? 'promotions:banners.approved' : 'promotions:banners.rejected'),
      );
      return refresh();
    },
    onError: (reason) => {
      const error = toClientError(reason);
      // The field shows its own error.
      if (fieldError(error) === undefined)
        showToast('error', errorText(t, error), { requestId: error.requestId });
      if (error.code === 'CONFLICT') void refresh();
    },
    meta: { silent: true },
  });
}

/** Error of a decision's only field. */
export function fieldError(error: ClientError | undefined): string | undefined {
  return error && Object.values(error.fields).flat()[0];
}
