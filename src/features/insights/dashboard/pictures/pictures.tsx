import type { DashboardScope } from '@/features/insights/dashboard/scope';
import { Categories } from './categories';
import { Ending } from './ending';
import { LateShops } from './late-shops';
import { OrderHours } from './order-hours';
import { OrderPlaces } from './order-places';
import { Payouts } from './payouts';
import { Sales } from './sales';

interface PicturesProps {
  scope: DashboardScope;
  /** Whose orders of which period. */
  whose: Record<string, string>;
  basis: string;
}

/** The pictures of the home page, each a link to its list; loaded after the tiles, which people read first. */
export function Pictures({ scope, whose, basis }: PicturesProps) {
  const query = { ...whose, basis };
  const { seesMoney, seesOrders, seesGoods } = scope;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-12 xl:*:h-full">
      {seesMoney && (
        <div className="min-w-0 xl:col-span-7 *:h-full">
          <Sales scope={scope} query={query} />
        </div>
      )}
      {seesOrders && (
        <div className="min-w-0 xl:col-span-5 *:h-full">
          <OrderHours scope={scope} query={query} />
        </div>
      )}
      {seesOrders && (
        <div className="min-w-0 xl:col-span-7 *:h-full">
          <OrderPlaces scope={scope} query={whose} />
        </div>
      )}
      {seesGoods && (
        <div className={`min-w-0 *:h-full ${seesMoney ? 'xl:col-span-5' : 'xl:col-span-12'}`}>
          <Ending scope={scope} />
        </div>
      )}
      {scope.isMarket && seesOrders && (
        <div className="min-w-0 xl:col-span-12 *:h-full">
          <LateShops />
        </div>
      )}
      {seesMoney && (
        <div className="min-w-0 xl:col-span-6 *:h-full">
          <Categories scope={scope} query={query} />
        </div>
      )}
      {seesMoney && (
        <div className="min-w-0 xl:col-span-6 *:h-full">
          <Payouts scope={scope} />
        </div>
      )}
    </div>
  );
}
