import { Check, CircleHelp, Clock, Lock, Undo2, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import type { OrderPayments, PaymentAttempt, PaymentClaim, PaymentReturn } from '@/contract/payments/views';
import { formatDate, formatTime } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** `disc` of the icon, `ink` of words, `line` to the next step. */
export const looks = {
  good: { Icon: Check, disc: 'bg-good text-white', ink: '', line: 'border-good' },
  bad: { Icon: X, disc: 'bg-bad text-white', ink: 'text-bad', line: 'border-line' },
  held: { Icon: Lock, disc: 'bg-warn text-white', ink: 'text-warn', line: 'border-warn' },
  back: { Icon: Undo2, disc: 'bg-warn text-white', ink: 'text-warn', line: 'border-warn' },
  waiting: {
    Icon: Clock,
    disc: 'bg-ink-third text-white',
    ink: 'text-ink-second',
    line: 'border-dashed border-line',
  },
  unknown: {
    Icon: CircleHelp,
    disc: 'bg-warn text-white',
    ink: 'text-warn',
    line: 'border-dashed border-line',
  },
};

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

const claimLooks: Record<PaymentClaim['state'], keyof typeof looks> = {
  open: 'held',
  won: 'waiting',
  lost: 'back',
};

/** Attempts, refunds, claims and what is left, with a line from step to step. */
export function Chain({ payments }: { payments: OrderPayments }) {
  const { t } = useTranslation('payments');
  const money = useMoney();
  const { attempts, returns, claims, paid, left } = payments;
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(9.75rem,1fr))] gap-x-2 gap-y-4 tabular-nums">
      {attempts.map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} />
      ))}
      {returns.map((one) => (
        <Return key={one.id} one={one} />
      ))}
      {claims.map((claim) => (
        <Claim key={claim.id} claim={claim} />
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

interface StepProps {
  look: keyof typeof looks;
  title: ReactNode;
  sum: string;
  sumInk: string;
  /** Struck out: it did not move, or not for good. */
  isVoid?: boolean;
  /** What and when, a line each. */
  lines: readonly (string | false | null)[];
  /** At the end of the lines. */
  aside?: ReactNode;
}

/** A step of a chain with a line to the next one. */
export function Step({ look, title, sum, sumInk, isVoid = false, lines, aside }: StepProps) {
  const { Icon, disc, ink, line } = looks[look];
  return (
    <li className="min-w-0">
      <div className="flex items-center gap-2">
        <span aria-hidden="true" className={`grid size-4.5 shrink-0 place-items-center rounded-full ${disc}`}>
          <Icon className="size-3" strokeWidth={3} />
        </span>
        <span className={`min-w-0 font-semibold ${ink}`}>{title}</span>
        <span aria-hidden="true" className={`min-w-3 flex-1 border-t-2 ${line}`} />
      </div>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5 pe-2">
        <div className="min-w-0">
          <p className={`mt-0.5 text-card font-semibold ${sumInk}`}>{isVoid ? <s>{sum}</s> : sum}</p>
          {lines.filter(Boolean).map((text) => (
            <p key={String(text)} className="text-small break-words text-ink-second">
              {text}
            </p>
          ))}
        </div>
        {aside}
      </div>
    </li>
  );
}

function Attempt({ attempt }: { attempt: PaymentAttempt }) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  const { state, method, end, provider, payment_id: id } = attempt;
  const when = (at: string | null) => at !== null && formatMoment(at, i18n.language);
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
      lines={[formatMoment(at, i18n.language), t(`payments:payments.chain.return-states.${state}`)]}
    />
  );
}

function Claim({ claim: { state, amount, at } }: { claim: PaymentClaim }) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  return (
    <Step
      look={claimLooks[state]}
      title={t('payments:payments.chain.claim')}
      sum={money(state === 'lost' ? -amount : amount)}
      sumInk={state === 'won' ? 'text-ink-second' : 'text-warn'}
      isVoid={state === 'won'}
      lines={[formatMoment(at, i18n.language), t(`payments:payments.chain.claim-states.${state}`)]}
    />
  );
}

/** Finance receives whole ids, which are for searching and not for reading. */
const shortId = (id: string) => (id.length <= 12 ? id : `${id.slice(0, 6)}…${id.slice(-2)}`);

/** `19 нояб., 15:41` */
export const formatMoment = (at: string, language: string) =>
  `${formatDate(at, language)}, ${formatTime(at, language)}`;
