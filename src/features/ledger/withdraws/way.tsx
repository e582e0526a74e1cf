import { useTranslation } from 'next-i18next/pages';
import { StatusBadge } from '@/components/domain/status-badge';
import { Card } from '@/components/ui/card';
import { WrittenText } from '@/components/ui/written-text';
import type { AnyResource } from '@/contract/core/define';
import type { WithdrawDetails } from '@/contract/ledger/withdraws/schema';
import { formatDateTime } from '@/lib/format/format';

/** State history of a request with notes. */
export function Way({ resource, moves }: { resource: AnyResource; moves: WithdrawDetails['moves'] }) {
  const { t } = useTranslation('ledger');
  return (
    <Card title={t('ledger:withdraws.card.way')}>
      <ol className="grid">
        {moves.map((move, place) => (
          <li
            // Entries are only appended, so an index is a stable key.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={place}
            className="relative border-s border-line ps-5 pb-5 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden="true"
              className="absolute -start-1.25 top-1.5 size-2.5 rounded-full border-2 border-accent bg-surface"
            />
            <Step resource={resource} move={move} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Step({ resource, move }: { resource: AnyResource; move: WithdrawDetails['moves'][number] }) {
  const { i18n } = useTranslation();
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        {move.payout_state ? (
          <StatusBadge resource={resource} column="payout_state" value={move.payout_state} />
        ) : (
          <StatusBadge resource={resource} value={move.status} />
        )}
        <span className="text-small text-ink-second">
          <time dateTime={move.at}>{formatDateTime(move.at, i18n.language)}</time>
          {move.by && `, ${move.by}`}
        </span>
      </p>
      {move.note && <WrittenText text={move.note} className="mt-1 block break-words" />}
    </>
  );
}
