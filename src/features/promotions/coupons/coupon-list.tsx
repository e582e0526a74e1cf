import dynamic from 'next/dynamic';
import { coupons } from '@/contract/promotions/coupons';
import type { Coupon } from '@/contract/promotions/coupons/schema';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps, Row } from '@/crud/types';
import { part } from '@/lib/part';
import { useMay } from '@/lib/session/rights';

const CouponMenu = part(dynamic(() => import('./coupon-menu').then((module) => module.CouponMenu)));

/** For whoever writes coupons and does not decide about them, the approval is no switch. */
const undecided = { ...coupons, columns: coupons.columns.map((column) => ({ ...column, by: [] })) };

/** A shop's coupon says in its status whether it is approved, and all are of the shop. */
const ofShop = {
  ...coupons,
  columns: coupons.columns.filter(({ key }) => key !== 'is_approve'),
  filters: coupons.filters.filter(({ key }) => key !== 'shop_id'),
};

/** Coupons; their rows also copy the code and open the details. */
export function CouponList(props: ListProps) {
  const mayDecide = useMay('promotions:decide');
  return (
    <ListScreen
      {...props}
      resource={props.shop !== undefined ? ofShop : mayDecide ? props.resource : undecided}
      rowMenu={(row) => (close) => (
        <CouponMenu coupon={row as Row & Coupon} shop={props.shop} close={close} />
      )}
    />
  );
}
