import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { type looks, Step } from '@/components/domain/chain-step';
import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { Link } from '@/components/ui/link';
import type { PaymentTrail } from '@/contract/payments/views';
import type { ReceiptView } from '@/contract/receipts/views';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { formatDate, formatDateTime } from '@/lib/format/format';
import { useMay } from '@/lib/session/rights';
import { useMoney } from '@/state/use-money';

interface LifeStep {
  key: string;
  look: keyof typeof looks;
  title: ReactNode;
  /** Null while nobody knows it. */
  sum: number | null;
  isVoid?: boolean;
  lines?: readonly (string | false | null)[];
}

/**
 * The whole life of a payment in one chain (rules/payments: a payment has one page): order, attempt, money taken, fee,
 * receipts, bank, refunds. What is still to come is dashed.
 */
export function PaymentLife({ payment }: { payment: PaymentTrail }) {
  const { t } = useTranslation('payments');
  const money = useMoney();
  const steps = [
    ...useBegin(payment),
    ...useFee(payment),
    ...useReceipts(payment),
    ...useBank(payment),
    ...useRefunds(payment),
  ];
  return (
    <section>
      <h2 className="mb-3 text-card font-semibold">{t('payments:payments.life.title')}</h2>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-x-2 gap-y-4 tabular-nums">
        {steps.map(({ key, look, title, sum, isVoid = false, lines = [] }) => (
          <Step
            key={key}
            look={look}
            title={title}
            sum={sum === null ? '—' : money(sum)}
            sumInk={look === 'waiting' || isVoid ? 'text-ink-second' : look === 'back' ? 'text-warn' : ''}
            isVoid={isVoid}
            lines={lines}
          />
        ))}
      </ol>
    </section>
  );
}

const attemptLooks: Record<PaymentTrail['state'], LifeStep['look']> = {
  new: 'waiting',
  pending: 'waiting',
  held: 'good',
  paid: 'good',
  canceled: 'bad',
  unknown: 'unknown',
};

/** Order, attempt, and the money that was taken or is held. */
function useBegin({ order, ...payment }: PaymentTrail): LifeStep[] {
  const { t, i18n } = useTranslation('payments');
  const when = (at: string | null) => at && formatDateTime(at, i18n.language);
  const { state, method, provider, amount, end } = payment;
  const isOver = state === 'canceled';
  const taken: LifeStep = {
    key: 'captured',
    look: state === 'held' ? 'held' : state === 'paid' ? 'good' : 'waiting',
    title: t(`payments:payments.life.${state === 'held' ? 'held' : 'captured'}`),
    sum: state === 'held' ? payment.held : state === 'paid' ? payment.captured : null,
    lines: [
      when(payment.captured_at),
      state === 'held' &&
        payment.capture_until &&
        t('payments:payments.chain.capture-until', { when: when(payment.capture_until) }),
    ],
  };
  return [
    {
      key: 'order',
      look: 'good',
      title: (
        <Link href={`/orders/${order.id}`} className="text-accent-ink hover:underline">
          <bdi>{t('payments:payments.list.order', { number: order.number })}</bdi>
        </Link>
      ),
      sum: amount,
      lines: [t('payments:payments.life.to-pay')],
    },
    {
      key: 'attempt',
      look: attemptLooks[state],
      title: method ? t(`payments:payments.methods.${method}`) : t('payments:payments.life.attempt'),
      sum: amount,
      isVoid: isOver,
      lines: [
        t(`payments:payments.providers.${provider}`),
        when(payment.created_at),
        t(end ? `payments:payments.ends.${end}` : `payments:payments.states.${state}`),
      ],
    },
    ...(isOver ? [] : [taken]),
  ];
}

/** What the provider keeps, by its registry. */
function useFee({ captured, fee, sums, provider }: PaymentTrail): LifeStep[] {
  const { t } = useTranslation('payments');
  // Nobody keeps anything of what a person reported.
  if (captured === 0 || provider === 'manual') return [];
  const registry = sums.fee;
  return [
    {
      key: 'fee',
      look: registry ? 'good' : 'waiting',
      title: t('payments:payments.fields.fee'),
      sum: fee === null ? null : 0 - fee,
      lines: registry
        ? [
            `${t('payments:payments.sums.registry')} ${formatDate(registry.day)}`,
            `${registry.file}, ${t('payments:payments.sums.row')} ${registry.row}`,
          ]
        : [t('payments:payments.life.no-registry')],
    },
  ];
}

/** Receipts of the order of this payment, and those that hand-over will make. */
function useReceipts({ order, captured }: PaymentTrail): LifeStep[] {
  const { word, titleOf, language } = useReceiptWords();
  const isAsked = useCan('receipts');
  const mayRead = useMay('orders:read');
  const { data } = useQuery({
    queryKey: ['orders', 'receipts', order.id],
    queryFn: () => api.get(`orders/${order.id}/receipts`),
    enabled: isAsked && mayRead && captured > 0,
  });
  if (!data) return [];
  return [
    ...data.receipts.map((receipt) => ({
      key: `receipt-${receipt.id}`,
      look: receiptLook(receipt),
      title: `${word('one')}: ${titleOf(receipt)}`,
      sum: receipt.is_return ? 0 - receipt.amount : receipt.amount,
      isVoid: receipt.state === 'replaced',
      lines: receipt.proof
        ? [formatDateTime(receipt.proof.at, language), word('document', { document: receipt.proof.document })]
        : [word(`states.${receipt.state}`)],
    })),
    ...data.coming.map(({ part, amount }) => ({
      key: `coming-${part.id}`,
      look: 'waiting' as const,
      title: word('coming'),
      sum: amount,
      lines: [word('coming-text', { place: part.place })],
    })),
  ];
}

function receiptLook({ state, is_return }: ReceiptView): LifeStep['look'] {
  if (state === 'done') return is_return ? 'back' : 'good';
  if (state === 'blocked') return 'bad';
  return state === 'unknown' ? 'unknown' : 'waiting';
}

/** The transfer that paid the day of the registry. */
function useBank({ captured, provider, sums: { fee } }: PaymentTrail): LifeStep[] {
  const { t } = useTranslation('payments');
  if (captured === 0 || provider === 'manual') return [];
  const title = t('payments:payments.sums.bank');
  if (!fee?.bank)
    return [{ key: 'bank', look: 'waiting', title, sum: null, lines: [t('payments:payments.life.no-bank')] }];
  const { number, day, amount } = fee.bank;
  return [
    {
      key: 'bank',
      look: 'good',
      title,
      sum: amount,
      lines: [`${t('common:id', { id: number })}, ${formatDate(day)}`, t('payments:payments.life.whole-day')],
    },
  ];
}

function useRefunds({ sums: { refunds } }: PaymentTrail): LifeStep[] {
  const { t, i18n } = useTranslation('payments');
  return refunds.map(({ id, refund_id, state, amount, at }) => ({
    key: `refund-${id}`,
    look: state === 'succeeded' ? 'back' : state === 'canceled' ? 'bad' : 'waiting',
    title:
      refund_id === null ? (
        `${t('payments:payments.sums.refund')} ${t('payments:payments.sums.in-cabinet')}`
      ) : (
        <Link href={`/refunds/${refund_id}`} className="text-accent-ink hover:underline">
          {t('payments:payments.sums.refund')} {t('common:id', { id: refund_id })}
        </Link>
      ),
    sum: 0 - amount,
    lines: [
      formatDateTime(at, i18n.language),
      state !== 'succeeded' && t(`payments:payments.sums.states.${state}`),
    ],
  }));
}
