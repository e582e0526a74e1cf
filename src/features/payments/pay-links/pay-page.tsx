import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-style';
import { Loader } from '@/components/ui/loader';
import { type OnlineGateway, onlineMethods } from '@/contract/orders/online';
import type { PayView } from '@/contract/payments/links';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { formatDateTime } from '@/lib/format/format';
import { part } from '@/lib/part';
import { useMoney } from '@/state/use-money';
import { pauseAfter } from './pause-after';

const PayQr = part(dynamic(() => import('./pay-qr').then((module) => module.PayQr)));

/** Target of a payment link: what is paid for, the way to the provider, and whether the money has come. */
export function PayPage() {
  const { t } = useTranslation(['payments', 'common']);
  const { query, isReady } = useRouter();
  const secret = typeof query.secret === 'string' ? query.secret : '';
  const found = useQuery({
    queryKey: ['payment-links', secret],
    queryFn: () => api.get(`payment-links/${encodeURIComponent(secret)}`),
    enabled: isReady && secret !== '',
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => pauseAfter(data?.state, dataUpdateCount),
    // Whoever returns from the bank's app sees it at once.
    refetchOnWindowFocus: 'always',
  });
  if (found.data) return <Payment view={found.data} secret={secret} />;
  if (!isReady || found.isLoading) return <Loader />;
  const error = found.error && toClientError(found.error);
  const isDead = !error || error.code === 'NOT_FOUND';
  return (
    <ErrorBanner
      text={isDead ? t('payments:payments.pay.dead') : errorText(t, error)}
      onRetry={isDead ? undefined : () => void found.refetch()}
    />
  );
}

function Payment({ view, secret }: { view: PayView; secret: string }) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  const { number, state, amount, shops, goods, until } = view;
  return (
    <div className="grid gap-4">
      <div>
        <h1 className="text-title font-semibold text-balance">
          {t('payments:payments.pay.title', { number })}
        </h1>
        <p className="mt-0.5 text-ink-second">{shops.join(', ')}</p>
      </div>
      {amount > 0 && <p className="text-[28px] leading-9 font-[650] tabular-nums">{money(amount)}</p>}
      <ul className="grid gap-1 border-y border-line-faint py-3">
        {goods.map(({ name, quantity }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat, and the list never moves
          <li key={place} className="flex justify-between gap-3">
            <span className="min-w-0 break-words">{name}</span>
            <span className="shrink-0 text-ink-second tabular-nums">× {quantity}</span>
          </li>
        ))}
      </ul>
      {state === 'due' ? <Ways view={view} secret={secret} /> : <Standing state={state} />}
      {until && (state === 'due' || state === 'preparing') && (
        <p className="text-small text-ink-second">
          {t('payments:payments.pay.until', { when: formatDateTime(until, i18n.language) })}
        </p>
      )}
    </div>
  );
}

const looks = {
  preparing: { Icon: Clock, ink: 'text-ink-second' },
  checking: { Icon: Clock, ink: 'text-warn' },
  held: { Icon: CircleCheck, ink: 'text-good' },
  paid: { Icon: CircleCheck, ink: 'text-good' },
  over: { Icon: CircleAlert, ink: 'text-ink-second' },
};

function Standing({ state }: { state: keyof typeof looks }) {
  const { t } = useTranslation('payments');
  const { Icon, ink } = looks[state];
  return (
    <p role="status" className={`flex items-start gap-2 font-semibold ${ink}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {t(`payments:payments.pay.states.${state}`)}
    </p>
  );
}

/** The provider's link, with its code for a phone beside the screen; asked for when there is none yet. */
function Ways({ view: { url, amount, ways }, secret }: { view: PayView; secret: string }) {
  const { t } = useTranslation(['payments', 'common']);
  const money = useMoney();
  const client = useQueryClient();
  const { mutate, isPending, variables, error } = useMutation({
    meta: { silent: true },
    mutationFn: (payment_gateway: OnlineGateway) =>
      api.post(`payment-links/${encodeURIComponent(secret)}`, { payment_gateway }),
    onSuccess: (view) => client.setQueryData(['payment-links', secret], view),
    onError: () => void client.invalidateQueries({ queryKey: ['payment-links', secret] }),
  });
  const [own, ...others] = ways;
  const label = t('payments:payments.pay.button', { sum: money(amount) });
  const named = (way: OnlineGateway) => t(`payments:payments.methods.${onlineMethods[way]}`);
  return (
    <div className="grid gap-3">
      {error && <ErrorBanner text={errorText(t, toClientError(error))} />}
      {url === null && own && (
        <Button
          variant="primary"
          className="h-11! w-full"
          disabled={isPending}
          isLoading={isPending && variables === own}
          onClick={() => mutate(own)}
        >
          {label} · {named(own)}
        </Button>
      )}
      {url !== null && (
        <>
          <a href={url} rel="noreferrer" className={`${buttonClass({ variant: 'primary' })} h-11! w-full`}>
            {label}
            {own && ` · ${named(own)}`}
          </a>
          <PayQr url={url} />
          <p role="status" className="text-small text-ink-second">
            {t('payments:payments.pay.waiting')}
          </p>
        </>
      )}
      {others.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <p className="w-full text-small text-ink-second">{t('payments:payments.pay.other')}</p>
          {others.map((way) => (
            <Button
              key={way}
              className="flex-1"
              disabled={isPending}
              isLoading={isPending && variables === way}
              onClick={() => mutate(way)}
            >
              {named(way)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
