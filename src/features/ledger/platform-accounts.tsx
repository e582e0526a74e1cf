import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import type { PlatformSummary } from '@/contract/ledger/schema';
import { useMoney } from '@/state/use-money';

interface PlatformAccountsProps {
  accounts: PlatformSummary['accounts'];
  /** Address of the lines of an account. */
  hrefOf: (account: string) => string;
}

/** Balances of the marketplace's accounts, linked to their lines. */
export function PlatformAccounts({ accounts, hrefOf }: PlatformAccountsProps) {
  const { t } = useTranslation('ledger');
  const money = useMoney();
  return (
    <section className="rounded-card border border-line bg-surface">
      <p className="border-b border-line-faint p-4 text-small text-ink-second desk:px-5">
        {t('ledger:ledger.platform.accounts-text')}
      </p>
      <ul className="divide-y divide-line-faint" aria-label={t('ledger:ledger.platform.accounts')}>
        {accounts.map(({ account, balance }) => (
          <li key={account} className="flex items-start justify-between gap-4 px-4 py-2.5 desk:px-5">
            <div className="min-w-0">
              <Link
                href={hrefOf(account)}
                className="relative touch-target rounded-badge font-medium hover:text-accent-ink hover:underline"
              >
                {t(`ledger:ledger.accounts.${account}`)}
              </Link>
              <p className="text-small text-ink-second">{t(`ledger:ledger.account-hints.${account}`)}</p>
            </div>
            <span className="whitespace-nowrap tabular-nums">{money(balance)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
