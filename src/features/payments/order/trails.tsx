import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/api/client';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { useMoney } from '@/state/use-money';
import { PaymentTrailView } from '../attempts/payment-trail';

interface TrailsProps {
  ids: readonly number[];
  orderId: number;
  /** A bank disputes money that came. */
  isPaid: boolean;
}

/** «Подробно»: of each attempt what its provider sent, what was posted and what was said. */
export function Trails({ ids, orderId, isPaid }: TrailsProps) {
  const { t } = useTranslation('payments');
  const { open } = useModalActions();
  const mayEnter = useMay('finance:decide') && isPaid;
  return (
    <div className="mt-4 grid gap-5 border-t border-line-faint pt-4">
      {ids.map((id) => (
        <Trail key={id} id={id} />
      ))}
      {mayEnter && (
        <Button
          className="justify-self-start"
          aria-haspopup="dialog"
          onClick={() => open('OPEN_CHARGEBACK', { orderId })}
        >
          {t('payments:payments.chargeback.title')}
        </Button>
      )}
    </div>
  );
}

function Trail({ id }: { id: number }) {
  const { t } = useTranslation('payments');
  const { open } = useModalActions();
  const money = useMoney();
  const found = useQuery({ queryKey: ['payments', id], queryFn: () => api.get(`payments/${id}`) });
  return (
    <QueryBoundary query={found}>
      {(trail) => (
        <article>
          <p className="mb-2 font-semibold">
            {t('payments:payments.list.payment', { id })} · {t(`payments:payments.states.${trail.state}`)}
            {trail.payment_id && (
              <code dir="ltr" className="ms-2 text-small font-normal break-all text-ink-second">
                {trail.payment_id}
              </code>
            )}
            {(trail.end || trail.failure) && (
              <span className="ms-2 font-normal text-bad">
                {[trail.end && t(`payments:payments.ends.${trail.end}`), trail.failure]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            )}
          </p>
          <PaymentTrailView
            trail={trail}
            money={money}
            onOrigin={(line) => open('MONEY_ORIGIN', { id: line })}
          />
        </article>
      )}
    </QueryBoundary>
  );
}
