import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Fragment } from 'react';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyIcon } from '@/components/ui/copy-icon';
import { Link } from '@/components/ui/link';
import type { ProviderView } from '@/contract/payments/views';
import { api } from '@/lib/api/client';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { useMay } from '@/lib/session/rights';
import { showToast } from '@/lib/toast';
import { Webhook } from '../attempts/payment-trail';

/** Acquirers: whether each is connected, its methods, its last day and who waits. */
export function ProvidersView() {
  const found = useQuery({
    queryKey: ['payments', 'providers'],
    queryFn: () => api.get('payments/providers'),
  });
  return (
    <QueryBoundary query={found}>
      {(providers) => (
        <div className="grid gap-4 lg:grid-cols-2">
          {providers.map((provider) => (
            <Provider key={provider.provider} provider={provider} />
          ))}
        </div>
      )}
    </QueryBoundary>
  );
}

function Provider({ provider }: { provider: ProviderView }) {
  const { t } = useTranslation('payments');
  const { is_connected: isConnected, variables, methods, webhooks } = provider;
  const word = (key: string, values = {}) => t(`payments:payments.providers-page.${key}`, values);
  return (
    <section className="min-w-0 rounded-card border border-line bg-surface p-4 desk:p-5">
      <h2 className="flex flex-wrap items-center gap-2.5 text-card font-semibold">
        {t(`payments:payments.providers.${provider.provider}`)}
        <Badge tone={isConnected ? 'good' : 'neutral'}>{word(isConnected ? 'connected' : 'off')}</Badge>
      </h2>
      <p className="mt-2 text-small text-ink-second">
        {word('env')}:{' '}
        {variables.map((name, place) => (
          <Fragment key={name}>
            {place > 0 && ', '}
            <code dir="ltr" className="inline-block">
              {name}
            </code>
          </Fragment>
        ))}
      </p>
      {methods.length > 0 && (
        <p className="mt-2">
          <span className="text-ink-second">{word('methods')}: </span>
          {methods.map((method) => t(`payments:payments.methods.${method}`)).join(', ')}
        </p>
      )}
      <p className="mt-2 text-ink-second">{word('webhook-url')}</p>
      <p className="flex items-center gap-1">
        <code dir="ltr" className="min-w-0 text-small break-all">
          {provider.webhook_url}
        </code>
        <CopyIcon text={provider.webhook_url} />
      </p>
      <p className="text-small text-ink-second">{word(`webhook-hint-${provider.provider}`)}</p>
      <LastDay provider={provider} />
      {isConnected && <Tries name={provider.provider} />}
      <h3 className="mt-4 font-semibold">{word('webhooks')}</h3>
      {webhooks.length === 0 ? (
        <p className="mt-1 text-small text-ink-second">{word('no-webhooks')}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line-faint">
          {webhooks.map((row) => (
            <Webhook key={row.id} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Asks the provider what no webhook has brought, and whether a payment can be made. */
function Tries({ name }: { name: string }) {
  const { t, i18n } = useTranslation('payments');
  const mayWrite = useMay('finance:write');
  const client = useQueryClient();
  const word = (key: string, values = {}) => t(`payments:payments.providers-page.${key}`, values);
  const refresh = () => client.invalidateQueries({ queryKey: ['payments'] });
  const sweep = useMutation({
    mutationFn: () => api.post(`payments/providers/${name}/sweep`, {}),
    onSuccess: ({ compared, applied }) =>
      compared === null
        ? showToast('error', word('no-answer'))
        : showToast(
            'success',
            `${word('compared', { count: compared })}, ${word('applied', { count: applied })}`,
          ),
    onSettled: refresh,
  });
  const test = useMutation({
    mutationFn: () => api.post(`payments/providers/${name}/test`, {}),
    onSettled: refresh,
  });
  if (!mayWrite) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <Button size="small" isLoading={sweep.isPending} onClick={() => sweep.mutate()}>
        {word('sweep')}
      </Button>
      <Button size="small" isLoading={test.isPending} onClick={() => test.mutate()}>
        {word('test')}
      </Button>
      {test.data && (
        <p role="status" className={`w-full text-small ${test.data.is_made ? 'text-good' : 'text-bad'}`}>
          {test.data.is_made
            ? word('test-made', {
                seconds: formatNumber(Math.max(1, Math.round(test.data.ms / 100)) / 10, i18n.language),
              })
            : word('test-failed', { failure: test.data.failure ?? '' })}
        </p>
      )}
    </div>
  );
}

/** Requests without an answer, and who has waited longest. */
function LastDay({ provider: { asked, failed, oldest } }: { provider: ProviderView }) {
  const { t, i18n } = useTranslation('payments');
  const word = (key: string, values = {}) => t(`payments:payments.providers-page.${key}`, values);
  const rate = asked === 0 ? 0 : Math.round((failed / asked) * 1000) / 10;
  return (
    <div className="mt-3 grid gap-1 tabular-nums">
      <p>
        {asked === 0 ? word('quiet') : word('asked', { count: asked })}
        {asked > 0 && (
          <span className={failed > 0 ? 'text-bad' : 'text-ink-second'}>
            {' · '}
            {word('failed', { rate: formatNumber(rate, i18n.language) })}
          </span>
        )}
      </p>
      {oldest === null ? (
        <p className="text-ink-second">{word('none-waiting')}</p>
      ) : (
        <p>
          {word('oldest')}:{' '}
          <Link
            href={`/ledger?view=payments&payment=${oldest.id}`}
            className="relative touch-target rounded-badge font-medium text-accent-ink hover:underline"
          >
            {t('payments:payments.list.order', { number: oldest.order.number })}
          </Link>
          , {word('since', { when: formatDateTime(oldest.created_at, i18n.language) })}
        </p>
      )}
    </div>
  );
}
