import { useTranslation } from 'next-i18next/pages';
import { TextLink } from '@/components/ui/text-link';
import { addressIn, type DashboardScope } from '@/features/insights/dashboard/scope';
import { useFigures } from '@/features/insights/dashboard/use-figures';
import { Widget } from '@/features/insights/dashboard/widget';
import { useMoney } from '@/state/use-money';
import { formatPercent } from './percent';

/** Revenue by top category; the lines add up to the revenue of the tile. */
export function Categories({ scope, query }: { scope: DashboardScope; query: Record<string, string> }) {
  const { t } = useTranslation('insights');
  const money = useMoney();
  const found = useFigures('categories', query);
  return (
    <Widget
      title={t('insights:dashboard.by-category.title')}
      note={found.data && t('insights:dashboard.by-category.together', { sum: money(found.data.revenue) })}
      query={found}
      lines={6}
      isEmpty={({ revenue }) => revenue === 0}
      empty={t('insights:dashboard.by-category.empty')}
    >
      {({ categories, rest, revenue }) => {
        const most = Math.max(rest.revenue, ...categories.map((line) => line.revenue), 1);
        const shared = { revenue, most };
        return (
          <ul className="grid gap-2 px-4 pt-1 pb-3">
            {categories.map(({ category, revenue: sum }, place) => (
              <Line
                key={category.id}
                {...shared}
                name={category.name}
                sum={sum}
                opacity={1 - place * 0.12}
                href={
                  scope.base === undefined || !scope.seesGoods
                    ? undefined
                    : addressIn(scope, '/products', { categories: category.slug ?? '' })
                }
              />
            ))}
            {rest.revenue !== 0 && (
              <Line
                {...shared}
                name={
                  rest.categories > 0
                    ? t('insights:dashboard.by-category.more', { count: rest.categories })
                    : t('insights:dashboard.by-category.none')
                }
                sum={rest.revenue}
              />
            )}
          </ul>
        );
      }}
    </Widget>
  );
}

interface LineProps {
  name: string;
  sum: number;
  revenue: number;
  /** The longest bar. */
  most: number;
  /** Of the bar; the rest is grey. */
  opacity?: number;
  href?: string | undefined;
}

function Line({ name, sum, revenue, most, opacity, href }: LineProps) {
  const { i18n } = useTranslation('insights');
  const money = useMoney();
  return (
    <li className="grid grid-cols-[minmax(6rem,10rem)_minmax(2rem,1fr)_auto_3.25rem] items-center gap-x-3">
      <span className={`truncate ${href ? '' : 'text-ink-second'}`} title={name}>
        <TextLink href={href}>{name}</TextLink>
      </span>
      <span aria-hidden="true" className="h-2.5">
        <span
          className={`block h-full rounded-[4px] ${opacity ? 'bg-accent' : 'bg-line'}`}
          style={{ width: `${Math.max(0, (sum / most) * 100)}%`, opacity }}
        />
      </span>
      <b className="text-end font-semibold whitespace-nowrap tabular-nums">{money(sum)}</b>
      <span className="text-end text-small text-ink-second tabular-nums">
        {formatPercent(sum / revenue, i18n.language)}
      </span>
    </li>
  );
}
