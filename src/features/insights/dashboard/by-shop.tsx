import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import type { PeriodShops, ShopLine } from '@/contract/insights/analytics';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { addressIn, byShopId } from './scope';
import { useFigures } from './use-figures';
import { Widget } from './widget';

const columns = ['revenue', 'orders', 'refunds', 'waiting', 'balance'] as const;

/** Metrics per shop, each linked to the shop's filtered list. */
export function ByShop({ query }: { query: Record<string, string> }) {
  const { t, i18n } = useTranslation('resources');
  const money = useMoney();
  const found = useFigures<PeriodShops>('shops', query);
  const word = (key: string) => t(`resources:dashboard.by-shop.${key}`);
  const write = (line: ShopLine, key: (typeof columns)[number]) =>
    key === 'orders' || key === 'waiting' ? formatNumber(line[key], i18n.language) : money(line[key]);
  return (
    <Widget
      id={byShopId}
      title={word('title')}
      query={found}
      isEmpty={({ shops }) => shops.length === 0}
      empty={word('empty')}
    >
      {({ period, shops }) => (
        <div className="overflow-x-auto px-4">
          <table aria-label={word('title')} className="w-full min-w-140 text-end tabular-nums">
            <thead className="text-small text-ink-second">
              <tr className="*:py-2 *:ps-4 *:text-end *:font-medium">
                <th scope="col" className="ps-0! text-start!">
                  {word('shop')}
                </th>
                {columns.map((key) => (
                  <th key={key} scope="col">
                    {word(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shops.map((line) => (
                <tr key={line.shop.id} className="border-t border-line-faint *:py-2.5 *:ps-4">
                  <th scope="row" className="max-w-60 truncate ps-0! text-start font-medium">
                    <Link
                      href={`/${encodeURIComponent(line.shop.slug ?? '')}`}
                      className="rounded-badge hover:text-accent-ink hover:underline"
                    >
                      {line.shop.name}
                    </Link>
                  </th>
                  {columns.map((key) => (
                    <td key={key}>
                      <Link
                        href={hrefOf(line, key, period)}
                        className="rounded-badge hover:text-accent-ink hover:underline"
                      >
                        {write(line, key)}
                      </Link>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Widget>
  );
}

function hrefOf(
  { shop }: ShopLine,
  key: (typeof columns)[number],
  { from, to }: PeriodShops['period'],
): string {
  const scope = { base: `/${encodeURIComponent(shop.slug ?? '')}` };
  const created = { created_from: from, created_to: to };
  const addresses: Record<(typeof columns)[number], string> = {
    revenue: addressIn(scope, '/orders', { order_status: 'order-completed', ...created }),
    orders: addressIn(scope, '/orders', created),
    refunds: addressIn(scope, '/refunds', { status: 'approved', decided_from: from, decided_to: to }),
    waiting: addressIn(scope, '/orders', { order_status: 'order-processing' }),
    balance: addressIn(scope, '/ledger'),
  };
  return addresses[key];
}
