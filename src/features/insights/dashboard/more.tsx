import type { ReactNode } from 'react';
import { Balance } from './balance';
import { ByShop } from './by-shop';
import { LowStock, Popular, TopRated } from './goods';
import { Categories } from './pictures/categories';
import { OrderHours } from './pictures/order-hours';
import { RecentOrders, RecentWithdraws } from './recent';
import type { DashboardScope } from './scope';
import { TopCategories } from './top-categories';

interface MoreProps {
  scope: DashboardScope;
  /** Whose orders of which period; undefined on a server that has no figures by parts. */
  query: Record<string, string> | undefined;
  /** A shop's own page shows its balance elsewhere. */
  hasBalance: boolean;
  /** Cards of the page around the dashboard. */
  children?: ReactNode;
}

/** What is looked at now and then: loaded when somebody asks. */
export function More({ scope, query, hasBalance, children }: MoreProps) {
  const { seesMoney, seesOrders, seesGoods } = scope;
  return (
    <>
      {query && scope.isMarket && seesMoney && scope.seesShops && <ByShop isMarket query={query} />}
      <div className="grid gap-4 xl:grid-cols-2 xl:[&>:last-child:nth-child(odd)]:col-span-2">
        {query && seesOrders && <OrderHours scope={scope} query={query} />}
        {query && seesMoney && <Categories scope={scope} query={query} />}
        {seesOrders && <RecentOrders scope={scope} />}
        {seesGoods && <LowStock scope={scope} />}
        {seesGoods && <Popular scope={scope} />}
        {seesGoods && <TopCategories scope={scope} />}
        {seesGoods && <TopRated scope={scope} />}
        {seesMoney && <RecentWithdraws scope={scope} />}
        {query && seesMoney && hasBalance && <Balance scope={scope} />}
      </div>
      {children}
    </>
  );
}
