import { useTranslation } from 'next-i18next/pages';
import { OnlyWith } from '@/components/domain/only-with';
import { Card } from '@/components/ui/card';
import type { User, WalletLine } from '@/contract/accounts/users/schema';
import { api } from '@/lib/api/client';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { withPlus } from '@/lib/format/movement';
import { PagedRows } from './paged-rows';

/** Balance of a wallet with every entry. */
export function PersonWallet({ user }: { user: User }) {
  const { t, i18n } = useTranslation('accounts');
  const { id, wallet } = user;
  const figures = [
    ['available', wallet?.available_points],
    ['total', wallet?.total_points],
    ['used', wallet?.points_used],
  ] as const;
  return (
    <Card title={t('accounts:people.wallet.title')}>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(([key, points = 0]) => (
          <div key={key}>
            <dt className="text-small text-ink-second">{t(`accounts:people.wallet.${key}`)}</dt>
            <dd className="mt-0.5 text-title font-[650] tabular-nums">
              {formatNumber(points, i18n.language)}
            </dd>
          </div>
        ))}
      </dl>
      {wallet ? (
        <OnlyWith capability="wallet-history">
          <PagedRows
            queryKey={['users', 'wallet', id]}
            ask={(page) => api.page(`users/${id}/wallet`, { page, limit: 10 })}
            row={(line) => <Line key={line.id} line={line} />}
            label={t('accounts:people.wallet.lines')}
            more={t('accounts:people.wallet.more')}
            className="mt-4 divide-y divide-line-faint border-t border-line-faint"
          />
        </OnlyWith>
      ) : (
        <p className="mt-4 text-ink-second">{t('accounts:people.wallet.empty')}</p>
      )}
    </Card>
  );
}

function Line({ line }: { line: WalletLine }) {
  const { t, i18n } = useTranslation('accounts');
  const { kind, at, points, balance, reason, user } = line;
  const language = i18n.language;
  const notes = [formatDateTime(at, language), user?.name].filter(Boolean).join(' · ');
  return (
    <li className="flex items-start justify-between gap-4 py-2.5">
      <span className="min-w-0">
        <span className="font-medium">
          {t(`accounts:people.wallet.kinds.${kind}`, { defaultValue: kind })}
        </span>
        {reason && <span className="block break-words">{reason}</span>}
        <span className="block text-small text-ink-second">{notes}</span>
      </span>
      <span className="shrink-0 text-end tabular-nums">
        <span className={`font-medium ${points > 0 ? 'text-good' : ''}`}>
          {withPlus(points, formatNumber(points, language))}
        </span>
        <span className="block text-small text-ink-second">
          {t('accounts:people.wallet.left', { points: formatNumber(balance, language) })}
        </span>
      </span>
    </li>
  );
}
