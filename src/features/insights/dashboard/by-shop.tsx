import { useTranslation } from 'next-i18next/pages';
import { TextLink } from '@/components/ui/text-link';
import { type PeriodShops, type ShopLine, shopColumns } from '@/contract/insights/analytics';
import { balanceStanding } from '@/contract/ledger/balance';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { ExportButton } from './export-button';
import { formatPercent } from './pictures/percent';
import { addressIn, byShopId, soldFilter } from './scope';
import { useFigures } from './use-figures';
import { Widget } from './widget';

type Column = (typeof shopColumns)[number];

interface ByShopProps {
  /** All shops of the marketplace: the first ones by turnover. */
  isMarket: boolean;
  query: Record<string, string>;
}

/** Metrics per shop, each linked to the shop's filtered list. */
export function ByShop({ isMarket, query }: ByShopProps) {
  const { t } = useTranslation('insights');
  const found = useFigures('shops', query);
  const word = (key: string) => t(`insights:dashboard.by-shop.${key}`);
  const title = word(isMarket ? 'title-market' : 'title');
  return (
    <Widget
      id={byShopId}
      title={title}
      note={isMarket ? word('first') : undefined}
      tools={<ExportButton table="shops" query={query} title={title} />}
      query={found}
      isEmpty={({ shops }) => shops.length === 0}
      empty={word('empty')}
    >
      {({ period, shops }) => (
        <div className="overflow-x-auto px-4">
          <table aria-label={title} className="w-full min-w-190 text-end tabular-nums">
            <thead className="text-small text-ink-second">
              <tr className="*:py-2 *:ps-4 *:text-end *:font-medium">
                <th scope="col" className="ps-0! text-start!">
                  {word('shop')}
                </th>
                {shopColumns.map((key) => (
                  <th key={key} scope="col">
                    {word(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shops.map((line) => (
                <ShopRow key={line.shop.id} line={line} period={period} basis={query.basis} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Widget>
  );
}

interface ShopRowProps {
  line: ShopLine;
  period: PeriodShops['period'];
  basis: string | undefined;
}

function ShopRow({ line, period, basis }: ShopRowProps) {
  const { t, i18n } = useTranslation('insights');
  const money = useMoney();
  const write = (key: Column) => {
    if (key === 'refund_rate')
      return line.refund_rate === null ? '—' : formatPercent(line.refund_rate, i18n.language);
    if (key === 'hours_to_ship')
      return line.hours_to_ship === null ? '—' : formatNumber(line.hours_to_ship, i18n.language);
    if (key === 'balance') {
      const { isDebt, sum } = balanceStanding(line.balance);
      return isDebt ? t('insights:dashboard.by-shop.debt', { sum: money(sum) }) : money(sum);
    }
    return key === 'orders' || key === 'waiting' ? formatNumber(line[key], i18n.language) : money(line[key]);
  };
  return (
    <tr className="border-t border-line-faint *:py-2.5 *:ps-4">
      <th scope="row" className="max-w-60 truncate ps-0! text-start font-medium">
        <TextLink href={`/${encodeURIComponent(line.shop.slug ?? '')}`}>{line.shop.name}</TextLink>
      </th>
      {shopColumns.map((key) => (
        <td key={key}>
          <TextLink href={hrefOf(line, key, period, basis)}>{write(key)}</TextLink>
        </td>
      ))}
    </tr>
  );
}

function hrefOf(
  { shop }: ShopLine,
  key: Column,
  period: PeriodShops['period'],
  basis: string | undefined,
): string {
  const scope = { base: `/${encodeURIComponent(shop.slug ?? '')}` };
  const { from, to } = period;
  const sold = addressIn(scope, '/orders', soldFilter(basis, period));
  const refunds = addressIn(scope, '/refunds', { status: 'approved', decided_from: from, decided_to: to });
  const addresses: Record<Column, string> = {
    revenue: sold,
    orders: sold,
    refunds,
    refund_rate: refunds,
    hours_to_ship: addressIn(scope, '/orders', soldFilter('placed', period)),
    waiting: addressIn(scope, '/orders', { order_status: 'order-processing' }),
    balance: addressIn(scope, '/ledger'),
  };
  return addresses[key];
}
