import { toMinor } from '@/contract/core/money';
import { type RefundMethod, refundMethods } from '@/contract/refunds/states';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { runSteps, type Step } from '@/server/core/moves/move';
import { pointsPerRouble, settingsOptions } from '@/server/core/settings';
import { pointsGiven } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { returnMarks } from '@/server/modules/orders/marks/returned-marks';
import { isChargedBack } from '@/server/modules/orders/payments/charged-back-prepayment';
import { keptKind } from '@/server/modules/orders/payments/kept-money';
import { pointsLeft, shareOfPoints } from '@/server/modules/orders/payments/return-payment';
import { returnCash } from '@/server/modules/orders/till/till-refunds';
import { assertNotChargedBack } from './charged-back-refunds';
import {
  countDelivery,
  countGoodwill,
  countPieces,
  coveredParts,
  endParts,
  recountDelivery,
  recountPieces,
  storeSums,
} from './count-returned';
import type { LockedRefund, RefundSubject } from './lock-refund';
import {
  assertNoCabinetRefund,
  type CabinetRefund,
  chooseRoute,
  enqueueProviderRefunds,
  linkCabinetRefund,
} from './provider-parts';
import { notKept, type RefundWay, refundEntries } from './refund-entries';
import { type Inspection, inspectGoods } from './return-goods';

/** By whose word an approved refund is settled, with what only they say. */
export type Settlement = ByAdmin | ByShops | AtTill | InCabinet;

/** A balance of a shop may become negative. */
interface ByAdmin {
  by: 'admin';
  method: RefundMethod;
  /** What became of the goods, if they are here. */
  inspection: Inspection | undefined;
}

interface ByShops {
  by: 'shops';
  inspection: Inspection | undefined;
  /** The shop's own people settle only what its balance covers. */
  mustCover: boolean;
}

/** Over the counter: cash leaves the drawer of the person's own shift. */
type AtTill = Omit<ByShops, 'by'> & { by: 'till' };

/** The money has left in a provider's cabinet. */
interface InCabinet {
  by: 'cabinet';
  transfer: CabinetRefund;
}

/** Points credited to the wallet, in hundredths: `returned` for points paid, `credited` for money. */
export interface RefundPoints {
  returned: number;
  credited: number;
}

interface Settling extends LockedRefund {
  settlement: Settlement;
  method: RefundMethod;
  /** What vendors give back by line id, in kopecks. */
  vendors: ReadonlyMap<number, number>;
  points: RefundPoints;
}

/**
 * Settles an approved refund by what it gives back. Throws WRONG_REFUND when pieces were refunded concurrently,
 * REFUND_NOT_POSSIBLE, INSUFFICIENT_BALANCE.
 */
export async function settleRefund(
  ctx: Ctx,
  locked: LockedRefund,
  settlement: Settlement,
): Promise<RefundPoints> {
  const method = methodOf(locked, settlement);
  const points = { returned: 0, credited: 0 };
  const settling: Settling = { ...locked, settlement, method, vendors: new Map(), points };
  await runSteps(ctx, stepsOf(locked.subject), settling);
  return settling.points;
}

/** In the order of their locks: order rows, stock, ledger (rules/orders: locks have one order). */
function stepsOf(subject: RefundSubject): readonly Step<Settling>[] {
  switch (subject.kind) {
    case 'goods':
      return [
        ...[recountPieces, storeSums, returnFromDrawer, takePiecesBack, returnMarks, inspectReturned],
        ...[endReturnedParts, postMoney],
      ];
    case 'delivery':
      return [
        ...[recountDelivery(subject.part), assertSum, storeSums, returnFromDrawer],
        ...[countDelivery(subject.part), postMoney],
      ];
    case 'goodwill':
      return [assertSum, storeSums, returnFromDrawer, countGoodwill(subject.part), postMoney];
    // A cancelled part was never handed over: its stock is already back and its vendor was not credited.
    case 'cancellation':
      return [assertNotTaken(subject), endCancelledParts, postMoney];
  }
}

/** How the money goes back: as the settlement says, or as it was asked for. */
export function methodOf({ row }: LockedRefund, settlement: Settlement): RefundMethod {
  if (settlement.by === 'admin') return settlement.method;
  return settlement.by === 'cabinet' ? 'payment' : requestedMethod(row);
}

export const requestedMethod = ({ method }: LockedRefund['row']): RefundMethod =>
  refundMethods.find((one) => one === method) ?? 'payment';

function assertSum(_ctx: Ctx, { row }: Settling): void {
  if (row.amount <= 0) throw new AppError('REFUND_NOT_POSSIBLE');
}

