import { useTranslation } from 'next-i18next/pages';
import { TableFrame } from '@/components/table/table-frame';
import { Link } from '@/components/ui/link';
import type { PaymentRow } from '@/contract/payments/views';
import { formatDateTime } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { AttemptBadge } from './attempt-badge';

const sums = ['amount', 'captured', 'refunded'];
const columns = ['number', 'state', 'method', 'created_at', ...sums];

const cell =
  'border-b border-line-faint px-3 py-2.5 align-top group-last:border-b-0 first:ps-4 last:pe-4 phone:border-0 phone:p-0!';

interface PaymentsTableProps {
  rows: readonly PaymentRow[];
  hrefOf: (id: number) => string;
}

/** Attempts with state, method and sums; cards on phones. */
export function PaymentsTable({ rows, hrefOf }: PaymentsTableProps) {
  const { t } = useTranslation('payments');
  return (
    <TableFrame
      label={t('payments:payments.list.title')}
      headings={columns.map((key) => ({
        key,
        text: t(`payments:payments.fields.${key}`),
        isFigure: sums.includes(key),
      }))}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} href={hrefOf(row.id)} />
      ))}
    </TableFrame>
  );
}

function Row({ row, href }: { row: PaymentRow; href: string }) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  const figure = `${cell} text-end whitespace-nowrap tabular-nums`;
  return (
    <tr className="group hover:bg-sunken phone:grid phone:grid-cols-[1fr_auto] phone:gap-x-3 phone:gap-y-1 phone:border-b phone:border-line-faint phone:px-4 phone:py-3 phone:last:border-b-0">
      <td className={`${cell} whitespace-nowrap`}>
        <Link
          href={href}
          className="relative touch-target rounded-badge font-medium hover:text-accent-ink hover:underline"
        >
          <bdi>{t('common:id', { id: row.order.number })}</bdi>
        </Link>
      </td>
      <td className={`${cell} phone:order-3 phone:col-span-2`}>
        <AttemptBadge state={row.state} />
        {row.state === 'held' && row.capture_until && (
          <p className="mt-0.5 text-small whitespace-nowrap text-ink-second">
            {t('payments:payments.list.held-until', {
              when: formatDateTime(row.capture_until, i18n.language),
            })}
          </p>
        )}
        {row.end && (
          <p className="mt-0.5 text-small text-ink-second">{t(`payments:payments.ends.${row.end}`)}</p>
        )}
      </td>
      <td className={`${cell} phone:order-4 phone:text-small`}>
        {row.method && t(`payments:payments.methods.${row.method}`)}
        <p className="text-small text-ink-second">{t(`payments:payments.providers.${row.provider}`)}</p>
      </td>
      <td className={`${cell} whitespace-nowrap text-ink-second phone:order-5 phone:text-small`}>
        <time dateTime={row.created_at}>{formatDateTime(row.created_at, i18n.language)}</time>
      </td>
      <td className={`${figure} font-medium phone:order-2`}>{money(row.amount)}</td>
      <td className={`${figure} phone:hidden`}>{row.captured > 0 ? money(row.captured) : '—'}</td>
      <td className={`${figure} phone:hidden`}>{row.refunded > 0 ? money(-row.refunded) : '—'}</td>
    </tr>
  );
}
