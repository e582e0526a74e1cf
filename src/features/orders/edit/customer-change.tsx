import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-style';
import { Loader } from '@/components/ui/loader';
import { type CustomerChange as Change, isOpenChange } from '@/contract/orders/change';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { formatDateTime } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { SumRow } from '../sum-row';
import { ChangeList } from './change-list';

/** Target of the link in the question about a change: what changes, what it costs, and the answer. */
export function CustomerChange() {
  const { t } = useTranslation(['orders', 'common']);
  const { query, isReady } = useRouter();
  const secret = typeof query.secret === 'string' ? query.secret : '';
  const asked = useQuery({
    queryKey: ['order-changes', secret],
    queryFn: () => api.get(`order-changes/${encodeURIComponent(secret)}`),
    enabled: isReady && secret !== '',
    retry: false,
    // The bank reports a payment later.
    refetchInterval: ({ state }) => (state.data?.state === 'accepted' ? 5_000 : false),
  });
  if (asked.data) return <Question change={asked.data} secret={secret} />;
  if (!isReady || asked.isLoading) return <Loader />;
  const error = asked.error && toClientError(asked.error);
  const isDead = !error || error.code === 'NOT_FOUND';
  return <ErrorBanner text={isDead ? t('orders:orders.edit.dead') : errorText(t, error)} />;
}

function Question({ change, secret }: { change: Change; secret: string }) {
  const { t, i18n } = useTranslation('orders');
  const money = useMoney();
  const {
    number,
    shops,
    state,
    until,
    total_before,
    total,
    difference,
    settlement,
    payment_url,
    points_back: points = 0,
  } = change;
  return (
    <div className="grid gap-4">
      <div>
        <h1 className="text-title font-semibold text-balance">
          {t('orders:orders.edit.customer-title', { number })}
        </h1>
        <p className="mt-1 text-ink-second">
          {[shops.join(', '), t(`orders:orders.edit.customer.${state}`)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <ChangeList change={change} />
      <dl className="grid gap-1 border-t border-line-faint pt-3 tabular-nums">
        {total !== total_before && (
          <SumRow label={t('orders:orders.edit.before')} sum={money(total_before)} />
        )}
        <SumRow label={t('orders:orders.edit.total')} sum={money(total)} />
        {points > 0 && (
          <p className="text-small text-ink-second">{t('orders:orders.edit.points-back', { points })}</p>
        )}
        {difference !== 0 && (
          <p className="text-small text-ink-second">
            {t(`orders:orders.edit.customer-settlement.${settlement}`, { sum: money(Math.abs(difference)) })}
          </p>
        )}
      </dl>
      {payment_url && (
        <a href={payment_url} className={`${buttonClass({ variant: 'primary' })} h-10! w-full`}>
          {t('orders:orders.edit.pay', { sum: money(state === 'accepted' ? difference : total) })}
        </a>
      )}
      {isOpenChange(state) && (
        <>
          <Answers secret={secret} isAgreed={state === 'accepted'} hasLink={payment_url !== null} />
          <p className="text-small text-ink-second">
            {t(`orders:orders.edit.${state === 'accepted' ? 'pay' : 'answer'}-until`, {
              time: formatDateTime(until, i18n.language),
            })}
          </p>
        </>
      )}
    </div>
  );
}

function Answers({ secret, isAgreed, hasLink }: { secret: string; isAgreed: boolean; hasLink: boolean }) {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  const { mutate, isPending, variables, error } = useMutation({
    meta: { silent: true },
    mutationFn: (answer: 'accept' | 'decline') =>
      api.post(`order-changes/${encodeURIComponent(secret)}`, { answer }),
    onSuccess: (change) => client.setQueryData(['order-changes', secret], change),
    onError: () => void client.invalidateQueries({ queryKey: ['order-changes', secret] }),
  });
  return (
    <div className="grid gap-2">
      {error && <ErrorBanner text={errorText(t, toClientError(error))} />}
      {!(isAgreed && hasLink) && (
        <Button
          variant="primary"
          className="h-10! w-full"
          isLoading={isPending && variables === 'accept'}
          onClick={() => mutate('accept')}
        >
          {t(`orders:orders.edit.${isAgreed ? 'new-link' : 'accept'}`)}
        </Button>
      )}
      <Button
        className="h-10! w-full"
        isLoading={isPending && variables === 'decline'}
        onClick={() => mutate('decline')}
      >
        {t('orders:orders.edit.decline')}
      </Button>
    </div>
  );
}
