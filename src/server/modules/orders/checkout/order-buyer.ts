import type { PlaceInput } from '@/contract/orders/schema';
import type { PaymentGateway } from '@/contract/orders/status';
import type { SettingsOptions } from '@/contract/settings';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { OrderDraft } from './insert-order';
import type { GoodLine } from './pricing';
import { customerIdOf } from './verify-checkout';

export type Buyer = OrderDraft['customer'];

/**
 * Who buys: an account by its own name and e-mail, or a guest where the marketplace takes guests (reference rules R-092).
 * Throws FORBIDDEN for a guest that it does not take and for somebody else's account.
 */
export async function buyerOf(ctx: Ctx, input: PlaceInput, settings: SettingsOptions): Promise<Buyer> {
  const id = await customerIdOf(ctx, input.customer_id);
  const contact = input.customer_contact;
  if (id === null) {
    if (!settings.guestCheckout) throw new AppError('FORBIDDEN');
    return { id, name: input.customer_name || null, contact, email: input.customer_email || null };
  }
  const { name, email } = await ctx.db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, name, contact, email };
}

/** Throws VALIDATION_FAILED for a way to pay that nobody can pay by now. */
export function assertGatewayOpen(ctx: Ctx, settings: SettingsOptions, gateway: PaymentGateway): void {
  if (!isClosedGateway(ctx, settings, gateway)) return;
  throw new AppError('VALIDATION_FAILED', { fields: { payment_gateway: ['error-gateway-off'] } });
}

/** Whether the marketplace has switched a way to pay off, or has nobody to take it. */
export function isClosedGateway(
  { isSbpOff }: Ctx,
  settings: SettingsOptions,
  gateway: PaymentGateway,
): boolean {
  if (gateway === 'CASH_ON_DELIVERY') return !settings.useCashOnDelivery;
  return gateway === 'SBP' && (!settings.useSbp || isSbpOff === true);
}

/** A file is given to an account; a guest has none. Throws VALIDATION_FAILED. */
export function assertSignedInForFiles({ id }: Buyer, lines: readonly GoodLine[]): void {
  if (id !== null || !lines.some(({ sold }) => sold.isDigital)) return;
  throw new AppError('VALIDATION_FAILED', { fields: { products: ['error-digital-for-guest'] } });
}
