import { useTranslation } from 'next-i18next/pages';
import { ActionForm } from '@/components/form/action-form';
import type { Row } from '@/crud/types';
import { api } from '@/lib/api/client';

/** Why a banner is rejected, which its shop reads. */
export function Rejection({ banner: { id, version }, onClose }: { banner: Row; onClose: () => void }) {
  const { t } = useTranslation('promotions');
  return (
    <ActionForm
      id="field"
      look="plain"
      confirmLabel={t('promotions:banners.reject-confirm')}
      isDanger
      values={{ reason: '' }}
      fields={[
        {
          name: 'reason',
          kind: 'text',
          label: t('promotions:banners.reason'),
          rows: 4,
          hint: t('promotions:banners.reason-hint'),
          isRequired: true,
          emptyError: 'error-reason-required',
        },
      ]}
      send={({ reason }) => api.post('disapprove-review-banner', { id, version, reason })}
      done={t('promotions:banners.rejected')}
      refresh={['review-banners', 'advertising-banners']}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
