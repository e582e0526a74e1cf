import { type SqlBool, sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { readWhole } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import {
  issueCode,
  isValidToken,
  randomText,
  redeemToken,
} from '@/server/modules/accounts/sign-in/one-time-codes';
import type { SoldFile } from '@/server/modules/catalogue/products/digital-files';
import type { LockedOrder, StoredPart } from './lock-order';

/** Download links are valid for an hour and for one request. */
const linkMinutes = 60;

const rules = listRules('downloads');

/**
 * True for a piece that is paid and neither cancelled nor refunded (rules/orders: a file is the buyer's while it is
 * paid). Refunds take the pieces of a line last first. Expects aliases `f` (ordered file), `l` (line), `o` (part).
 */
const isDownloadable = sql<SqlBool>`(o.payment_status in ('payment-success', 'payment-wallet')
  and o.order_status not in ('order-cancelled', 'order-refunded', 'order-failed') and o.deleted_at is null
  and (select count(*) from ordered_files e where e.order_line_id = l.id and e.id <= f.id)
    <= l.quantity - l.refunded_quantity)`;

const joined = sql`ordered_files f join order_lines l on l.id = f.order_line_id join orders o on o.id = l.order_id
  join orders root on root.id = l.parent_id join attachments a on a.id = f.digital_file_id`;

/** `GET downloads`: the user's purchased files, newest first. */
export async function listDownloads(ctx: UserCtx, query: JsonRecord): Promise<Page<JsonRecord>> {
  const checked = checkList(rules, query, ctx);
  const { rows } = await sql<JsonRecord & { count: number }>`
    select f.id, f.purchase_key, f.digital_file_id, f.customer_id, f.created_at, root.id as order_id,
      root.tracking_number, ${isDownloadable} as can_download, count(*) over ()::int as count,
      jsonb_build_object('id', a.id, 'attachment_id', a.id, 'file_name', a.file_name, 'size', a.size,
        'fileable', jsonb_build_object('id', l.product_id, 'name', l.name, 'variation', l.variation,
          'image', l.image)) as file
    from ${joined} where f.customer_id = ${ctx.user.id} order by f.id desc
    limit ${checked.limit} offset ${(checked.page - 1) * checked.limit}`.execute(ctx.db);
  const total = rows[0]?.count ?? (checked.page > 1 ? await countOf(ctx) : 0);
  const data = rows.map(({ count: _count, ...row }) => row);
  return wrapPage(rules, checked, query, { data, total });
}

async function countOf(ctx: UserCtx): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('ordered_files')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('customer_id', '=', ctx.user.id)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * `POST downloads/digital_file` {digital_file_id}: a one-time download address. Throws NOT_FOUND for files the user
 * did not buy, FORBIDDEN for unpaid, cancelled or refunded ones.
 */
export async function createDownloadUrl(ctx: UserCtx, body: JsonRecord): Promise<string> {
  const fileId = readWhole('digital_file_id', body.digital_file_id);
  const { rows } = await sql<{ id: number; is_open: boolean }>`
    select f.id, ${isDownloadable} as is_open from ${joined}
    where f.customer_id = ${ctx.user.id} and f.digital_file_id = ${fileId}
    order by is_open desc, f.id limit 1`.execute(ctx.db);
  const [piece] = rows;
  if (!piece) throw new AppError('NOT_FOUND');
  if (!piece.is_open) throw new AppError('FORBIDDEN');
  const secret = await issueCode(ctx, {
    purpose: 'download',
    userId: ctx.user.id,
    minutes: linkMinutes,
    recipient: recipientOf(piece.id),
  });
  return `${ctx.publicUrl}/admin/rest/download_url/token/${piece.id}-${secret}`;
}

/**
 * The file behind a download token. The token stays valid until `redeem` is called, so a missing file does not use it
 * up. Throws NOT_FOUND, and FORBIDDEN when the piece was refunded meanwhile.
 */
export async function openDownloadToken(
  ctx: Ctx,
  token: string,
): Promise<{ file: SoldFile; redeem: () => Promise<boolean> }> {
  const [, id = '', secret = ''] = /^(\d{1,15})-([a-z0-9]{16})$/.exec(token) ?? [];
  if (id === '') throw new AppError('NOT_FOUND');
  const { rows } = await sql<SoldFile & { customer_id: number; is_open: boolean }>`
    select a.path, a.file_name, a.size, f.customer_id, ${isDownloadable} as is_open from ${joined}
    where f.id = ${Number(id)}`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw new AppError('NOT_FOUND');
  const { customer_id, is_open, ...file } = found;
  const codeQuery = {
    purpose: 'download' as const,
    userId: customer_id,
    secret,
    recipient: recipientOf(Number(id)),
  };
  if (!(await isValidToken(ctx, codeQuery))) throw new AppError('NOT_FOUND');
  if (!is_open) throw new AppError('FORBIDDEN');
  return { file, redeem: () => redeemToken(ctx, codeQuery) };
}

const recipientOf = (id: number) => `file:${id}`;

/** Gives the customer a purchase key for each piece of a file once it is paid. Pieces that have a key keep it. */
export async function grantFiles(ctx: Ctx, order: LockedOrder, parts: readonly StoredPart[]): Promise<void> {
  const { customer_id } = order.root;
  if (customer_id === null) return;
  const ids = new Set(parts.map(({ id }) => id));
  const sold = order.lines.flatMap(({ id, order_id, digital_file_id, quantity }) =>
    ids.has(order_id) && digital_file_id !== null ? [{ id, digital_file_id, quantity }] : [],
  );
  if (sold.length === 0) return;
  const lineIds = sold.map(({ id }) => id);
  const existing = await ctx.db
    .selectFrom('ordered_files')
    .select(['order_line_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('order_line_id', 'in', lineIds)
    .groupBy('order_line_id')
    .execute();
  const counts = new Map(existing.map(({ order_line_id, count }) => [order_line_id, Number(count)]));
  const rows = sold.flatMap(({ id, digital_file_id, quantity }) =>
    Array.from({ length: Math.max(0, quantity - (counts.get(id) ?? 0)) }, () => ({
      purchase_key: randomText(16),
      order_line_id: id,
      customer_id,
      digital_file_id,
      created_at: ctx.now,
    })),
  );
  if (rows.length > 0) await ctx.db.insertInto('ordered_files').values(rows).execute();
}
