import { useTranslation } from 'next-i18next/pages';
import { AskForm } from '@/components/dialog/ask-form';
import { FactList } from '@/components/ui/fact-list';
import type { DialogProps } from '@/contract/dialogs';
import { refunds } from '@/contract/refunds';
import type { RefundDetails } from '@/contract/refunds/schema';
import { api } from '@/lib/api/client';
import { useLabels } from '@/lib/i18n/labels';
import { useSettings } from '@/state/settings';
import { useMoney } from '@/state/use-money';
import { CallRefusal } from '../call-refusal';
import { useRefundCall } from '../use-refund-call';

/** A shop agrees to a refund: how much goes back, how, when, and what becomes of the goods. */
export function AgreeDialog({ data: { refund }, onClose }: DialogProps<'AGREE_REFUND'>) {
  const { t } = useTranslation('refunds');
  const word = (key: string, options = {}) => t(`refunds:refunds.returns.agree-about.${key}`, options);
  const facts = useConsequences(refund);
  const call = useRefundCall({
    run: () => api.post(`refunds/${refund.id}/answer`, { answer: 'agreed' }),
    done: () => t('refunds:refunds.returns.answers.agreed'),
    onDone: onClose,
  });
  return (
    <AskForm
      title={word('title')}
      text={word('text')}
      confirmLabel={t('refunds:refunds.returns.agree')}
      isLoading={call.isPending}
      onConfirm={() => call.mutate(undefined)}
      onClose={onClose}
    >
      <FactList isStacked facts={facts.map(([key, value]) => ({ key, label: word(key), value }))} />
      <CallRefusal error={call.error} />
    </AskForm>
  );
}

function useConsequences({ amount, wallet_amount: points, method, kind, shops }: RefundDetails) {
  const { t } = useTranslation('refunds');
  const money = useMoney();
  const labels = useLabels(refunds);
  const { returnMoneyAt } = useSettings();
  const word = (key: string) => t(`refunds:refunds.returns.agree-about.${key}`);
  const isInspected = shops.every(({ stage }) => stage === 'inspected');
  const waitsForGoods = kind === 'goods' && returnMoneyAt === 'inspection' && !isInspected;
  const facts: [string, string][] = [
    [
      'sum',
      [money(amount), points > 0 && t('refunds:refunds.dialogs.sum-points', { sum: money(points) })]
        .filter(Boolean)
        .join(', '),
    ],
    ['way', labels.option('method', method)],
    ['when', word(waitsForGoods ? 'after-goods' : 'at-once')],
  ];
  if (kind === 'goods') facts.push(['goods', word(isInspected ? 'goods-here' : 'goods-later')]);
  return facts;
}
