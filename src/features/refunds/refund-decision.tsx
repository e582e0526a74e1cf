import { useTranslation } from 'next-i18next/pages';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { AnyResource } from '@/contract/core/define';
import type { RefundDetails } from '@/contract/refunds/schema';
import { moveOrder } from '@/contract/refunds/states';
import { formatDateTime } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useModalActions } from '@/state/modal';

interface RefundDecisionProps {
  refund: RefundDetails;
  resource: AnyResource;
  canDecide: boolean;
}

/** Available transitions of a refund, or its outcome. Each opens a dialog. */
export function RefundDecision({ refund, resource, canDecide }: RefundDecisionProps) {
  const { t } = useTranslation('refunds');
  const { open } = useModalActions();
  const { id, status, moves, amount } = refund;
  const isOver = status === 'approved' || status === 'rejected';
  // Whoever confirms it does so above.
  if (useWaiting({ family: 'refunds', id }).length > 0) return null;
  const waits = refund.escalated_at ? 'refunds:refunds.card.waits-platform' : 'refunds:refunds.card.waits';
  return (
    <Card title={t('refunds:refunds.card.decision')}>
      {isOver && <Outcome refund={refund} resource={resource} />}
      {!isOver && !canDecide && <p className="text-ink-second">{t(waits)}</p>}
      {!isOver && canDecide && (
        <>
          {refund.origin === 'cancellation' && (
            <p className="mb-4 text-ink-second">{t('refunds:refunds.card.cancellation')}</p>
          )}
          <div className="grid gap-2">
            {moveOrder
              .filter((state) => moves.includes(state))
              .map((state) => (
                <Button
                  key={state}
                  aria-haspopup="dialog"
                  variant={state === 'approved' ? 'primary' : 'secondary'}
                  onClick={() => open('UPDATE_REFUND', { id, status: state })}
                >
                  {t(`refunds:refunds.moves.${state}`)}
                </Button>
              ))}
            {amount > 0 && (
              <Button
                aria-haspopup="dialog"
                variant="ghost"
                onClick={() => open('COMPLETE_REFUND_CODE', { id, amount })}
              >
                {t('refunds:refunds.moves.code')}
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  );
}

function Outcome({ refund, resource }: Pick<RefundDecisionProps, 'refund' | 'resource'>) {
  const { t, i18n } = useTranslation('refunds');
  const labels = useLabels(resource);
  const { status, decided_at: at, decision_note: note } = refund;
  return (
    <>
      <p>{t(`refunds:refunds.final.${status}`)}</p>
      {at && (
        <p className="mt-1 text-small text-ink-second">
          <time dateTime={at}>{formatDateTime(at, i18n.language)}</time>
        </p>
      )}
      {note && (
        <>
          <p className="mt-3 text-small text-ink-second">{labels.field('decision_note')}</p>
          <p className="break-words whitespace-pre-line">{note}</p>
        </>
      )}
    </>
  );
}
