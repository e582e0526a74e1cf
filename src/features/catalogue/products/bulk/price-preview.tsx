import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { PriceChangePreview } from '@/contract/catalogue/products/price-change';
import { errorText, toClientError } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** What a price change would do: how many, and the first of them before and after. */
export function PricePreview({ query }: { query: UseQueryResult<PriceChangePreview> }) {
  const { t, i18n } = useTranslation('form');
  const money = useMoney();
  const { data, error, isFetching } = query;
  const say = (key: string, count: number) =>
    t(`form:products.bulk.${key}`, { count, number: formatNumber(count, i18n.language) });
  if (error) return <p className="text-small text-bad">{errorText(t, toClientError(error))}</p>;
  if (!data)
    return <p className="min-h-12 text-small text-ink-second">{t('form:products.bulk.preview-hint')}</p>;
  return (
    <section
      aria-label={t('form:products.bulk.preview')}
      aria-busy={isFetching}
      className={`rounded-control border border-line p-3 ${isFetching ? 'opacity-60' : ''}`}
    >
      <p role="status" className="font-medium">
        {say('preview-prices', data.prices)}
        {data.refused > 0 && <span className="ms-2 text-warn">{say('preview-refused', data.refused)}</span>}
      </p>
      <ul className="mt-2 grid gap-1.5 text-small">
        {data.samples.map((one) => (
          <li key={`${one.id} ${one.name}`} className="flex justify-between gap-4">
            <span className="min-w-0 truncate">{one.name}</span>
            <span className="shrink-0 tabular-nums">
              <s className="text-ink-second">{money(one.before)}</s>{' '}
              {one.after === null ? (
                <span className="text-bad">{t('form:products.bulk.cannot')}</span>
              ) : (
                <b className="font-medium">{money(one.after)}</b>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
