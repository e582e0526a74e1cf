import { useTranslation } from 'next-i18next/pages';
import { type looks, Step } from '@/components/domain/chain-step';
import type {
  OrderPayments,
  PaymentAttempt,
  PaymentChargeback,
  PaymentReturn,
} from '@/contract/payments/views';
import { formatDateTime } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

const lookOf: Record<PaymentAttempt['state'], keyof typeof looks> = {
  new: 'waiting',
  pending: 'waiting',
  held: 'held',
  paid: 'good',
  canceled: 'bad',
  unknown: 'unknown',
};

const returnLooks: Record<PaymentReturn['state'], keyof typeof looks> = {
  waiting: 'waiting',
  pending: 'waiting',
  returned: 'back',
  failed: 'bad',
};

const chargebackLooks: Record<PaymentChargeback['state'], keyof typeof looks> = {
  open: 'held',
  won: 'waiting',
  lost: 'back',
};

/** Attempts, refunds, chargebacks and what is left, with a line from step to step. */
export function Chain({ payments }: { payments: OrderPayments }) {
  const { t } = useTranslation('payments');
  const money = useMoney();
  const { attempts, returns, chargebacks, paid, left } = payments;
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(9.75rem,1fr))] gap-x-2 gap-y-4 tabular-nums">
      {attempts.map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} />
      ))}
      {returns.map((one) => (
        <Return key={one.id} one={one} />
      ))}
      {chargebacks.map((chargeback) => (
        <Chargeback key={chargeback.id} chargeback={chargeback} />
      ))}
      {paid > 0 && (
        <li>
          <p className="font-semibold">{t('payments:payments.chain.left')}</p>
          <p className="mt-0.5 text-card font-semibold text-good">{money(left)}</p>
          <p className="text-small text-ink-second">
            {t('payments:payments.chain.of', { sum: money(paid) })}
          </p>
        </li>
      )}
    </ol>
  );
}

function Attempt({ attempt }: { attempt: PaymentAttempt }) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  const { state, method, end, provider, payment_id: id } = attempt;
  const when = (at: string | null) => at !== null && formatDateTime(at, i18n.language);
  const way = t(`payments:payments.methods.${method ?? 'sbp'}`);
  const isOver = state === 'canceled';
  const hasFailed = isOver && end !== 'replaced';
  const sum = state === 'held' ? attempt.held : state === 'paid' ? attempt.captured : attempt.amount;
  const moment = when(attempt.captured_at ?? attempt.created_at);
  return (
    <Step
      look={isOver && !hasFailed ? 'waiting' : lookOf[state]}
      title={hasFailed ? t(`payments:payments.chain.failed.${method ?? 'sbp'}`) : way}
      sum={money(sum)}
      sumInk={isOver ? 'text-ink-second' : ''}
      isVoid={isOver}
      lines={[
        state === 'paid' ? `${moment} · ${t('payments:payments.chain.captured')}` : moment,
        isOver && end ? t(`payments:payments.ends.${end}`) : null,
        isOver || state === 'paid' ? null : t(`payments:payments.states.${state}`),
        state === 'pending' && attempt.expires_at
          ? t('payments:payments.chain.until', { when: when(attempt.expires_at) })
          : null,
        state === 'held' && attempt.capture_until
          ? t('payments:payments.chain.capture-until', { when: when(attempt.capture_until) })
          : null,
        attempt.fee === null ? null : t('payments:payments.chain.fee', { sum: money(attempt.fee) }),
        provider !== 'manual' && id ? `${t(`payments:payments.providers.${provider}`)} ${shortId(id)}` : null,
      ]}
    />
  );
}

function Return({ one: { state, amount, at } }: { one: PaymentReturn }) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  return (
    <Step
      look={returnLooks[state]}
      title={t('payments:payments.chain.return')}
      sum={money(-amount)}
      sumInk={state === 'returned' ? 'text-warn' : 'text-ink-second'}
      isVoid={state === 'failed'}
      lines={[formatDateTime(at, i18n.language), t(`payments:payments.chain.return-states.${state}`)]}
    />
  );
}

function Chargeback({ chargeback: { state, amount, at } }: { chargeback: PaymentChargeback }) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  return (
    <Step
      look={chargebackLooks[state]}
      title={t('payments:payments.chain.chargeback')}
      sum={money(state === 'lost' ? -amount : amount)}
      sumInk={state === 'won' ? 'text-ink-second' : 'text-warn'}
      isVoid={state === 'won'}
      lines={[formatDateTime(at, i18n.language), t(`payments:payments.chain.chargeback-states.${state}`)]}
    />
  );
}

/** Finance receives whole ids, which are for searching and not for reading. */
const shortId = (id: string) => (id.length <= 12 ? id : `${id.slice(0, 6)}…${id.slice(-2)}`);
