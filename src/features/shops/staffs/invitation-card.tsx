import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { Row } from '@/crud/types';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { useSettings } from '@/state/settings';

/** A pending invitation, with a button to send it again. */
export function InvitationCard({ staff }: { staff: Row }) {
  const { t } = useTranslation('shops');
  const hasMail = useSettings().sends?.mail !== false;
  const invite = useMutation({
    mutationFn: () => api.post(`staffs/${staff.id}/invite`),
    onSuccess: () => showToast('success', t('shops:staffs.invitation.sent')),
  });
  return (
    <Card
      title={t('shops:staffs.invitation.title')}
      text={t(`shops:staffs.invitation.${hasMail ? 'text' : 'no-mail'}`, { email: String(staff.email) })}
    >
      <Button
        isLoading={invite.isPending}
        disabled={invite.isSuccess || !hasMail}
        onClick={() => invite.mutate()}
      >
        {t(`shops:staffs.invitation.${invite.isSuccess ? 'sent' : 'again'}`)}
      </Button>
    </Card>
  );
}
