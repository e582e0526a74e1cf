import type { DashboardScope } from '@/features/insights/dashboard/scope';
import { Ending } from './ending';
import { LateShops } from './late-shops';
import { OrderPlaces } from './order-places';
import { Payouts } from './payouts';
import { Sales } from './sales';

interface PicturesProps {
  scope: DashboardScope;
  /** Whose orders of which period. */
  whose: Record<string, string>;
  basis: string;
}

/**
 * The pictures of the home page, each a link to its list; loaded after the tiles, which people read first. Those that a role
 * does not see leave their room to the others of the line.
 */
export function Pictures({ scope, whose, basis }: PicturesProps) {
  const { seesMoney, seesOrders, seesGoods } = scope;
  return (
    <>
      {seesMoney && (
        <div className={line}>
          <div className="xl:flex-7">
            <Sales scope={scope} query={{ ...whose, basis }} />
          </div>
          <div className="xl:flex-5">
            <Payouts scope={scope} />
          </div>
        </div>
      )}
      <div className={line}>
        {seesOrders && (
          <div className="xl:flex-5">
            <OrderPlaces scope={scope} query={whose} />
          </div>
        )}
        {scope.isMarket && seesOrders && (
          <div className="xl:flex-4">
            <LateShops />
          </div>
        )}
        {seesGoods && (
          <div className="xl:flex-4">
            <Ending scope={scope} />
          </div>
        )}
      </div>
    </>
  );
}

const line = 'grid gap-4 empty:hidden xl:flex *:min-w-0 *:*:h-full';
