import { createHash, randomBytes } from 'node:crypto';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { apiBase } from '@/server/core/files/attachments';

/** What a link gives access to (rules/orders: documents are one's own). */
type DocumentLink =
  | { kind: 'invoice'; orderId: number; labels: Record<string, string> }
  /** `shopId` null: all whole orders. */
  | { kind: 'orders'; shopId: number | null };

const minutes = 10;

const paths = { invoice: 'download-invoice/token', orders: 'export-order/token' } as const;

/** A document address without a session, valid once within ten minutes. Only the hash of its secret is stored. */
export async function createDocumentLink(ctx: UserCtx, link: DocumentLink): Promise<string> {
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

/** Days that the link in an e-mail is valid. */
const emailLinkDays = 30;

/** An invoice address for e-mails, reusable until it expires. */
export async function createInvoiceLink(ctx: Ctx, orderId: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await ctx.db
    .insertInto('paper_links')
    .values({
      secret_hash: hashOf('invoice', secret),
      kind: 'invoice',
      order_id: orderId,
      language: ctx.locale,
      is_reusable: true,
      expires_at: new Date(ctx.now.getTime() + emailLinkDays * 24 * 3600_000),
    })
    .execute();
  return `${ctx.publicUrl}${apiBase}/${paths.invoice}/${secret}`;
}

/**
 * Redeems a link: of two concurrent requests one wins, and a rollback leaves the link valid. Throws NOT_FOUND when it
 * is unknown, used, expired, or its user is banned.
 */
export async function redeemDocumentLink(ctx: Ctx, kind: DocumentLink['kind'], secret: string) {
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
    .returning(['order_id', 'shop_id', 'language', 'labels', 'user_id'])
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return row;
}

const hashOf = (kind: string, secret: string) =>
  createHash('sha256').update(`${kind}\n${secret}`).digest('hex');
