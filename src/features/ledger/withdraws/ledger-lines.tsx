import { useTranslation } from 'next-i18next/pages';
import { EndlessList } from '@/components/table/endless-list';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import type { LedgerRow } from '@/contract/ledger/schema';
import { useCan } from '@/lib/api/capabilities';
import { formatDateTime } from '@/lib/format/format';
import { withPlus } from '@/lib/format/movement';
import { useMoney } from '@/state/use-money';

/** Movements of a shop's balance, newest first. */
export function LedgerLines({ shopId, slug }: { shopId: number; slug: string }) {
  const { t } = useTranslation('ledger');
  if (!useCan('ledger')) return null;
  return (
    <Card title={t('ledger:withdraws.ledger.title')}>
      <EndlessList
        queryKey={['shops', 'ledger', shopId]}
        endpoint={`shops/${shopId}/ledger`}
        query={{ limit: 10 }}
        texts={{
          empty: t('ledger:withdraws.ledger.empty'),
          failed: t('ledger:withdraws.ledger.failed'),
          more: t('ledger:withdraws.ledger.more'),
        }}
      >
        {(line) => <Line key={line.id} line={line} />}
      </EndlessList>
      <Link
        href={`/${encodeURIComponent(slug)}/ledger`}
        className="mt-3 block w-max pointer-coarse:py-2.5 rounded-badge text-accent-ink hover:underline"
      >
        {t('ledger:withdraws.ledger.all')}
      </Link>
    </Card>
  );
}

function Line({ line }: { line: LedgerRow }) {
  const { t, i18n } = useTranslation('ledger');
  const money = useMoney();
  const isIn = line.amount > 0;
  // Another server of this dialect sends no subject.
  const about = line.subject?.number ?? (line.family === 'withdraws' ? line.row_id : null);
  const number = about ? ` ${t('common:id', { id: about })}` : '';
  return (
    <li className="flex items-start justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium">
          {t(`ledger:withdraws.ledger.kinds.${line.kind}`, { defaultValue: line.kind })}
          {number}
        </p>
        {line.reason && <p className="break-words text-small text-ink-second">{line.reason}</p>}
        <time dateTime={line.at} className="block text-small text-ink-second">
          {formatDateTime(line.at, i18n.language)}
        </time>
      </div>
      <div className="shrink-0 text-end tabular-nums">
        <p className={`font-medium ${isIn ? 'text-good' : ''}`}>
          {withPlus(line.amount, money(line.amount))}
        </p>
        <p className="text-small text-ink-second">
          {t('ledger:withdraws.ledger.left', { sum: money(line.balance) })}
        </p>
      </div>
    </li>
  );
}
