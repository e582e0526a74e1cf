import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Attachment, FormField } from '@/contract/core/define';
import { pictureKinds } from '@/contract/core/files/upload-types';
import { type Ctx, isAdmin, isUnlimited, ownShopIds } from '../context';
import { rejectField } from '../errors';
import { present } from './attachments';

export interface KnownFile {
  attachment: Attachment;
  /** Anybody may read it. */
  isPublic: boolean;
  isPicture: boolean;
}

export type KnownFiles = ReadonlyMap<number, KnownFile>;

interface Taking {
  /** Files that the stored record has already: they stay, whoever edits it. */
  kept?: readonly number[];
  /** Shops on whose behalf the person writes; those they work in when left out. */
  shopIds?: readonly number[] | undefined;
  /** How the record uses its files. */
  as: 'public' | 'private';
}

/**
 * The files with these ids that the person may put into a record. Pictures of a public record become public with it;
 * files of a private record do not. A file stays locked until the transaction ends, so nobody removes it meanwhile.
 */
export async function takeFiles(
  ctx: Ctx,
  ids: readonly number[],
  { kept = [], shopIds = ctx.user ? ownShopIds(ctx.user) : [], as }: Taking,
): Promise<KnownFiles> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: number;
    path: string;
    thumbnail_path: string | null;
    file_name: string;
    kind: string;
    visibility: string;
  }>`select f.id, f.path, f.thumbnail_path, f.file_name, f.kind, f.visibility from attachments f
    where f.id = any(${[...new Set(ids)]}::bigint[])
      and (f.id = any(${[...kept]}::bigint[]) or ${isShopUpload(ctx, shopIds)} or ${isHeldBy(shopIds)})
    order by f.id for key share of f`.execute(ctx.db);
  const isPicture = (kind: string) => pictureKinds.some((one) => one === kind);
  const changed = rows.filter(({ kind, visibility }) =>
    as === 'public' ? visibility !== 'public' && isPicture(kind) : visibility === 'new',
  );
  await setVisibility(
    ctx,
    changed.map(({ id }) => id),
    as,
  );
  return new Map(
    rows.map((row) => [
      row.id,
      { attachment: present(row), isPicture: isPicture(row.kind), isPublic: row.visibility === 'public' },
    ]),
  );
}

/** Public files stay public. */
export async function setVisibility(
  ctx: Ctx,
  ids: readonly number[],
  visibility: Taking['as'],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`update attachments set visibility = ${visibility}
    where id = any(${[...ids]}::bigint[]) and visibility not in (${visibility}, 'public')`.execute(ctx.db);
}

/**
 * Whether the file `f` belongs to the person or, by its uploader, to their shops. What a colleague sold, or sent in a
 * message or a refund, does not belong to the shop. Administrators may use all files except those of conversations,
 * which they cannot read; whom a role limits, what is public besides their own.
 */
export function isShopUpload(ctx: Ctx, shopIds: readonly number[]): RawBuilder<SqlBool> {
  if (isUnlimited(ctx))
    return sql<SqlBool>`(not ${isPaper} and (f.visibility <> 'private' or f.user_id = ${ctx.user?.id ?? null}::bigint
      or not exists (select from messages m where m.attachments <> '[]'
        and m.attachments @> jsonb_build_array(jsonb_build_object('id', f.id)))))`;
  const shops = sql`any(${[...shopIds]}::bigint[])`;
  return sql<SqlBool>`(not ${isPaper} and (f.user_id = ${ctx.user?.id ?? null}::bigint
    ${isAdmin(ctx) ? sql`or f.visibility = 'public'` : sql``}
    or f.visibility <> 'private' and f.user_id in (select s.owner_id from shops s where s.id = ${shops}
      union all select m.user_id from memberships m where m.shop_id = ${shops} and m.deleted_at is null)))`;
}

/** A vendor's paper serves nothing else: a passport must not become the picture of a product. */
const isPaper = sql<SqlBool>`exists (select from vendor_papers p where p.attachment_id = f.id)`;

