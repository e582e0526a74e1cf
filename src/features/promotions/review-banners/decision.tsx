import { BadgeX } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { ActionForm } from '@/components/form/action-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';
import type { Row } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { useLabels } from '@/lib/i18n/labels';

interface DecisionProps {
  resource: Parameters<typeof useLabels>[0];
  banner: Row;
}

export function Decision({ resource, banner }: DecisionProps) {
  const { t } = useTranslation('promotions');
  const canDecide = useCan('banner-moderation');
  const [isRejecting, setRejecting] = useState(false);
  const { status, advertising_banner_id } = banner;
  if (!canDecide) return null;
  return (
    <Card title={t('promotions:banners.decision')}>
      <div className="grid gap-4">
        {status === 'approved' && <p className="text-ink-second">{t('promotions:banners.approved-note')}</p>}
        {status === 'rejected' && <p className="text-ink-second">{t('promotions:banners.rejected-note')}</p>}
        {status === 'approved' && Boolean(advertising_banner_id) && (
          <LinkButton href={`/advertising-banners/${String(advertising_banner_id)}/edit`} variant="primary">
            {t('promotions:banners.open-banner')}
          </LinkButton>
        )}
        {status !== 'approved' && !isRejecting && <Approval resource={resource} banner={banner} />}
        {isRejecting ? (
          <Rejection banner={banner} onClose={() => setRejecting(false)} />
        ) : (
          status !== 'rejected' && (
            <Button icon={<BadgeX className="size-4" />} onClick={() => setRejecting(true)}>
              {t('promotions:banners.reject')}
            </Button>
          )
        )}
      </div>
    </Card>
  );
}

/** Asks for the token when the vendor sent none. */
function Approval({ resource, banner: { id, version, erid } }: DecisionProps) {
  const { t } = useTranslation('promotions');
  const labels = useLabels(resource);
  return (
    <ActionForm
      id="field"
      look="plain"
      confirmLabel={t('promotions:banners.approve')}
      values={{ erid: '' }}
      fields={
        erid
          ? []
          : [
              {
                name: 'erid',
                kind: 'line',
                label: labels.field('erid'),
                hint: labels.hint('erid'),
                isRequired: true,
              },
            ]
      }
      send={(typed) =>
        api.post('approve-review-banner', { id, version, ...(typed.erid && { erid: typed.erid }) })
      }
      done={t('promotions:banners.approved')}
      refresh={bannerFamilies}
      onDone={() => undefined}
    />
  );
}

function Rejection({ banner: { id, version }, onClose }: { banner: Row; onClose: () => void }) {
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
      refresh={bannerFamilies}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

/** Lists of both show what was decided. */
const bannerFamilies = ['review-banners', 'advertising-banners'];
