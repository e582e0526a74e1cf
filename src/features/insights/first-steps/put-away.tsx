import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';

/** Puts a guide away, for people who do not need it. */
export function PutAway({ queryKey }: { queryKey: readonly string[] }) {
  const { t } = useTranslation('insights');
  const client = useQueryClient();
  const putAway = useMutation({
    mutationFn: () => api.post('first-steps/put-away'),
    onSuccess: () => {
      showToast('success', t('insights:first-steps.put-away-done'));
      return client.invalidateQueries({ queryKey });
    },
  });
  return (
    <Button
      variant="ghost"
      size="small"
      className="phone:-ms-2.5"
      isLoading={putAway.isPending}
      onClick={() => putAway.mutate()}
    >
      {t('insights:first-steps.put-away')}
    </Button>
  );
}
