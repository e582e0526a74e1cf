import { useTranslation } from 'next-i18next/pages';
import { History } from '@/components/domain/history';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { StatusBadge } from '@/components/domain/status-badge';
import { MoreDetails } from '@/components/page/more-details';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import { type AnyResource, familyPaths } from '@/contract/core/define';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { type WithdrawDetails as Details, withdrawMoves } from '@/contract/ledger/withdraws/schema';
import type { DetailsProps } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { formatDateTime } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useMoney } from '@/state/use-money';
import { Decision } from './decision';
import { Payee } from './payee';
import { Payout } from './payout';
import { ShopSums } from './shop-sums';
import { Way } from './way';

export function WithdrawDetails({ resource, id, shop }: DetailsProps<'withdraws'>) {
  const { t } = useTranslation('ledger');
  const labels = useLabels(resource);
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const mayDecide = useMay('finance:decide');
  const parent = { href: familyPaths(resource, shop).list, label: labels.text('title') };
  const query = useOne(resource, id);
  return (
    <QueryBoundary query={query} parent={parent}>
      {(withdraw) => {
        const isToDecide = withdrawMoves[withdraw.status].length > 0;
        const sums = withdraw.balance && (
          <Card title={t('ledger:withdraws.money.title')}>
            <ShopSums balance={withdraw.balance} isStacked />
          </Card>
        );
        return (
          <>
            <PageHeader
              title={t('ledger:withdraws.card.title', { number: withdraw.id })}
              parent={parent}
              badge={<StatusBadge resource={resource} value={withdraw.status} />}
            />
            {isAdmin && <SecondPerson family="withdraws" id={withdraw.id} className="mt-4" />}
            <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_20.5rem] desk:grid-rows-[auto_1fr]">
              <div className="grid gap-4">
                <Facts resource={resource} withdraw={withdraw} />
                <Way resource={resource} moves={withdraw.moves} />
              </div>
              <div className="grid gap-4 desk:col-start-2 desk:row-span-2 desk:row-start-1">
                {isAdmin && mayDecide && <Decision key={withdraw.version} withdraw={withdraw} />}
                <Payout key={`payout-${withdraw.version}`} resource={resource} withdraw={withdraw} />
                <Payee
                  requisites={withdraw.requisites}
                  fastPayments={withdraw.fast_payments}
                  note={isAdmin && withdraw.has_other_requisites && <OtherRequisites />}
                />
                {isToDecide && sums}
              </div>
              {(isAdmin || (!isToDecide && sums)) && (
                <div className="grid gap-4">
                  <MoreDetails page="payout" content={t('ledger:withdraws.card.folded')}>
                    {!isToDecide && sums}
                    {isAdmin && <History isOpen family="withdraws" id={withdraw.id} />}
                  </MoreDetails>
                </div>
              )}
            </div>
          </>
        );
      }}
    </QueryBoundary>
  );
}

function Facts({ resource, withdraw }: { resource: AnyResource; withdraw: Details }) {
  const { i18n } = useTranslation();
  const labels = useLabels(resource);
  const money = useMoney();
  const { shop, amount, payment_method, details, note, created_at } = withdraw;
  const text = (value: string | null | undefined) =>
    value && <WrittenText text={value} className="block whitespace-pre-line break-words" />;
  const facts = [
    {
      key: 'shop',
      value: shop && (
        <Link
          href={`/${encodeURIComponent(shop.slug ?? shop.id)}`}
          className="relative touch-target rounded-badge text-accent-ink hover:underline"
        >
          {shop.name}
        </Link>
      ),
    },
    { key: 'payment_method', value: text(payment_method) },
    { key: 'created_at', value: formatDateTime(created_at, i18n.language) },
    { key: 'details', value: text(details) },
    { key: 'note', value: text(note) },
  ];
  return (
    <Card>
      <p className="text-small text-ink-second">{labels.field('amount')}</p>
      <p className="mb-5 text-[28px] leading-9 font-bold tabular-nums">{money(amount)}</p>
      <FactList
        facts={facts.flatMap(({ key, value }) => (value ? [{ key, label: labels.field(key), value }] : []))}
      />
    </Card>
  );
}

/** Changed requisites may mean a hijacked account: check before paying. */
function OtherRequisites() {
  const { t } = useTranslation('ledger');
  return (
    <p role="status" className="mt-4 rounded-control bg-warn-soft px-3 py-2.5 text-warn">
      {t('ledger:withdraws.card.other-requisites')}
    </p>
  );
}
