import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { OriginSum } from '@/components/domain/origin-sum';
import { Badge } from '@/components/ui/badge';
import type { Tone } from '@/contract/core/define';
import type { ExchangeRow } from '@/contract/payments/exchanges';
import type { PaymentTrail, TrailEntry, WebhookRow } from '@/contract/payments/views';
import { formatDateTime } from '@/lib/format/format';
import { withPlus } from '@/lib/format/movement';

interface PaymentTrailProps {
  trail: Pick<PaymentTrail, 'webhooks' | 'entries' | 'exchanges'>;
  money: (sum: number) => string;
  /** Opens where a sum of an entry comes from, by its line. */
  onOrigin: (lineId: number) => void;
}

const webhookTones: Record<WebhookRow['state'], Tone> = {
  waiting: 'accent',
  applied: 'good',
  ignored: 'neutral',
  failed: 'bad',
};

const outcomeTones: Record<ExchangeRow['outcome'], Tone> = {
  answered: 'good',
  refused: 'warn',
  unknown: 'bad',
};

/** What stands behind a payment, for finance: webhook, entry, exchanges with the provider. */
export function PaymentTrailView({ trail, money, onOrigin }: PaymentTrailProps) {
  const { t } = useTranslation('payments');
  const { webhooks, entries, exchanges } = trail;
  return (
    <div className="grid gap-5">
      <Section title={t('payments:payments.trail.webhooks')} empty={t('payments:payments.trail.no-webhooks')}>
        {webhooks.map((row) => (
          <Webhook key={row.id} row={row} />
        ))}
      </Section>
      <Section title={t('payments:payments.trail.entries')} empty={t('payments:payments.trail.no-entries')}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} money={money} onOrigin={onOrigin} />
        ))}
      </Section>
      <Section
        title={t('payments:payments.trail.exchanges')}
        empty={t('payments:payments.trail.no-exchanges')}
      >
        {exchanges.map((row) => (
          <Exchange key={row.id} row={row} />
        ))}
      </Section>
    </div>
  );
}

function Section({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      {children.length === 0 ? (
        <p className="mt-1 text-small text-ink-second">{empty}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line-faint">{children}</ul>
      )}
    </section>
  );
}

export function Webhook({ row }: { row: WebhookRow }) {
  const { t, i18n } = useTranslation('payments');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-small">
      <Badge tone={webhookTones[row.state]}>{t(`payments:payments.trail.webhook-states.${row.state}`)}</Badge>
      <time dateTime={row.received_at} className="text-ink-second tabular-nums">
        {formatDateTime(row.received_at, i18n.language)}
      </time>
      {row.payment_id && <code className="min-w-0 break-all text-ink-second">{row.payment_id}</code>}
      {row.note && <span className="min-w-0 break-words text-ink-second">{row.note}</span>}
    </li>
  );
}

function Entry({ entry, money, onOrigin }: { entry: TrailEntry } & Omit<PaymentTrailProps, 'trail'>) {
  const { t, i18n } = useTranslation(['payments', 'ledger']);
  const signed = (sum: number) => withPlus(sum, money(sum));
  return (
    <li className="py-2 text-small">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">
          {t('payments:payments.origin.entry')} {t('common:id', { id: entry.id })} ·{' '}
          {t(`ledger:ledger.kinds.${entry.kind}`)}
        </span>
        <time dateTime={entry.at} className="text-ink-second tabular-nums">
          {formatDateTime(entry.at, i18n.language)}
        </time>
      </p>
      <ul className="mt-1 grid gap-0.5">
        {entry.lines.map(({ id, account, owner, amount }) => (
          <li key={id} className="flex justify-between gap-3">
            <span className="min-w-0 break-words text-ink-second">
              {t(`ledger:ledger.accounts.${account}`)}
              {owner && ` · ${t(`payments:payments.providers.${owner}`, { defaultValue: owner })}`}
            </span>
            <OriginSum
              sum={signed(amount)}
              label={t('ledger:ledger.origin', { sum: signed(amount) })}
              onOpen={() => onOrigin(id)}
            />
          </li>
        ))}
      </ul>
    </li>
  );
}

function Exchange({ row }: { row: ExchangeRow }) {
  const { t, i18n } = useTranslation('payments');
  const outcome = row.failure ?? row.status;
  return (
    <li className="py-2 text-small">
      <details>
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 pointer-coarse:min-h-10">
          <Badge tone={outcomeTones[row.outcome]}>
            {t(`payments:payments.trail.outcomes.${row.outcome}`)}
          </Badge>
          <code dir="ltr" className="min-w-0 break-all">
            {row.method} {pathOf(row.url)}
          </code>
          <span className="text-ink-second tabular-nums">
            {[outcome, t('payments:payments.trail.ms', { ms: row.duration_ms })].filter(Boolean).join(' · ')}
          </span>
          <time dateTime={row.created_at} className="ms-auto text-ink-second tabular-nums">
            {formatDateTime(row.created_at, i18n.language)}
          </time>
        </summary>
        <Body title={t('payments:payments.trail.request')} text={row.request} />
        <Body title={t('payments:payments.trail.answer')} text={row.answer} />
      </details>
    </li>
  );
}

function Body({ title, text }: { title: string; text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <>
      <p className="mt-2 text-ink-second">{title}</p>
      <pre
        dir="ltr"
        className="mt-0.5 max-h-60 overflow-auto rounded-control bg-sunken p-2 text-start break-all whitespace-pre-wrap"
      >
        {text}
      </pre>
    </>
  );
}

const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url);
