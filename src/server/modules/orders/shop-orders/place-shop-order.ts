import { businessZone } from '@/contract/core/day';
import { shownNumber } from '@/contract/orders/number';
import type { ShopOrder, ShopOrderInput } from '@/contract/orders/shop-order';
import type { OrderDetails } from '@/contract/orders/wire';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { rejectField } from '@/server/core/errors';
import { enqueue } from '@/server/core/jobs/job';
import { settingsOptions } from '@/server/core/settings';
import { momentText } from '@/server/modules/messaging/email-text';
import { send } from '@/server/modules/messaging/outbox';
import { type Buyer, placeFor } from '../checkout/place-order';
import { paymentLink } from '../emails';
import { paymentLinkJob } from '../payments/send-link';
import { customerAtTill } from '../till/till-customer';
import { assertShopGoods } from '../till/till-quote';
import { sellingShop } from '../till/till-shop';
import { assertMayReduce } from './reductions';

/**
 * `POST shop-orders/{shop}`: places an order for a customer in the caller's transaction (rules/orders: a shop takes an
 * order by phone). Throws NOT_FOUND for goods of another shop, ORDER_CHANGED with the current checkout when a line is
 * unavailable or the sum differs, and VALIDATION_FAILED.
 */
export async function placeShopOrder(ctx: UserCtx, slug: string, input: ShopOrderInput): Promise<ShopOrder> {
  const shop = await sellingShop(ctx, slug);
  if (shop) await assertShopGoods(ctx, shop.id, input);
  assertMayReduce(shop, input);
  if (!input.shipping_address && !input.delivery_point) {
    rejectField('shipping_address', 'error-street-required');
  }
  const settings = await settingsOptions(ctx);
  const buyer = await buyerOf(ctx, shop?.id ?? null, input);
  const { products, payment_gateway, total, note, shipping_address, delivery_point } = input;
  const { coupon_code, use_wallet_points, wallet_amount } = input;
  const order = await placeFor(
    ctx,
    {
      products,
      payment_gateway,
      total,
      note,
      shipping_address,
      delivery_point,
      customer_contact: buyer.contact,
      billing_address: null,
      coupon_code,
      use_wallet_points,
      wallet_amount,
      isFullWalletPayment: false,
    },
    // What a customer's points are worth is not told to a shop.
    { settings, buyer, token: null, pointsOf: null },
  );
  const part = order.children[0];
  if (!part) throw new Error('An order without a part');
  const placed: ShopOrder = {
    id: isAdmin(ctx) ? order.id : part.id,
    number: shownNumber(order),
    total: order.total,
    wallet: order.wallet_amount,
    held_until: order.pay_until,
    payment_url: order.payment_intent?.payment_intent_info.redirect_url ?? null,
  };
  await sendLink(ctx, { order, placed, buyer, input });
  return placed;
}

/** The account that the phone finds at the till (`customerAtTill`), otherwise the customer as named. */
async function buyerOf(ctx: Ctx, shopId: number | null, input: ShopOrderInput): Promise<Buyer> {
  const { customer_contact: contact, customer_name, customer_email } = input;
  const account = await customerAtTill(ctx, shopId, contact);
  if (account) return { id: account.id, name: account.name, email: account.email, contact };
  return { id: null, name: customer_name, email: customer_email || null, contact };
}

interface SentLink {
  order: Pick<OrderDetails, 'id' | 'payment_intent'>;
  placed: ShopOrder;
  buyer: Buyer;
  input: ShopOrderInput;
}

async function sendLink(ctx: Ctx, { order, placed, buyer, input }: SentLink): Promise<void> {
  const { payment_url: url, number, total, wallet, held_until } = placed;
  if (order.payment_intent?.preparing) {
    const sends = { sms: input.sends_sms, email: input.sends_email };
    await enqueue(ctx, paymentLinkJob, { id: order.payment_intent.id, ...sends });
  }
  if (url === null) return;
  const payUntil = held_until === null ? null : momentText(new Date(held_until), businessZone());
  const message = { ...paymentLink({ number, total: total - wallet, url, payUntil }), orderId: order.id };
  if (input.sends_sms) await send(ctx, { channel: 'sms', to: buyer.contact, ...message });
  if (input.sends_email && buyer.email) await send(ctx, { channel: 'mail', to: buyer.email, ...message });
}