/** The buyer's bank may have taken the money already; what is in suspense paid for nothing, and it cannot. */
const assertNotTaken =
  ({ isFromSuspense }: { isFromSuspense: boolean }): Step<Settling> =>
  async (ctx, { row, order }) => {
    const sum = isFromSuspense ? 0 : toMinor(row.amount) - toMinor(row.wallet_amount);
    if (await isChargedBack(ctx, order, sum)) throw new AppError('REFUND_NOT_POSSIBLE');
  };

/** Money of a shop's own drawer or terminal goes back there, and into the report of a shift. */
async function returnFromDrawer(ctx: Ctx, settling: Settling): Promise<void> {
  const { row, settlement, method } = settling;
  const [part] = coveredParts(settling);
  if (method !== 'payment' || !part || part.shop_id === null) return;
  const kind = keptKind(part);
  const isAtTill = settlement.by === 'till';
  if (!kind || !(part.at_till || isAtTill)) return;
  await returnCash(ctx, {
    refundId: row.id,
    shopId: part.shop_id,
    saleShiftId: part.till_shift_id,
    amount: toMinor(row.amount) - toMinor(row.wallet_amount),
    gateway: kind === 'card-kept' ? 'CARD' : 'CASH',
    isAtTill,
  });
}

async function takePiecesBack(ctx: Ctx, settling: Settling): Promise<void> {
  settling.vendors = await countPieces(ctx, settling);
}

async function inspectReturned(ctx: Ctx, settling: Settling): Promise<void> {
  const { settlement } = settling;
  const inspection = settlement.by === 'cabinet' ? undefined : settlement.inspection;
  if (inspection) await inspectGoods(ctx, settling, inspection);
}

async function endReturnedParts(ctx: Ctx, settling: Settling): Promise<void> {
  await endParts(ctx, settling, (part) =>
    settling.order.lines
      .filter((line) => line.order_id === part.id)
      .every((line) => line.refunded_quantity === line.quantity),
  );
}

async function endCancelledParts(ctx: Ctx, settling: Settling): Promise<void> {
  await endParts(ctx, settling, (part) => part.order_status === 'order-cancelled');
}

/**
 * Posts the ledger entries. Points paid return as points; money goes back the way it came, which a provider is asked for, or to
 * the wallet as points at the platform's cost.
 */
async function postMoney(ctx: Ctx, settling: Settling): Promise<void> {
  const { row, method, settlement, vendors } = settling;
  const way = await wayOf(ctx, settling);
  const paid = toMinor(row.amount) - toMinor(row.wallet_amount);
  const points: RefundPoints = {
    returned: await pointsToReturn(ctx, settling),
    credited: method === 'wallet' ? await pointsWorth(ctx, paid) : 0,
  };
  settling.points = points;
  const [about, user] = [{ family: 'refunds', rowId: row.id } as const, row.customer_id];
  const given = user === null ? [] : [points.returned, points.credited];
  const mustCover = 'mustCover' in settlement && settlement.mustCover;
  await postEntries(ctx, [
    ...refundEntries(settling, { way, vendors, mustCover }),
    ...given.flatMap((sum) => pointsGiven('points', about, user ?? 0, sum)),
  ]);
  if (way.kind === 'route') await enqueueProviderRefunds(ctx, row.id, way.parts);
}

async function wayOf(ctx: Ctx, settling: Settling): Promise<RefundWay> {
  const { row, order, subject, settlement, method } = settling;
  if (settlement.by === 'cabinet') {
    // What has left is accounted for, also where a bank claims it.
    const paid = toMinor(row.amount) - toMinor(row.wallet_amount);
    const { transfer } = settlement;
    if (transfer.amount !== paid || notKept(settling) !== paid) throw new AppError('WRONG_REFUND');
    await linkCabinetRefund(ctx, row.id, transfer.id);
    return { kind: 'cabinet' };
  }
  if (method === 'payment') await assertNoCabinetRefund(ctx, row.order_id);
  if (subject.kind !== 'cancellation') await assertNotChargedBack(ctx, order, notKept(settling));
  if (method === 'wallet') return { kind: 'points' };
  return { kind: 'route', ...(await chooseRoute(ctx, settling, notKept(settling))) };
}

/** Points for this much money at today's rate, in hundredths. */
export async function pointsWorth(ctx: Ctx, kopecks: number): Promise<number> {
  return Math.floor((kopecks * toMinor(pointsPerRouble(await settingsOptions(ctx)))) / 100);
}

/**
 * Points paid return at the rate of the payment, not today's. The points of a cancelled part were returned by the
 * cancellation.
 */
async function pointsToReturn(ctx: Ctx, { row, subject, order }: Settling): Promise<number> {
  if (subject.kind === 'cancellation') return 0;
  return shareOfPoints(await pointsLeft(ctx, order.root), toMinor(row.wallet_amount));
}
