import { createHash, randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { apiBase } from '@/server/core/files/attachments';

/** What a link gives access to (rules/orders: documents are one's own). */
type DocumentLink =
  | { kind: 'invoice'; orderId: number; labels: Record<string, string> }
  /** `shopId` null: all whole orders. */
  | { kind: 'orders'; shopId: number | null };

const minutes = 10;
/** Days that the link in an e-mail is valid. */
const emailLinkDays = 30;

const paths = { invoice: 'download-invoice/token', orders: 'export-order/token' } as const;

/** A document address without a session, valid once within ten minutes. Only the hash of its secret is stored. */
export async function createDocumentLink(ctx: UserCtx, link: DocumentLink): Promise<string> {
  await ctx.db.deleteFrom('paper_links').where('expires_at', '<', ctx.now).execute();
  return insertLink(ctx, link.kind, minutes, {
    order_id: link.kind === 'invoice' ? link.orderId : null,
    shop_id: link.kind === 'orders' ? link.shopId : null,
    labels: JSON.stringify(link.kind === 'invoice' ? link.labels : {}),
    user_id: ctx.user.id,
  });
}

/** An invoice address for e-mails, reusable until it expires. */
export const createInvoiceLink = (ctx: Ctx, orderId: number): Promise<string> =>
  insertLink(ctx, 'invoice', emailLinkDays * 24 * 60, { order_id: orderId, is_reusable: true });

async function insertLink(
  ctx: Ctx,
  kind: DocumentLink['kind'],
  life: number,
  columns: Omit<Insertable<DB['paper_links']>, 'secret_hash' | 'kind' | 'language' | 'expires_at'>,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const expires_at = new Date(ctx.now.getTime() + life * 60_000);
  await ctx.db
    .insertInto('paper_links')
    .values({ ...columns, kind, secret_hash: hashOf(kind, secret), language: ctx.locale, expires_at })
    .execute();
  return `${ctx.publicUrl}${apiBase}/${paths[kind]}/${secret}`;
}

/**
 * Redeems a link: of two concurrent requests one wins, and a rollback leaves the link valid. Throws NOT_FOUND when it
 * is unknown, used, expired, or its user is banned.
 */
export async function redeemDocumentLink(ctx: Ctx, kind: DocumentLink['kind'], secret: string) {
  return ctx.db
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
}

const hashOf = (kind: string, secret: string) =>
  createHash('sha256').update(`${kind}\n${secret}`).digest('hex');