/** Whether a record of these shops has the file `f` already. Uncorrelated, so the files of a shop are read once. */
function isHeldBy(shopIds: readonly number[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`f.id in (
    select jsonb_path_query(record.files, '$.** ? (exists(@.original)).id')::bigint from (
      select shop_id, jsonb_build_array(image, gallery, seo) as files from products
      union all select shop_id, image from variation_options
      union all select id, jsonb_build_array(logo, cover_image) from shops
      union all select shop_id, jsonb_build_array(image, cover_image) from authors
      union all select shop_id, jsonb_build_array(image, cover_image) from manufacturers
      union all select shop_id, image from coupons
      union all select shop_id, jsonb_build_array(image, mobile_image) from advertising_banners
    ) record where record.shop_id = any(${[...shopIds]}::bigint[])
    union all select digital_file_id from products where shop_id = any(${[...shopIds]}::bigint[])
      and digital_file_id is not null
    union all select digital_file_id from variation_options where shop_id = any(${[...shopIds]}::bigint[])
      and digital_file_id is not null)`;
}

/** The stored picture with this id. Throws VALIDATION_FAILED at the key. */
export function findPicture(files: KnownFiles, key: string, id: number): Attachment {
  const file = files.get(id);
  if (!file) rejectField(key, 'error-file-missing');
  if (!file.isPicture) rejectField(key, 'error-not-a-picture');
  return file.attachment;
}

/** The picture that a client names in a field: only its id and focus are taken. Throws VALIDATION_FAILED at the key. */
export async function resolvePicture(
  ctx: Ctx,
  key: string,
  value: unknown,
  taking: Taking,
): Promise<Attachment | null> {
  const id = idIn(value);
  if (id === undefined) return null;
  const picture = findPicture(await takeFiles(ctx, [id], taking), key, id);
  const focus = focusIn(value);
  return focus ? { ...picture, focus } : picture;
}

/** The field's schema has checked it, where the field has one. */
function focusIn(value: unknown): Attachment['focus'] {
  if (typeof value !== 'object' || value === null || !('focus' in value)) return null;
  const { x, y } = (value.focus ?? {}) as { x?: unknown; y?: unknown };
  const isShare = (one: unknown): one is number =>
    Number.isInteger(one) && Number(one) >= 0 && Number(one) <= 100;
  return isShare(x) && isShare(y) ? { x, y } : null;
}

/** Value of a field as it is stored: pictures looked up, empty text as null. Throws VALIDATION_FAILED at the key. */
export async function resolveFiles(
  ctx: Ctx,
  field: Pick<FormField<object>, 'kind' | 'items'> | undefined,
  key: string,
  value: unknown,
  taking: Taking,
): Promise<unknown> {
  if (value === '' || value === undefined) return null;
  if (field?.kind === 'image') return resolvePicture(ctx, key, value, taking);
  if (!Array.isArray(value)) return value;
  const inner = field?.kind === 'items' ? pictureKeys(field.items ?? []) : [];
  if (field?.kind !== 'images' && inner.length === 0) return value;
  const named = field?.kind === 'images' ? value : value.flatMap((item) => inner.map((name) => item[name]));
  const files = await takeFiles(
    ctx,
    named.flatMap((one) => idIn(one) ?? []),
    taking,
  );
  const pictureIn = (one: unknown) => {
    const id = idIn(one);
    return id === undefined ? null : findPicture(files, key, id);
  };
  if (field?.kind === 'images') return value.map(pictureIn);
  return value.map((item) => ({
    ...item,
    ...Object.fromEntries(inner.map((name) => [name, pictureIn(item[name])])),
  }));
}

const pictureKeys = (items: readonly FormField<object>[]) =>
  items.filter(({ kind }) => kind === 'image').map((item): string => item.key);

function idIn(value: unknown): number | undefined {
  const id = value !== null && typeof value === 'object' && 'id' in value ? Number(value.id) : Number.NaN;
  if (!Number.isInteger(id) || id === 0) return undefined;
  // Out of the range of ids: the query would fail.
  return Number.isSafeInteger(id) ? id : 0;
}

/** Ids of all attachments in a stored value, however deep. */
export function fileIdsIn(value: unknown): number[] {
  if (value === null || typeof value !== 'object') return [];
  const own = 'original' in value ? (idIn(value) ?? []) : [];
  return [own, ...Object.values(value).map(fileIdsIn)].flat();
}

/** True when anybody may read the upload with this path: a public record uses it and no module withholds it. */
export async function isPublicFile(
  { db }: Pick<Ctx, 'db'>,
  path: string,
  withheld: readonly RawBuilder<SqlBool>[],
): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`select exists (
      select from attachments f where f.thumbnail_path = ${path} and f.visibility = 'public'
      union all
      select from attachments f where f.path = ${path} and f.visibility = 'public'
        and not (${sql.join([sql`false`, ...withheld], sql` or `)})) as open`.execute(db);
  return rows[0]?.open ?? false;
}
