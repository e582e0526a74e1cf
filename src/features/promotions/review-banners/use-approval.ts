import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

/** Approves a banner; lists of both banner families are refetched. `refused` is the error of its only field. */
export function useApproval({ id, version }: { id: number; version: number }) {
  const { t } = useTranslation('promotions');
  const refresh = useRefresh(['review-banners', 'advertising-banners']);
  const approval = useMutation({
    mutationFn: (typed: { erid?: string }) => api.post('approve-review-banner', { id, version, ...typed }),
    onSuccess: () => {
      showToast('success', t('promotions:banners.approved'));
      return refresh();
    },
    onError: (reason) => {
      if (toClientError(reason).code === 'CONFLICT') void refresh();
    },
    // The field shows its own error.
    meta: { silent: ['VALIDATION_FAILED'] },
  });
  const [refused] = approval.error ? Object.values(toClientError(approval.error).fields).flat() : [];
  return { ...approval, refused };
}
