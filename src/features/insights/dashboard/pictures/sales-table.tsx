import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import type { Days, PeriodSales } from '@/contract/insights/analytics';
import { pointText } from '@/features/insights/dashboard/period-text';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

interface SalesTableProps {
  sales: PeriodSales;
  hrefOf: (days: Days) => string;
}

const columns = ['revenue', 'orders'] as const;

/** The chart's data as a table. */
export function SalesTable({ sales: { points, step }, hrefOf }: SalesTableProps) {
  const { t, i18n } = useTranslation('insights');
  const money = useMoney();
  const word = (key: string) => t(`insights:dashboard.sales.${key}`);
  return (
    <div className="max-h-96 overflow-auto px-4 pb-2">
      <table aria-label={word('title')} className="w-full text-end tabular-nums">
        <thead className="text-small text-ink-second">
          <tr className="*:sticky *:top-0 *:bg-surface *:py-2 *:ps-4 *:text-end *:font-medium">
            <th scope="col" className="ps-0! text-start!">
              {word(`column-${step}`)}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {word(`column-${column}`)}
              </th>
            ))}
            <th scope="col">{word('column-previous')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.from} className="border-t border-line-faint *:py-2 *:ps-4">
              <th scope="row" className="ps-0! text-start font-normal">
                <Link href={hrefOf(point)} className="rounded-badge text-accent-ink hover:underline">
                  {pointText(point, step, i18n.language)}
                </Link>
              </th>
              {[money(point.revenue), formatNumber(point.orders, i18n.language)].map((figure, place) => (
                <td key={columns[place]} className="font-medium">
                  <Link href={hrefOf(point)} className="rounded-badge hover:text-accent-ink hover:underline">
                    {figure}
                  </Link>
                </td>
              ))}
              <td className="text-ink-second">{money(point.previous_revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
