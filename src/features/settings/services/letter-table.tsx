import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Tone } from '@/contract/core/define';
import type { LetterState, OutboxLetter } from '@/contract/settings/outside';
import { formatDateTime } from '@/lib/format/format';

interface LetterTableProps {
  rows: readonly OutboxLetter[];
  /** The one that is being sent once more. */
  busyId: number | undefined;
  onRetry: (id: number) => void;
}

const tones: Record<LetterState, Tone> = {
  waiting: 'accent',
  sent: 'good',
  failed: 'bad',
  expired: 'neutral',
};
const head =
  'h-10 border-b border-line px-3 text-start text-small font-medium whitespace-nowrap text-ink-second first:ps-4 last:pe-4';
const cell =
  'border-b border-line-faint px-3 py-2.5 align-top group-last:border-b-0 first:ps-4 last:pe-4 phone:border-0 phone:p-0';

/** Letters and SMS with what became of them; cards on the phone. */
export function LetterTable({ rows, busyId, onRetry }: LetterTableProps) {
  const { t } = useTranslation('resources');
  return (
    <table
      aria-label={t('resources:services.outbox.title')}
      className="w-full border-separate border-spacing-0 phone:block"
    >
      <thead className="phone:hidden">
        <tr>
          {['created', 'to', 'state', 'action'].map((key) => (
            <th key={key} scope="col" className={head}>
              {t(`resources:services.outbox.fields.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="phone:block">
        {rows.map((row) => (
          <Line key={row.id} row={row} isBusy={row.id === busyId} onRetry={onRetry} />
        ))}
      </tbody>
    </table>
  );
}

interface LineProps {
  row: OutboxLetter;
  isBusy: boolean;
  onRetry: (id: number) => void;
}

function Line({ row, isBusy, onRetry }: LineProps) {
  const { t, i18n } = useTranslation('resources');
  const words = 'resources:services.outbox';
  return (
    <tr className="group phone:grid phone:grid-cols-[minmax(0,1fr)_auto] phone:gap-x-3 phone:gap-y-1 phone:border-b phone:border-line-faint phone:px-4 phone:py-3 phone:last:border-b-0">
      <td className={`${cell} whitespace-nowrap text-ink-second phone:order-3 phone:text-small`}>
        <time dateTime={row.created_at}>{formatDateTime(row.created_at, i18n.language)}</time>
      </td>
      <td className={`${cell} w-full min-w-0 phone:order-1`}>
        <p className="font-medium break-all">{row.recipient}</p>
        <p className="text-small break-words text-ink-second">
          {row.subject ?? t(`${words}.templates.${row.template}`, { defaultValue: t(`${words}.sms`) })}
        </p>
      </td>
      <td className={`${cell} phone:order-2 phone:text-end`}>
        <Badge tone={tones[row.state]}>{t(`${words}.states.${row.state}`)}</Badge>
      </td>
      <td className={`${cell} min-w-56 phone:order-4 phone:col-span-2 phone:min-w-0`}>
        <Outcome row={row} />
        {row.state === 'failed' && (
          <Button
            size="small"
            className="mt-1.5"
            isLoading={isBusy}
            aria-label={t(`${words}.retry-to`, { to: row.recipient })}
            onClick={() => onRetry(row.id)}
          >
            {t(`${words}.retry`)}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** When it went, when it is tried again, or why it did not go. */
function Outcome({ row }: { row: OutboxLetter }) {
  const { t, i18n } = useTranslation('resources');
  const words = 'resources:services.outbox';
  const at = (moment: string) => formatDateTime(moment, i18n.language);
  return (
    <div className="text-small text-ink-second">
      {row.sent_at && <p>{t(`${words}.sent-at`, { at: at(row.sent_at) })}</p>}
      {row.state === 'waiting' && row.next_at && row.attempts > 0 && (
        <p>{t(`${words}.next-at`, { at: at(row.next_at) })}</p>
      )}
      {row.state === 'expired' && <p>{t(`${words}.expired-text`)}</p>}
      {row.state !== 'sent' && row.last_error && <p className="break-words text-bad">{row.last_error}</p>}
      {row.state !== 'sent' && row.attempts > 0 && <p>{t(`${words}.attempts`, { count: row.attempts })}</p>}
    </div>
  );
}
