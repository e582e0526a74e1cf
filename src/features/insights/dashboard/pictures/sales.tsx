import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { type Days, type SalesStep, salesSteps } from '@/contract/insights/analytics';
import { ExportButton } from '@/features/insights/dashboard/export-button';
import { Pills } from '@/features/insights/dashboard/pills';
import { addressIn, type DashboardScope, soldFilter } from '@/features/insights/dashboard/scope';
import { useFigures } from '@/features/insights/dashboard/use-figures';
import { Widget } from '@/features/insights/dashboard/widget';
import { lazyPart } from '@/lib/lazy-part';

// Loaded after the metrics, which people read first.
const SalesChart = lazyPart(
  () => import('./sales-chart'),
  'SalesChart',
  () => <Skeleton className="mx-4 mb-4 h-68" />,
);
const SalesTable = lazyPart(() => import('./sales-table'), 'SalesTable');

/** Revenue of the period and the previous one, as a chart or table. */
export function Sales({ scope, query }: { scope: DashboardScope; query: Record<string, string> }) {
  const { t } = useTranslation('insights');
  const [step, setStep] = useState<SalesStep>();
  const [isTable, setTable] = useState(false);
  const found = useFigures('sales', { ...query, ...(step && { step }) });
  const { data } = found;
  const Draw = isTable ? SalesTable : SalesChart;
  const hrefOf = (days: Days) => addressIn(scope, '/orders', soldFilter(query.basis, days));
  return (
    <Widget
      title={t('insights:dashboard.sales.title')}
      note={data ? t(`insights:dashboard.sales.by-${data.step}`) : ''}
      query={found}
      lines={6}
      height="min-h-76"
      isEmpty={({ points }) => points.every((point) => point.revenue === 0 && point.previous_revenue === 0)}
      empty={t('insights:dashboard.sales.empty')}
      tools={
        <>
          {data && stepsFor(data.period).length > 0 && (
            <Pills
              legend={t('insights:dashboard.sales.step')}
              values={stepsFor(data.period)}
              value={data.step}
              word={(one) => t(`insights:dashboard.sales.${one}`)}
              onChoose={setStep}
            />
          )}
          <Button size="small" variant="ghost" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {t(`insights:dashboard.sales.${isTable ? 'as-chart' : 'as-table'}`)}
          </Button>
          <ExportButton
            table="sales"
            query={{ ...query, ...(step && { step }) }}
            title={t('insights:dashboard.sales.title')}
          />
        </>
      }
    >
      {(sales) => <Draw sales={sales} hrefOf={hrefOf} />}
    </Widget>
  );
}

/** Step sizes that give a readable number of points. */
function stepsFor({ from, to }: Days): SalesStep[] {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const fits: Record<SalesStep, boolean> = { day: days <= 186, week: days >= 8, month: days >= 32 };
  const fitting = salesSteps.filter((step) => fits[step]);
  return fitting.length > 1 ? fitting : [];
}
