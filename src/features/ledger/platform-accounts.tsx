import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import { debtAccounts, moneyAccounts, ownAccounts, type SummedAccount } from '@/contract/ledger/accounts';
import type { PlatformSummary } from '@/contract/ledger/schema';
import { useMoney } from '@/state/use-money';

interface PlatformAccountsProps {
  figures: PlatformSummary;
  /** Address of the lines of an account. */
  hrefOf: (account: SummedAccount) => string;
  /** Address of what shops have and owe. */
  shopsHref: string;
}

interface Row {
  key: string;
  href: string;
  name: string;
  hint: string;
  sum: number;
}

/**
 * Money of the marketplace, what of it belongs to others, and what is left: each with its accounts, which add up to it
 * (rules/ledger: money is positive).
 */
export function PlatformAccounts({ figures, hrefOf, shopsHref }: PlatformAccountsProps) {
  const { t } = useTranslation('ledger');
  const balances = new Map(figures.accounts.map(({ account, balance }) => [account, balance]));
  const rowOf = (account: SummedAccount): Row => ({
    key: account,
    href: hrefOf(account),
    name: t(`ledger:ledger.accounts.${account}`),
    hint: t(`ledger:ledger.account-hints.${account}`),
    sum: balances.get(account) ?? 0,
  });
  const { current, on_hold, debts } = figures.owed;
  const word = (key: string) => t(`ledger:ledger.platform.${key}`);
  const ofShops: Row[] = [
    { key: 'shop', href: shopsHref, name: word('of-shops'), hint: word('of-shops-hint'), sum: current },
    { key: 'hold', href: '/withdraws', name: word('on-hold'), hint: word('held-hint'), sum: on_hold },
    {
      key: 'owing',
      href: shopsHref,
      name: word('shop-debts'),
      hint: word('shop-debts-hint'),
      sum: 0 - debts,
    },
  ];
  return (
    <section className="rounded-card border border-line bg-surface" aria-label={word('accounts')}>
      <p className="p-4 text-small text-ink-second desk:px-5">{word('accounts-text')}</p>
      <Group name="money" sum={figures.money} rows={moneyAccounts.map(rowOf)} belowZero="overdrawn" />
      <Group
        name="debts-of"
        text="debts-text"
        sum={figures.debts}
        rows={[...ofShops, ...debtAccounts.map(rowOf)]}
        belowZero="owed-to-us"
      />
      <Group name="own" sum={figures.own} rows={ownAccounts.map(rowOf)} />
    </section>
  );
}

interface GroupProps {
  name: 'money' | 'debts-of' | 'own';
  text?: string;
  sum: number;
  rows: readonly Row[];
  /** What a sum below zero means here. */
  belowZero?: string;
}

function Group({ name, text = `${name}-text`, sum, rows, belowZero }: GroupProps) {
  const { t } = useTranslation('ledger');
  const money = useMoney();
  const title = t(`ledger:ledger.platform.${name}`);
  return (
    <section aria-label={title} className="border-t border-line">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 bg-sunken px-4 py-2.5 desk:px-5">
        <span className="font-semibold">
          {title}{' '}
          <span className="text-small font-normal text-ink-second">
            {t(`ledger:ledger.platform.${text}`)}
          </span>
        </span>
        <span className="font-semibold tabular-nums">{money(sum)}</span>
      </h2>
      <ul className="divide-y divide-line-faint">
        {rows.map((row) => (
          <li key={row.key} className="flex items-start justify-between gap-4 px-4 py-2 desk:px-5">
            <div className="min-w-0">
              <Link
                href={row.href}
                className="relative touch-target rounded-badge font-medium hover:text-accent-ink hover:underline"
              >
                {row.name}
              </Link>
              <p className="text-small text-ink-second">{row.hint}</p>
            </div>
            <span className="text-end whitespace-nowrap tabular-nums">
              {money(row.sum)}
              {row.sum < 0 && belowZero && (
                <span className="block text-small text-warn">{t(`ledger:ledger.platform.${belowZero}`)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
