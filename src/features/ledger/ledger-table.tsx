import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { OriginSum } from '@/components/domain/origin-sum';
import { TableFrame } from '@/components/table/table-frame';
import { Link } from '@/components/ui/link';
import type { LedgerRow } from '@/contract/ledger/schema';
import { findPageRule } from '@/contract/pages';
import { formatDateTime } from '@/lib/format/format';
import { withPlus } from '@/lib/format/movement';
import { part } from '@/lib/part';
import { useModalActions } from '@/state/modal';
import { useMoney } from '@/state/use-money';

const ProviderName = part(dynamic(() => import('./provider-name').then((module) => module.ProviderName)));

interface LedgerTableProps {
  rows: readonly LedgerRow[];
  label: string;
  /** Slug of the shop; undefined for the platform account, whose lines name their shop. */
  shop: string | undefined;
}

const sums = ['amount', 'balance'];

const cell =
  'border-b border-line-faint px-3 py-2.5 align-top group-last:border-b-0 first:ps-4 last:pe-4 phone:border-0 phone:p-0!';

/** Ledger lines with subject and balance; cards on phones. */
export function LedgerTable({ rows, label, shop }: LedgerTableProps) {
  const { t } = useTranslation('ledger');
  return (
    <TableFrame
      label={label}
      headings={['at', 'kind', ...(shop === undefined ? ['shop'] : []), ...sums].map((key) => ({
        key,
        text: t(`ledger:ledger.fields.${key}`),
        isFigure: sums.includes(key),
      }))}
    >
      {rows.map((line) => (
        <Line key={line.id} line={line} shop={shop} />
      ))}
    </TableFrame>
  );
}

function Line({ line, shop }: { line: LedgerRow; shop: string | undefined }) {
  const { t, i18n } = useTranslation('ledger');
  const money = useMoney();
  const { open } = useModalActions();
  const isIn = line.amount > 0;
  const sum = withPlus(line.amount, money(line.amount));
  return (
    <tr className="group phone:grid phone:grid-cols-[1fr_auto] phone:gap-x-3 phone:border-b phone:border-line-faint phone:px-4 phone:py-3 phone:last:border-b-0">
      <td className={`${cell} whitespace-nowrap text-ink-second phone:order-3 phone:text-small`}>
        <time dateTime={line.at}>{formatDateTime(line.at, i18n.language)}</time>
      </td>
      <td className={`${cell} w-full min-w-0 phone:order-1`}>
        <Subject line={line} shop={shop} />
        {line.provider && <ProviderName name={line.provider} />}
        {line.reason && <p className="text-small break-words text-ink-second">{line.reason}</p>}
      </td>
      {shop === undefined && (
        <td className={`${cell} phone:order-5 phone:col-span-2 phone:text-small`}>
          {line.shop && (
            <Link
              href={`/${encodeURIComponent(line.shop.slug)}/ledger`}
              className="relative touch-target rounded-badge whitespace-nowrap hover:text-accent-ink hover:underline phone:whitespace-normal"
            >
              {line.shop.name}
            </Link>
          )}
        </td>
      )}
      <td
        className={`${cell} text-end font-medium whitespace-nowrap tabular-nums phone:order-2 ${isIn ? 'text-good' : ''}`}
      >
        <OriginSum
          sum={sum}
          label={t('ledger:ledger.origin', { sum })}
          onOpen={() => open('MONEY_ORIGIN', { id: line.id })}
        />
      </td>
      <td
        className={`${cell} text-end whitespace-nowrap text-ink-second tabular-nums phone:order-4 phone:text-small`}
      >
        <span className="hidden phone:inline">{t('ledger:ledger.fields.balance')}: </span>
        {money(line.balance)}
      </td>
    </tr>
  );
}

/** Link to the subject of a line, if it has a page. */
function Subject({ line, shop }: { line: LedgerRow; shop: string | undefined }) {
  const { t } = useTranslation('ledger');
  const kind = t(`ledger:ledger.kinds.${line.kind}`, { defaultValue: line.kind });
  const { subject } = line;
  if (!subject) return <p className="font-medium">{kind}</p>;
  const text = t('ledger:ledger.number', { kind, number: subject.number });
  const path = `${shop === undefined ? '' : `/${encodeURIComponent(shop)}`}/${subject.family}/${subject.id}`;
  if (!findPageRule(path)) return <p className="font-medium">{text}</p>;
  return (
    <Link
      href={path}
      className="relative touch-target rounded-badge font-medium hover:text-accent-ink hover:underline"
    >
      {text}
    </Link>
  );
}
