import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { Tone } from '@/contract/core/define';
import type { AttemptState } from '@/contract/payments/attempts';
import type { Rehearsal, RehearsedAttempt } from '@/contract/payments/rehearsal';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

const tones: Record<AttemptState, Tone> = {
  new: 'neutral',
  pending: 'accent',
  held: 'accent',
  paid: 'good',
  canceled: 'neutral',
  unknown: 'warn',
};

interface AttemptsProps {
  attempts: readonly RehearsedAttempt[];
  onPaid: (next: Rehearsal) => void;
}

/** The latest attempts to pay, each with what followed. */
export function RehearsedAttempts({ attempts, onPaid }: AttemptsProps) {
  const { t } = useTranslation('payments');
  if (attempts.length === 0)
    return <p className="mt-4 text-ink-second">{t('payments:rehearsal.no-attempts')}</p>;
  return (
    <ul className="mt-4 divide-y divide-line-faint">
      {attempts.map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} onPaid={onPaid} />
      ))}
    </ul>
  );
}

function Attempt({ attempt, onPaid }: { attempt: RehearsedAttempt; onPaid: AttemptsProps['onPaid'] }) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  const { id, order_id: orderId, number, state, amount, captured, refunded } = attempt;
  const pay = useMutation({
    mutationFn: () => api.post(`dev/rehearsal/attempts/${id}/pay`, {}),
    onSuccess: onPaid,
  });
  return (
    <li className="grid gap-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start sm:gap-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link href={`/orders/${orderId}`} className="font-medium">
            <bdi>{t('common:id', { id: number })}</bdi>
          </Link>
          <Badge tone={tones[state]}>{t(`payments:payments.states.${state}`)}</Badge>
          <span className="tabular-nums">{money(amount)}</span>
          <span className="text-small text-ink-second">
            {formatDateTime(attempt.created_at, i18n.language)}
          </span>
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-second">
          {captured > 0 && <span>{t('payments:rehearsal.captured', { sum: money(captured) })}</span>}
          {refunded > 0 && <span>{t('payments:rehearsal.refunded', { sum: money(refunded) })}</span>}
          <Webhooks webhooks={attempt.webhooks} />
          <span>{t('payments:rehearsal.entries', { count: attempt.entries })}</span>
        </p>
        <Tasks tasks={attempt.tasks} />
      </div>
      {attempt.is_payable && (
        <Button size="small" isLoading={pay.isPending} onClick={() => pay.mutate()}>
          {t('payments:rehearsal.pay')}
        </Button>
      )}
    </li>
  );
}

function Webhooks({ webhooks }: Pick<RehearsedAttempt, 'webhooks'>) {
  const { t } = useTranslation('payments');
  const applied = webhooks.filter(({ state }) => state === 'applied').length;
  return (
    <span>
      {webhooks.length === 0
        ? t('payments:rehearsal.no-webhooks')
        : t('payments:rehearsal.webhooks', { count: webhooks.length, applied })}
    </span>
  );
}

/** What the product asks a person. */
function Tasks({ tasks }: Pick<RehearsedAttempt, 'tasks'>) {
  const { t } = useTranslation('payments');
  return (
    <ul className="mt-1 flex flex-wrap gap-2 empty:hidden">
      {tasks.map(({ id, kind, state }) => (
        <li key={id}>
          <Badge tone={state === 'open' ? 'warn' : 'neutral'}>
            {t('payments:rehearsal.task', { what: t(`payments:rehearsal.tasks.${kind}`) })}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
