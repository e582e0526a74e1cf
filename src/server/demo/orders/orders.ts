import {
  type OrderStatus,
  orderCourse,
  type PaymentGateway,
  type PaymentStatus,
} from '@/contract/orders/status';
import type { Random } from '@/server/demo/random';

const hour = 3600_000;
const day = 24 * hour;

/** A step of an order or of a shop's part. */
export interface Step {
  at: Date;
  status: OrderStatus;
}

/** How an order went: payment of the whole, and for each part the steps after the first. */
export interface StatusPath {
  gateway: PaymentGateway;
  first: OrderStatus;
  parts: Step[][];
  /** Time of an online payment. */
  paidAt: Date | null;
  failedAt: Date | null;
}

/** Possible courses by age in days, so that the newest orders are in progress and old ones are finished. */
export function pickStatusPath(
  random: Random,
  at: Date,
  now: Date,
  shops: number,
  isPaidByPoints: boolean,
): StatusPath {
  const gateway = isPaidByPoints ? 'FULL_WALLET_PAYMENT' : gatewayOf(random.next());
  const later = (milliseconds: number) => new Date(Math.min(at.getTime() + milliseconds, now.getTime()));
  const none = { gateway, paidAt: null, failedAt: null };
  const dice = random.next();
  if (gateway === 'SBP') {
    const first: OrderStatus = 'order-pending';
    if (dice < 0.07) {
      const failedAt = later(hour);
      return { ...none, first, failedAt, parts: alike(shops, [{ at: failedAt, status: 'order-failed' }]) };
    }
    if (dice < 0.14) return { ...none, first, parts: alike(shops, cancelled(later(5 * hour))) };
    if (now.getTime() - at.getTime() < 1.5 * day && dice < 0.6)
      return { ...none, first, parts: alike(shops, []) };
    const paidAt = later(random.whole(2, 20) * 60_000);
    const begun = { at: paidAt, status: 'order-processing' as const };
    return {
      ...none,
      first,
      paidAt,
      parts: goingWell(random, at, now, shops).map((steps) => [begun, ...steps]),
    };
  }
  const first: OrderStatus = 'order-processing';
  if (dice < 0.1 && !isPaidByPoints)
    return { ...none, first, parts: alike(shops, cancelled(later(9 * hour))) };
  const parts = goingWell(random, at, now, shops);
  // One of the shops had to cancel.
  if (dice < 0.2 && shops > 1 && !isPaidByPoints) parts[shops - 1] = cancelled(later(20 * hour));
  return { ...none, first, parts };
}

/** Steps to a status, within thirty hours and before now; an order paid immediately was sold at the till. */
export function statusPathTo(
  status: OrderStatus,
  random: Random,
  { at, now, shops }: { at: Date; now: Date; shops: number },
): StatusPath {
  const most = Math.min(30 * hour, now.getTime() - at.getTime());
  const moment = (part: number) => new Date(at.getTime() + part * most);
  const online: StatusPath = {
    gateway: 'SBP',
    first: 'order-pending',
    paidAt: null,
    failedAt: null,
    parts: alike(shops, []),
  };
  if (status === 'order-pending') return online;
  if (status === 'order-failed') {
    const failedAt = moment(0.2);
    return { ...online, failedAt, parts: alike(shops, [{ at: failedAt, status }]) };
  }
  const atPlace: StatusPath = { ...online, gateway: 'CASH_ON_DELIVERY', first: 'order-processing' };
  if (status === 'order-cancelled') return { ...atPlace, parts: alike(shops, cancelled(moment(0.5))) };
  if (status === 'order-completed')
    return { ...atPlace, gateway: 'CASH', parts: alike(shops, [{ at: moment(0.1), status }]) };
  const steps = orderCourse
    .slice(2, orderCourse.indexOf(status) + 1)
    .map((one, place) => ({ at: moment(0.3 + place * 0.2), status: one }));
  if (random.next() < 0.5) return { ...atPlace, parts: alike(shops, steps) };
  const paidAt = moment(0.05);
  return { ...online, paidAt, parts: alike(shops, [{ at: paidAt, status: 'order-processing' }, ...steps]) };
}

const gatewayOf = (dice: number): PaymentGateway =>
  dice < 0.46 ? 'SBP' : dice < 0.88 ? 'CASH_ON_DELIVERY' : 'CASH';

const cancelled = (at: Date): Step[] => [{ at, status: 'order-cancelled' }];

const alike = (shops: number, steps: Step[]): Step[][] => Array.from({ length: shops }, () => steps);

/** Steps towards completion, at each shop's own pace, up to now. */
function goingWell(random: Random, at: Date, now: Date, shops: number): Step[][] {
  return Array.from({ length: shops }, () => {
    let moment = at.getTime() + hour;
    const steps: Step[] = [];
    for (const status of orderCourse.slice(2)) {
      moment += random.whole(14, 46) * hour;
      // Some parcels go directly to the courier.
      if (status === 'order-at-local-facility' && random.next() < 0.3) continue;
      if (moment > now.getTime()) break;
      steps.push({ at: new Date(moment), status });
    }
    return steps;
  });
}

/** Payment status after these steps of a part. */
export function derivePaymentStatus(
  { gateway, paidAt, failedAt }: StatusPath,
  last: OrderStatus,
): PaymentStatus {
  if (gateway === 'FULL_WALLET_PAYMENT') return 'payment-wallet';
  if (gateway === 'SBP') return paidAt ? 'payment-success' : failedAt ? 'payment-failed' : 'payment-pending';
  if (last === 'order-completed') return 'payment-success';
  return gateway === 'CASH' ? 'payment-cash' : 'payment-cash-on-delivery';
}
