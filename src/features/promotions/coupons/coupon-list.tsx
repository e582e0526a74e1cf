import dynamic from 'next/dynamic';
import type { Coupon } from '@/contract/promotions/coupons/schema';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps, Row } from '@/crud/types';
import { part } from '@/lib/part';

const CouponMenu = part(dynamic(() => import('./coupon-menu').then((module) => module.CouponMenu)));

/** Coupons; their rows also copy the code and open the details. */
export function CouponList(props: ListProps) {
  return (
    <ListScreen
      {...props}
      rowMenu={(row) => (close) => (
        <CouponMenu coupon={row as Row & Coupon} shop={props.shop} close={close} />
      )}
    />
  );
}
