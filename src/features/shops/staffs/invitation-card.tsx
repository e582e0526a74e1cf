import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { Row } from '@/crud/types';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';

/** A pending invitation, with a button to send it again. */
export function InvitationCard({ staff }: { staff: Row }) {
  const { t } = useTranslation('shops');
  const invite = useMutation({
    mutationFn: () => api.post(`staffs/${staff.id}/invite`),
    onSuccess: () => showToast('success', t('shops:staffs.invitation.sent')),
  });
  return (
    <Card
      title={t('shops:staffs.invitation.title')}
      text={t('shops:staffs.invitation.text', { email: String(staff.email) })}
    >
      <Button isLoading={invite.isPending} disabled={invite.isSuccess} onClick={() => invite.mutate()}>
        {t(`shops:staffs.invitation.${invite.isSuccess ? 'sent' : 'again'}`)}
      </Button>
    </Card>
  );
}
