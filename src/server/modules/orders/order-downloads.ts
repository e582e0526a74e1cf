import { type SqlBool, sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { checkList, type ListRules } from '@/server/core/http/list-query';
import { type JsonRecord, pageOf } from '@/server/core/resource/query';
import { issueCode, isValidToken, redeemToken } from '@/server/modules/accounts/sign-in/one-time-codes';
import type { SoldFile } from '@/server/modules/catalogue/products/digital-files';

/** Links to files work this long, and once. */
const linkMinutes = 60;

const rules: ListRules = {
  endpoint: 'downloads',
  columns: [],
  filters: [],
  search: {},
  defaultSort: { orderBy: 'id', sortedBy: 'desc' },
  translatable: [],
};

/**
 * True for a piece that is paid and was neither cancelled nor given back (hazard H-45). Of the pieces of a line, those that
 * were bought last are given back first. `f` is the ordered file, `l` its line, `o` the shop's part.
 */
const isOpen = sql<SqlBool>`(o.payment_status in ('payment-success', 'payment-wallet')
  and o.order_status not in ('order-cancelled', 'order-refunded', 'order-failed') and o.deleted_at is null
  and (select count(*) from ordered_files e where e.order_line_id = l.id and e.id <= f.id)
    <= l.quantity - l.refunded_quantity)`;

const joined = sql`ordered_files f join order_lines l on l.id = f.order_line_id join orders o on o.id = l.order_id
  join orders root on root.id = l.parent_id join attachments a on a.id = f.digital_file_id`;

/** `GET downloads`: the files that the person bought (reference rules R-285), the latest first. */
export async function listDownloads(ctx: UserCtx, query: JsonRecord): Promise<Page<JsonRecord>> {
  const checked = checkList(rules, query);
  const { rows } = await sql<JsonRecord & { count: number }>`
    select f.id, f.purchase_key, f.digital_file_id, f.customer_id, f.created_at, root.id as order_id,
      root.tracking_number, ${isOpen} as can_download, count(*) over ()::int as count,
      jsonb_build_object('id', a.id, 'attachment_id', a.id, 'file_name', a.file_name, 'size', a.size,
        'fileable', jsonb_build_object('id', l.product_id, 'name', l.name, 'variation', l.variation,
          'image', l.image)) as file
    from ${joined} where f.customer_id = ${ctx.user.id} order by f.id desc
    limit ${checked.limit} offset ${(checked.page - 1) * checked.limit}`.execute(ctx.db);
  const total = rows[0]?.count ?? (checked.page > 1 ? await countOf(ctx) : 0);
  const data = rows.map(({ count: _count, ...row }) => row);
  return pageOf(rules, checked, query, { data, total, isEstimate: false });
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
 * `POST downloads/digital_file` {digital_file_id}: an address that the person's file is fetched from once. Throws NOT_FOUND
 * for what they never bought, FORBIDDEN for what is not paid, cancelled or given back.
 */
export async function downloadUrl(ctx: UserCtx, body: JsonRecord): Promise<string> {
  const fileId = Number(body.digital_file_id);
  if (!Number.isSafeInteger(fileId) || fileId <= 0)
    throw new AppError('VALIDATION_FAILED', { fields: { digital_file_id: ['error-wrong-value'] } });
  const { rows } = await sql<{
    id: number;
    is_open: boolean;
  }>`select f.id, ${isOpen} as is_open from ${joined}
    where f.customer_id = ${ctx.user.id} and f.digital_file_id = ${fileId}
    order by is_open desc, f.id limit 1`.execute(ctx.db);
  const [piece] = rows;
  if (!piece) throw new AppError('NOT_FOUND');
  if (!piece.is_open) throw new AppError('FORBIDDEN');
  const secret = await issueCode(ctx, {
    ...{ purpose: 'download', userId: ctx.user.id, minutes: linkMinutes },
    recipient: recipientOf(piece.id),
  });
  return `${ctx.publicUrl}/admin/rest/download_url/token/${piece.id}-${secret}`;
}

/**
 * The file behind such an address. The token stays good until `take` was called, so that a file that cannot be found burns
 * none (hazard H-44). Throws NOT_FOUND, and FORBIDDEN when the piece was given back meanwhile.
 */
export async function fileOfToken(
  ctx: Ctx,
  token: string,
): Promise<{ file: SoldFile; take: () => Promise<boolean> }> {
  const [, id = '', secret = ''] = /^(\d{1,15})-([a-z0-9]{16})$/.exec(token) ?? [];
  if (id === '') throw new AppError('NOT_FOUND');
  const { rows } = await sql<SoldFile & { customer_id: number; is_open: boolean }>`
    select a.path, a.file_name, a.size, f.customer_id, ${isOpen} as is_open from ${joined}
    where f.id = ${Number(id)}`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw new AppError('NOT_FOUND');
  const { customer_id, is_open, ...file } = found;
  const good = {
    ...{ purposes: ['download'] as const, userId: customer_id, secret },
    recipient: recipientOf(Number(id)),
  };
  if (!(await isValidToken(ctx, good))) throw new AppError('NOT_FOUND');
  if (!is_open) throw new AppError('FORBIDDEN');
  return { file, take: () => redeemToken(ctx, good) };
}

const recipientOf = (id: number) => `file:${id}`;
