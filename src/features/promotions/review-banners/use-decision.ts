import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

/** Body of a decision, without id and version. */
type BannerDecision = { verb: 'approve'; erid?: string } | { verb: 'disapprove'; reason: string };

/** Approves or rejects a banner; lists of both banner families are refetched. `refused` is the error of its only field. */
export function useDecision(banner: { id: number; version: number }) {
  const { t } = useTranslation('promotions');
  const refresh = useRefresh(['review-banners', 'advertising-banners']);
  const decision = useMutation({
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
      if (toClientError(reason).code === 'CONFLICT') void refresh();
    },
    // The field shows its own error.
    meta: { silent: ['VALIDATION_FAILED'] },
  });
  const [refused] = decision.error ? Object.values(toClientError(decision.error).fields).flat() : [];
  return { ...decision, refused };
}
