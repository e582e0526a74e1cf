import { BadgeCheck, BadgeX } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Textarea } from '@/components/inputs/textarea';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';
import type { Row } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { useLabels } from '@/lib/i18n/labels';
import { useDecision } from './use-decision';

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
  const decision = useDecision(banner);
  const { refused } = decision;
  const approve = (event: SubmitEvent) => {
    event.preventDefault();
    decision.mutate({ verb: 'approve', ...(erid.trim() && { erid: erid.trim() }) });
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
        isLoading={decision.isPending}
        icon={<BadgeCheck className="size-4" />}
      >
        {t('promotions:banners.approve')}
      </Button>
    </form>
  );
}

function Rejection({ banner, onClose }: { banner: Row; onClose: () => void }) {
  const { t } = useTranslation(['promotions', 'common', 'form']);
  const [reason, setReason] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const decision = useDecision(banner);
  const refusal = isEmpty ? 'error-reason-required' : decision.refused;
  const reject = (event: SubmitEvent) => {
    event.preventDefault();
    setEmpty(reason.trim() === '');
    if (reason.trim() === '') return;
    decision.mutate({ verb: 'disapprove', reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <form className="grid gap-4" onSubmit={reject} noValidate>
      <Field
        as={Textarea}
        id="field-reason"
        label={t('promotions:banners.reason')}
        hint={t('promotions:banners.reason-hint')}
        error={refusal && t(`form:${refusal}`, { defaultValue: refusal })}
        isRequired
        // Opened by the user's own click.
        autoFocus
        rows={4}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" isLoading={decision.isPending}>
          {t('promotions:banners.reject-confirm')}
        </Button>
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
      </div>
    </form>
  );
}
