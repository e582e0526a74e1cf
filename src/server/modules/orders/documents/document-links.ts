import { createHash, randomBytes } from 'node:crypto';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { apiBase } from '@/server/core/files/attachments';

/** What a link gives, and nothing else (reference rules S-19). */
export type PaperLink =
  | { kind: 'invoice'; orderId: number; labels: Record<string, string> }
  /** A shop's orders; null: all whole orders. */
  | { kind: 'orders'; shopId: number | null };

const minutes = 10;

const paths = { invoice: 'download-invoice/token', orders: 'export-order/token' } as const;

/** An address that a paper is fetched by without a session: once, within ten minutes. Only its hash is kept. */
export async function makePaperLink(ctx: UserCtx, link: PaperLink): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await ctx.db.deleteFrom('paper_links').where('expires_at', '<', ctx.now).execute();
  await ctx.db
    .insertInto('paper_links')
    .values({
      secret_hash: hashOf(link.kind, secret),
      kind: link.kind,
      order_id: link.kind === 'invoice' ? link.orderId : null,
      shop_id: link.kind === 'orders' ? link.shopId : null,
      labels: JSON.stringify(link.kind === 'invoice' ? link.labels : {}),
      user_id: ctx.user.id,
      language: ctx.locale,
      expires_at: new Date(ctx.now.getTime() + minutes * 60_000),
    })
    .execute();
  return `${ctx.publicUrl}${apiBase}/${paths[link.kind]}/${secret}`;
}

/** Days that the link of a letter is good. */
const letterDays = 30;

/** An address of the invoice for a letter: whoever has the letter reads it, as often as they like, until it expires. */
export async function letterInvoice(ctx: Ctx, orderId: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await ctx.db
    .insertInto('paper_links')
    .values({
      ...{ secret_hash: hashOf('invoice', secret), kind: 'invoice', order_id: orderId, language: ctx.locale },
      ...{ is_reusable: true, expires_at: new Date(ctx.now.getTime() + letterDays * 24 * 3600_000) },
    })
    .execute();
  return `${ctx.publicUrl}${apiBase}/${paths.invoice}/${secret}`;
}

/**
 * Takes a link: of two that bring it together one wins, and in the transaction of what it is for, a failure leaves it good.
 * Throws NOT_FOUND when it is unknown, used and good once, or too old, also when its person has been barred since.
 */
export async function takePaperLink(ctx: Ctx, kind: PaperLink['kind'], secret: string) {
  const row = await ctx.db
    .updateTable('paper_links')
    .set({ used_at: ctx.now })
    .where((eb) =>
      eb.or([
        eb('user_id', 'is', null),
        eb('user_id', 'in', eb.selectFrom('users').select('id').where('is_active', '=', true)),
      ]),
    )
    .where('secret_hash', '=', hashOf(kind, secret))
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('is_reusable', '=', true)]))
    .where('expires_at', '>', ctx.now)
    .returning(['order_id', 'shop_id', 'language', 'labels'])
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

const hashOf = (kind: string, secret: string) =>
  createHash('sha256').update(`${kind}\n${secret}`).digest('hex');
