import { BadgeCheck, BadgeX } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';
import type { Row } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { useLabels } from '@/lib/i18n/labels';
import { lazyPart } from '@/lib/lazy-part';
import { useApproval } from './use-approval';

const Rejection = lazyPart(() => import('./rejection'), 'Rejection');

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
function Approval({ resource, banner }: DecisionProps) {
  const { t } = useTranslation(['promotions', 'form']);
  const labels = useLabels(resource);
  const [erid, setErid] = useState('');
  const approval = useApproval(banner);
  const { refused } = approval;
  const approve = (event: SubmitEvent) => {
    event.preventDefault();
    approval.mutate(erid.trim() ? { erid: erid.trim() } : {});
  };
  return (
    <form className="grid gap-4" onSubmit={approve} noValidate>
      {!banner.erid && (
        <Field
          as={Input}
          id="field-erid"
          label={labels.field('erid')}
          hint={labels.hint('erid')}
          error={refused && t(`form:${refused}`, { defaultValue: refused })}
          isRequired
          value={erid}
          onChange={(event) => setErid(event.target.value)}
        />
      )}
      <Button
        type="submit"
        variant="primary"
        isLoading={approval.isPending}
        icon={<BadgeCheck className="size-4" />}
      >
        {t('promotions:banners.approve')}
      </Button>
    </form>
  );
}
