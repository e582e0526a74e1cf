import { sql } from 'kysely';
import type { TillCustomer } from '@/contract/orders/till';
import type { Ctx, UserCtx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import { consume } from '@/server/core/rate-limits';
import { seesContacts } from '@/server/core/rights/contacts';
import { sellingShop } from './till-shop';

/** Look-ups per cashier in a quarter of an hour: enough for a queue, too few to probe phone numbers. */
const lookups = { hits: 120, minutes: 15 };

/**
 * `GET till/{shop}/customers?phone`: the customer with this phone, as far as the shop knows them. Throws NOT_FOUND for the shop, VALIDATION_FAILED,
 * TOO_MANY_REQUESTS.
 */
export async function findTillCustomer(ctx: UserCtx, slug: string, phone: unknown): Promise<TillCustomer> {
  const shop = await sellingShop(ctx, slug);
  if (typeof phone !== 'string' || phone.length > 40) rejectValue('phone');
  await consume(ctx, { key: `till:phone:${ctx.user.id}`, ...lookups });
  const found = await customerAtTill(ctx, shop?.id ?? null, phone);
  if (found) return { name: found.name };
  const guest = await guestAtTill(ctx, shop?.id ?? null, phone);
  return { name: null, ...(guest && { guest }) };
}

/** Who has ordered at the shop (at any, for an administrator) without an account: it has their name and e-mail already. */
async function guestAtTill(ctx: Ctx, shopId: number | null, phone: string): Promise<TillCustomer['guest']> {
  if (!seesContacts(ctx) || phone.replace(/\D/g, '').length < 10) return null;
  const found = await ctx.db
    .selectFrom('orders')
    .select(['customer_name', 'customer_email'])
    .where(sql<boolean>`phone_tail(customer_contact) = phone_tail(${phone})`)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('customer_id', 'is', null)
    .where('customer_name', 'is not', null)
    .$if(shopId !== null, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('orders as part')
            .select('part.id')
            .whereRef('part.parent_id', '=', 'orders.id')
            .where('part.shop_id', '=', shopId),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { customer_name: name, customer_email: email } = found ?? {};
  return name ? { name, email: email ?? null } : null;
}

/**
 * The account of a phone, if the customer has agreed to be found (`isAgreed`) or has ordered from the shop themselves:
 * naming a phone does not tell a shop who has an account, or bring a sale to it. `shopId` null: for an administrator.
 */
export async function customerAtTill(
  ctx: Ctx,
  shopId: number | null,
  phone: string | null | undefined,
  isAgreed = false,
) {
  const found = await accountOfPhone(ctx, phone);
  if (!found || isAgreed || shopId === null) return found;
  const ordered = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('parent_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('customer_id', '=', found.id)
    .where('placed_by', '=', found.id)
    .limit(1)
    .executeTakeFirst();
  return ordered && found;
}

/** The only active account with a complete phone number; none when several people share it. */
async function accountOfPhone(ctx: Ctx, phone: string | null | undefined) {
  if (!phone || phone.replace(/\D/g, '').length < 10) return undefined;
  const found = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(sql<boolean>`phone_tail(contact) = phone_tail(${phone})`)
    .where('contact', 'is not', null)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute();
  return found.length === 1 ? found[0] : undefined;
}
