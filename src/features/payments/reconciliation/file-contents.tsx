import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { PlainTable } from '@/components/table/plain-table';
import type { FilePreview, FirstLine, SettlementDay } from '@/contract/payments/reconciliation';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { useReconciliationWords } from './use-words';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="font-semibold">{title}</h3>
      <div className="mt-1 -mx-4 overflow-x-auto">{children}</div>
    </div>
  );
}

/** What a provider owes by day. */
export function RegistryDays({ days }: { days: readonly SettlementDay[] }) {
  const { word, day } = useReconciliationWords();
  const money = useMoney();
  return (
    <Part title={word('file.days')}>
      <PlainTable
        label={word('file.days')}
        rows={days}
        rowKey={(row) => row.day}
        columns={[
          {
            key: 'day',
            label: word('night.day'),
            isWide: true,
            cell: (row) => (
              <>
                {day(row.day)}
                {row.is_settled && <span className="text-small text-good"> {word('file.settled')}</span>}
              </>
            ),
          },
          ...(['payments', 'refunds', 'fee', 'fee_vat', 'net'] as const).map((key) => ({
            key,
            label: word(`file.${key}`),
            isFigure: true,
            cell: (row: SettlementDay) => money(row[key]),
          })),
        ]}
      />
    </Part>
  );
}

/** The accounts of a statement, and what its lines are. */
export function StatementParts({ preview: { accounts, groups, first_lines } }: { preview: FilePreview }) {
  const { word, language } = useReconciliationWords();
  const money = useMoney();
  return (
    <>
      {accounts.length > 0 && (
        <Part title={word('file.accounts')}>
          <PlainTable
            label={word('file.accounts')}
            rows={accounts}
            rowKey={({ account }) => account}
            columns={[
              {
                key: 'account',
                label: word('file.account'),
                isWide: true,
                cell: ({ account }) => <span className="tabular-nums">{account}</span>,
              },
              ...(['opening', 'income', 'outgo', 'closing'] as const).map((key) => ({
                key,
                label: word(`file.${key}`),
                isFigure: true,
                cell: (row: (typeof accounts)[number]) => {
                  const sum = row[key];
                  return sum === null ? '—' : money(sum);
                },
              })),
            ]}
          />
        </Part>
      )}
      {first_lines.length > 0 && (
        <Part title={word('file.first-lines')}>
          <FirstLines lines={first_lines} />
        </Part>
      )}
      {groups.length > 0 && (
        <Part title={word('file.groups')}>
          <PlainTable
            label={word('file.groups')}
            rows={groups}
            rowKey={({ match, direction }) => `${match} ${direction}`}
            columns={[
              {
                key: 'match',
                label: word('match'),
                isWide: true,
                cell: ({ match, direction }) => (
                  <>
                    {word(`matches.${match}`)}
                    <span className="text-small text-ink-second">
                      , {word(`file.directions.${direction}`)}
                    </span>
                  </>
                ),
              },
              {
                key: 'lines',
                label: word('file.lines'),
                isFigure: true,
                cell: ({ lines }) => formatNumber(lines, language),
              },
              { key: 'sum', label: word('file.sum'), isFigure: true, cell: ({ sum }) => money(sum) },
            ]}
          />
        </Part>
      )}
    </>
  );
}

/** Lines as they were read, to be looked at before they are posted. */
function FirstLines({ lines }: { lines: FilePreview['first_lines'] }) {
  const { word, day } = useReconciliationWords();
  const money = useMoney();
  const sum = ({ direction, amount }: FirstLine) => money(direction === 'in' ? amount : 0 - amount);
  return (
    <PlainTable
      label={word('file.first-lines')}
      rows={lines}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'day',
          label: word('columns.fields.day'),
          cell: (line) => <span className="whitespace-nowrap">{day(line.day)}</span>,
        },
        { key: 'number', label: word('columns.fields.number'), cell: ({ number }) => number || '—' },
        {
          key: 'party',
          label: word('columns.fields.partyName'),
          cell: ({ party, party_inn, party_account }) => (
            <>
              {party || '—'}
              <span className="block text-small text-ink-second tabular-nums">
                {[party_inn, party_account].filter(Boolean).join(' · ')}
              </span>
            </>
          ),
        },
        {
          key: 'purpose',
          label: word('columns.fields.purpose'),
          isWide: true,
          cell: ({ purpose }) => <span className="wrap-anywhere">{purpose || '—'}</span>,
        },
        { key: 'sum', label: word('file.sum'), isFigure: true, cell: sum },
      ]}
    />
  );
}

/** Accounts of the books that posting moves. */
export function Entries({ preview: { entries, state } }: { preview: FilePreview }) {
  const { t } = useTranslation('ledger');
  const { word } = useReconciliationWords();
  const money = useMoney();
  return (
    <div>
      <h3 className="font-semibold">{word(state === 'posted' ? 'file.posted-preview' : 'file.preview')}</h3>
      {entries.length === 0 ? (
        <p className="mt-1 text-ink-second">{word('file.no-entries')}</p>
      ) : (
        <ul className="mt-1 max-w-120 divide-y divide-line-faint" aria-label={word('file.entries')}>
          {entries.map(({ account, amount }) => (
            <li key={account} className="flex justify-between gap-4 py-2">
              <span>{t(`ledger:ledger.accounts.${account}`)}</span>
              <span className="whitespace-nowrap tabular-nums">
                {amount > 0 ? '+' : ''}
                {money(amount)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
