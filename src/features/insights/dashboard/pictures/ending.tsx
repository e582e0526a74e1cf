import { Hourglass } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { products } from '@/contract/catalogue/products';
import { endingDays } from '@/contract/insights/analytics/home';
import { Lines } from '@/features/insights/dashboard/lines';
import { allIn, type DashboardScope, recordIn } from '@/features/insights/dashboard/scope';
import { useFigures } from '@/features/insights/dashboard/use-figures';
import { Widget } from '@/features/insights/dashboard/widget';
import { formatNumber } from '@/lib/format/format';

/** Fewer days are red. */
const fewDays = 3;

/** Products whose stock ends soon at the pace of the last weeks. */
export function Ending({ scope }: { scope: DashboardScope }) {
  const { t, i18n } = useTranslation('insights');
  const found = useFigures('ending', scope.shop ? { shop: scope.shop.slug } : {});
  const word = (key: string, more: Record<string, unknown> = {}) =>
    t(`insights:dashboard.ending.${key}`, more);
  const number = (value: number) => formatNumber(value, i18n.language);
  const total = found.data?.total ?? 0;
  return (
    <Widget
      title={word('title')}
      note={word('note', { count: endingDays })}
      all={
        total === 0
          ? undefined
          : allIn(scope, '/products', word('all', { count: total }), {
              status: 'publish',
              ends_within: String(endingDays),
            })
      }
      query={found}
      isEmpty={({ goods }) => goods.length === 0}
      empty={word('empty', { count: endingDays })}
    >
      {({ goods }) => (
        <Lines
          lines={goods.map((one) => ({
            key: one.id,
            href: recordIn(scope, products, one.slug, one.shop),
            title: one.name,
            note: word('pace', { quantity: number(one.quantity), number: number(one.per_day) }),
            picture: one.image?.thumbnail ?? null,
            end: (
              <b
                className={`inline-flex items-center gap-1 font-semibold ${one.days_left < fewDays ? 'text-bad' : 'text-warn'}`}
              >
                <Hourglass className="size-3.5" />
                {one.days_left < 1
                  ? word('less-than-day')
                  : word('days', { count: one.days_left, number: number(one.days_left) })}
              </b>
            ),
          }))}
        />
      )}
    </Widget>
  );
}
