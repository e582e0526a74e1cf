import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import type { LateParts } from '@/contract/orders/wire';
import { Widget } from '@/features/insights/dashboard/widget';
import { api } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { formatRelative } from '@/lib/format/relative';

const shown = 5;

/** Shops with parcels past their deadline, the most first, each with a bar by age; for the operator. */
export function LateShops() {
  const { t } = useTranslation('insights');
  const found = useQuery({ queryKey: ['orders', 'late'], queryFn: () => api.get('orders/late') });
  const word = (key: string) => t(`insights:dashboard.late.${key}`);
  return (
    <Widget
      title={word('title')}
      note={word('note')}
      all={
        found.data?.length ? { href: '/orders?ship_by=late', label: t('insights:dashboard.all') } : undefined
      }
      query={found}
      empty={word('empty')}
    >
      {(shops) => (
        <div className="px-4 pt-1 pb-2.5">
          <ul className="grid gap-1">
            {shops.slice(0, shown).map((late) => (
              <LateShop key={late.shop.id} late={late} most={Math.max(...shops.map(({ count }) => count))} />
            ))}
          </ul>
          <p aria-hidden="true" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-second">
            {(['young', 'old'] as const).map((age) => (
              <span key={age} className="inline-flex items-center gap-1.5">
                <span className={`size-2.5 rounded-[3px] ${tones[age]}`} />
                {word(age)}
              </span>
            ))}
          </p>
        </div>
      )}
    </Widget>
  );
}

/** Late for up to a day, and for longer. */
const tones = { young: 'bg-[#e0a536]', old: 'bg-bad' };

function LateShop({ late: { shop, count, over_day, since }, most }: { late: LateParts; most: number }) {
  const { t, i18n } = useTranslation('insights');
  const number = (value: number) => formatNumber(value, i18n.language);
  const parts = { young: count - over_day, old: over_day };
  return (
    <li>
      <Link
        href={`/${encodeURIComponent(shop.slug)}/orders?ship_by=late`}
        title={t('insights:dashboard.late.since', { time: formatRelative(since, i18n.language) })}
        className="-mx-2 grid min-h-9 grid-cols-[minmax(0,1fr)_5rem_1.75rem] items-center gap-3 rounded-control px-2 transition-colors hover:bg-sunken pointer-coarse:min-h-10"
      >
        <WrittenText className="block truncate font-medium" text={shop.name} />
        <span aria-hidden="true" className="flex h-3.5 gap-0.5">
          {(['young', 'old'] as const).map(
            (age) =>
              parts[age] > 0 && (
                <span
                  key={age}
                  className={`min-w-1.5 rounded-[3px] ${tones[age]}`}
                  style={{ width: `${(parts[age] / most) * 100}%` }}
                />
              ),
          )}
        </span>
        <b className="text-end font-semibold tabular-nums">{number(count)}</b>
        {over_day > 0 && (
          <span className="sr-only">
            {t('insights:dashboard.late.over-day', { number: number(over_day) })}
          </span>
        )}
      </Link>
    </li>
  );
}
