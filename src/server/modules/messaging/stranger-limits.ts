import { type Ctx, isAdmin, ownShopIds } from '@/server/core/context';
import { countHit } from '@/server/core/rate-limits';
import type { OutgoingMessage } from './email-text';

const day = 24 * 60;
/** To one recipient without an account, of each channel; codes count for themselves. */
const toStranger = 5;
/** Of one shop, to all such recipients, beside what is about orders that buyers placed themselves. */
const byShop = 200;

/**
 * Which messages somebody without rights would send to people who have no account and may have asked for nothing, beyond
 * what they get in a day (rules/messaging: strangers get few messages). Work that nobody requested, and the team, are not
 * limited. Nothing is refused: whoever asks would learn who has an account.
 */
export async function findExcess(
  ctx: Ctx,
  messages: readonly OutgoingMessage[],
): Promise<ReadonlySet<OutgoingMessage>> {
  const isRequest = ctx.user !== null || ctx.online !== undefined;
  const excess = new Set<OutgoingMessage>();
  if (!isRequest || isAdmin(ctx) || messages.length === 0) return excess;
  const strangers = await strangersAmong(
    ctx,
    messages.filter(({ isOfAccount }) => !isOfAccount).map(({ to }) => to),
  );
  for (const message of messages) {
    if (strangers.has(message.to) && !(await isAllowed(ctx, message))) excess.add(message);
  }
  return excess;
}

async function strangersAmong({ db }: Ctx, recipients: readonly string[]): Promise<Set<string>> {
  const all = [...new Set(recipients)];
  if (all.length === 0) return new Set();
  const known = await db
    .selectFrom('users')
    .select(['email', 'contact'])
    .where((eb) => eb.or([eb('email', 'in', all), eb('contact', 'in', all)]))
    .execute();
  const accounts = new Set(known.flatMap(({ email, contact }) => [email, contact]));
  return new Set(all.filter((one) => !accounts.has(one)));
}

async function isAllowed(ctx: Ctx, { channel, to, minutes, orderId }: OutgoingMessage): Promise<boolean> {
  const isCode = minutes !== undefined;
  const shop = ctx.user && (ownShopIds(ctx.user)[0] ?? null);
  // Codes of people without a shop, and invitations, have limits where they are asked for.
  if (isCode && (shop === null || channel === 'mail')) return true;
  // The shop first, so that two requests never wait for each other.
  if (shop !== null && !(await isOfBuyer(ctx, orderId))) {
    if ((await countHit(ctx, { key: `strangers:shop:${shop}`, minutes: day })) > byShop) return false;
  }
  const kind = isCode ? 'code' : 'text';
  const key = `strangers:to:${channel}:${kind}:${to}`;
  return (await countHit(ctx, { key, minutes: day })) <= toStranger;
}

/** About an order that its buyer placed. */
async function isOfBuyer({ db }: Ctx, orderId: number | undefined): Promise<boolean> {
  if (orderId === undefined) return false;
  const order = await db
    .selectFrom('orders')
    .select('placed_by')
    .where('id', '=', orderId)
    .executeTakeFirst();
  return order !== undefined && order.placed_by === null;
}
