import { useTranslation } from 'next-i18next/pages';
import type { VendorStart as Start } from '@/contract/insights/vendor-start';
import { Progress } from './progress';
import { PutAway } from './put-away';
import { vendorStartKey } from './use-vendor-start';
import { EarningsCard, HelpCard, ReviewCard } from './vendor-cards';
import { VendorStep } from './vendor-step';

interface VendorStartProps {
  start: Start;
  name: string;
  /** The first sale was made: shown above the dashboard, which has the page's heading. */
  isPart?: boolean;
}

/** Home page of a vendor before the first sale: steps with their actions, what comes next, and the earnings. */
export function VendorStart({ start, name, isPart = false }: VendorStartProps) {
  const { t } = useTranslation('insights');
  // The sale is the goal, not a step.
  const own = start.steps.filter(({ key }) => key !== 'sale');
  const goal = start.steps.filter(({ key }) => key === 'sale');
  const done = own.filter(({ is_done }) => is_done).length;
  const next = own.find(({ is_done }) => !is_done);
  const [firstName = ''] = name.split(' ');
  const count = own.length - done;
  const title = count === 0 ? 'title-ready' : isPart ? 'title-sold' : 'title';
  const Heading = isPart ? 'h2' : 'h1';
  return (
    <section aria-labelledby="vendor-start">
      <Heading id="vendor-start" className={isPart ? 'text-card font-semibold' : 'text-title font-[650]'}>
        {t(`insights:first-steps.vendor.${title}`, { name: firstName, count })}
      </Heading>
      <p className="mt-0.5 text-ink-second">
        {t(`insights:first-steps.vendor.${count > 0 ? 'text' : 'text-ready'}`)}
      </p>
      <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="rounded-card border border-line bg-surface px-4 pt-1 pb-2 desk:px-5">
          <Progress
            isLeading
            done={done}
            total={own.length}
            text={t('insights:first-steps.vendor.progress', { done, total: own.length })}
          />
          <ol className="mt-3 divide-y divide-line-faint border-t border-line-faint">
            {own.map((step) => (
              <VendorStep key={step.key} start={start} step={step} isNext={step.key === next?.key} />
            ))}
          </ol>
          {/* Not one of the steps that are counted above. */}
          <ul className="border-t border-line">
            {goal.map((step) => (
              <VendorStep key={step.key} start={start} step={step} isNext={false} />
            ))}
          </ul>
          {start.shop && (
            <div className="flex justify-end border-t border-line-faint pt-2">
              <PutAway queryKey={vendorStartKey} />
            </div>
          )}
        </div>
        <div className="grid gap-4">
          <ReviewCard start={start} />
          <EarningsCard key={start.example_price} start={start} />
          <HelpCard hasShop={start.shop !== null} />
        </div>
      </div>
    </section>
  );
}
