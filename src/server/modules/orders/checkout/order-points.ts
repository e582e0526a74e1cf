import { pointsFor } from '@/contract/orders/money';
import type { PlaceInput } from '@/contract/orders/schema';
import type { SettingsOptions } from '@/contract/settings';
import type { Ctx } from '@/server/core/context';
import { pointsPerRouble } from '@/server/core/settings';
import { postEntry } from '@/server/modules/ledger/ledger';
import { lockAccounts } from '@/server/modules/ledger/ledger-accounts';
import { pointsOf } from './checkout-figures';

/** What points pay of an order: kopecks, and how many points that takes. */
export interface PointsPart {
  wallet: number;
  points: number;
  /** They were to pay all of it and do not. */
  isShort: boolean;
}

/**
 * How much of an order points pay: as much as there is, or nothing when nobody asks for it. The wallet stays locked, so
 * that no other order spends the same points (hazard H-06).
 */
export async function pointsPart(
  ctx: Ctx,
  input: Pick<PlaceInput, 'payment_gateway' | 'use_wallet_points' | 'isFullWalletPayment'>,
  about: { userId: number | null; settings: SettingsOptions; total: number },
): Promise<PointsPart> {
  const { userId, settings, total } = about;
  const isAll = input.isFullWalletPayment || input.payment_gateway === 'FULL_WALLET_PAYMENT';
  if (!isAll && !input.use_wallet_points) return { wallet: 0, points: 0, isShort: false };
  if (userId !== null) await lockAccounts(ctx, [{ kind: 'wallet', userId }, { kind: 'points' }]);
  const { worth } = await pointsOf(ctx, userId, settings);
  const wallet = Math.min(worth, total);
  const points = pointsFor(wallet, pointsPerRouble(settings));
  return { wallet, points, isShort: isAll && wallet < total };
}

/** Takes the points of an order out of the buyer's wallet. */
export async function spendPoints(
  ctx: Ctx,
  { orderId, userId, points }: { orderId: number; userId: number | null; points: number },
): Promise<void> {
  if (points === 0 || userId === null) return;
  await postEntry(ctx, {
    kind: 'points',
    family: 'orders',
    rowId: orderId,
    lines: [
      { account: { kind: 'wallet', userId }, amount: -points * 100, mustCover: true },
      { account: { kind: 'points' }, amount: points * 100 },
    ],
  });
}
