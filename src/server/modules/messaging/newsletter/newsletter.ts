import { createHash, randomBytes } from 'node:crypto';
import { newsletterSubscribers } from '@/contract/messaging/newsletter-subscribers';
import type { newsletterLinkSchema } from '@/contract/messaging/newsletter-subscribers/schema';
import { prepareConsent } from '@/server/core/consent';
import type { Ctx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import { consume, toNetwork } from '@/server/core/rate-limits';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { inTransaction } from '@/server/core/transaction';
import type { Input } from '@/server/core/validate';
import * as emails from '../emails';
import { send } from '../outbox';

/** How long an address waits for its owner's confirmation. */
export const confirmDays = 7;
/** Letters to one address in a day: caused from one network, and in total. */
const maxLetters = { perNetwork: 3, total: 10 };

const engine = resourceService(newsletterSubscribers, {
  table: 'newsletter_subscribers',
  contacts: ['email'],
  onCreate: async () => ({ unsubscribe_secret: newSecret() }),
  onUpdate: (_ctx, { email }, columns) =>
    columns.email === undefined || columns.email === email ? {} : unconfirmed(),
  present: async (ctx, rows) =>
    rows.map(({ confirm_hash: _hash, unsubscribe_secret: secret, ...row }) => ({
      ...row,
      unsubscribe_link: linkTo(ctx, 'unsubscribe', Number(row.id), String(secret)),
    })),
});

/** Addresses of the newsletter. One that an administrator adds gets the same letter and waits like any other. */
export const newsletterSubscribersService: ResourceService = {
  ...engine,
  async create(ctx, body) {
    const row = await engine.create(ctx, body);
    await askOwner(ctx, Number(row.id));
    return row;
  },
  async update(ctx, key, body) {
    const before = await engine.get(ctx, key);
    const row = await engine.update(ctx, key, body);
    if (row.email !== before.email) await askOwner(ctx, Number(row.id));
    return row;
  },
  async purge(ctx, id, typed, familyOf) {
    // The log keeps the title of what was deleted, but not whose address it was.
    await ctx.db
      .updateTable('newsletter_subscribers')
      .set({ email: `removed-${id}@removed.invalid` })
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .execute();
    await engine.purge(ctx, id, typed, familyOf);
  },
};

/** Another address has not agreed to anything, and links of the former one do not concern it. */
const unconfirmed = () => ({
  status: 'waiting',
  consent: null,
  subscribed_at: null,
  unsubscribed_at: null,
  unsubscribe_secret: newSecret(),
});

/**
 * `POST subscribe-to-newsletter`: writes to the address, whose owner confirms by the letter (rules/messaging: a
 * newsletter is agreed to by the owner of the address). Answers alike for every address. Throws TOO_MANY_REQUESTS after
 * ten in an hour from one network.
 */
export async function subscribe(ctx: Ctx, email: string): Promise<boolean> {
  await consume(ctx, { key: `newsletter:ip:${toNetwork(ctx)}`, hits: 10, minutes: 60 });
  if (await mayWriteTo(ctx, email)) await inTransaction(ctx, (txCtx) => register(txCtx, email));
  return true;
}

/** `POST newsletter/confirm`, as often as the button is pressed. Throws NOT_FOUND for an old or wrong link. */
export async function confirmSubscription(
  ctx: Ctx,
  { id, secret }: Input<typeof newsletterLinkSchema>,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('newsletter_subscribers')
    .select(['status', 'version'])
    .where('id', '=', id)
    .where('confirm_hash', '=', hashOf(secret))
    .where('updated_at', '>', new Date(ctx.now.getTime() - confirmDays * day))
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  if (row.status === 'subscribed') return true;
  const consent = JSON.stringify(await prepareConsent(ctx));
  await updateRow(ctx, 'newsletter_subscribers', id, {
    status: 'subscribed',
    consent,
    subscribed_at: ctx.now,
    unsubscribed_at: null,
  });
  return true;
}

/** `POST newsletter/unsubscribe`, at any time, also in the trash, which may be undone. Throws NOT_FOUND. */
export async function unsubscribe(
  ctx: Ctx,
  { id, secret }: Input<typeof newsletterLinkSchema>,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('newsletter_subscribers')
    .select(['status', 'version'])
    .where('id', '=', id)
    .where('unsubscribe_secret', '=', secret)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  if (row.status === 'unsubscribed') return true;
  await updateRow(ctx, 'newsletter_subscribers', id, {
    status: 'unsubscribed',
    confirm_hash: null,
    unsubscribed_at: ctx.now,
  });
  return true;
}

async function mayWriteTo(ctx: Ctx, email: string): Promise<boolean> {
  const perNetwork = `newsletter:asker:${email} ${toNetwork(ctx)}`;
  const total = `newsletter:email:${email}`;
  const unlimited = { hits: Number.POSITIVE_INFINITY, minutes: 24 * 60 };
  const counts = await consume(ctx, { key: perNetwork, ...unlimited }, { key: total, ...unlimited });
  return (counts[perNetwork] ?? 0) <= maxLetters.perNetwork && (counts[total] ?? 0) <= maxLetters.total;
}

/** A new address, or one that is known: subscribed stays so, any other waits again, also from the trash. */
async function register(ctx: Ctx, email: string): Promise<void> {
  const values = { email, unsubscribe_secret: newSecret(), created_at: ctx.now, updated_at: ctx.now };
  const row = await ctx.db
    .insertInto('newsletter_subscribers')
    .values(values)
    // Locks the row of a known address.
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning(['id', 'status', 'version', 'deleted_at'])
    .executeTakeFirstOrThrow();
  if (row.status === 'subscribed' && row.deleted_at === null) return;
  await updateRow(ctx, 'newsletter_subscribers', row.id, { status: 'waiting', deleted_at: null });
  await askOwner(ctx, row.id);
}

/** Sends the letter that confirms an address; an earlier one is no longer valid. */
async function askOwner(ctx: Ctx, id: number): Promise<void> {
  const secret = newSecret();
  const { email } = await ctx.db
    .updateTable('newsletter_subscribers')
    .set({ confirm_hash: hashOf(secret) })
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow();
  const letter = emails.confirmNewsletter({ link: linkTo(ctx, 'confirm', id, secret), days: confirmDays });
  await send(ctx, { channel: 'mail', to: email, minutes: confirmDays * 24 * 60, ...letter });
}

const day = 24 * 3600_000;

const newSecret = () => randomBytes(18).toString('base64url');

const hashOf = (secret: string) => createHash('sha256').update(`newsletter\n${secret}`).digest('hex');

/** A page with a button, because mail programs open links by themselves. */
export const linkTo = (ctx: Ctx, what: 'confirm' | 'unsubscribe', id: number, secret: string) =>
  `${ctx.publicUrl}/admin/newsletter?do=${what}&id=${id}&secret=${secret}`;
