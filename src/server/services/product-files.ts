import { sql } from 'kysely';
import type { Attachment } from '@/contract/define';
import { pictureKinds } from '@/contract/patterns';
import { type Ctx, isAdmin } from '../context';
import { present } from './attachments';
import { refuse } from './product-input';
import type { Values } from './resource-query';

export interface KnownFile {
  attachment: Attachment;
  isPicture: boolean;
}

export type KnownFiles = ReadonlyMap<number, KnownFile>;

/**
 * The files that a shop's product may refer to, of those with these ids: what people of the shop uploaded, what it has
 * already, and for an administrator all. An id of somebody else's file is as unknown as one that does not exist: its
 * address would be told with the product.
 */
export async function filesOfShop(
  ctx: Ctx,
  shopId: number,
  ids: readonly number[],
  kept: readonly number[],
): Promise<KnownFiles> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: number;
    path: string;
    thumbnail_path: string | null;
    file_name: string;
    kind: string;
  }>`
    select f.id, f.path, f.thumbnail_path, f.file_name, f.kind from attachments f
    where f.id = any(${[...new Set(ids)]}::bigint[]) and (${isAdmin(ctx)}::boolean
      or f.id = any(${[...kept]}::bigint[]) or f.user_id = ${ctx.user?.id ?? null}::bigint
      or f.user_id in (select s.owner_id from shops s where s.id = ${shopId}
        union all select u.id from users u where u.shop_id = ${shopId}))
    for key share of f`.execute(ctx.db);
  return new Map(
    rows.map((row) => [
      row.id,
      { attachment: present(row), isPicture: pictureKinds.some((one) => one === row.kind) },
    ]),
  );
}

/** The picture that is meant, as it is stored. Throws VALIDATION_FAILED at the key. */
export function pictureOf(files: KnownFiles, key: string, value: unknown): Attachment | null {
  const id = idOf(value, 'id');
  if (id === undefined) return null;
  const file = files.get(id);
  if (!file) refuse(key, 'error-file-missing');
  return file.isPicture ? file.attachment : refuse(key, 'error-wrong-value');
}

/** The id of the file that is sold. Throws VALIDATION_FAILED at the key. */
export function soldFileOf(files: KnownFiles, key: string, value: unknown): number | null {
  const id = idOf(value, 'attachment_id');
  if (id === undefined) return null;
  return files.has(id) ? id : refuse(key, 'error-file-missing');
}

function idOf(value: unknown, key: 'id' | 'attachment_id'): number | undefined {
  const id = value !== null && typeof value === 'object' ? Number((value as Values)[key]) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

const fileKeys = ['image', 'gallery', 'seo', 'digital_file'];

/** Ids of the files in a product's values. */
function fileIdsOf(values: Values): number[] {
  const { image, gallery, seo, digital_file } = values;
  const pictures = [image, ...(Array.isArray(gallery) ? gallery : []), (seo as Values | null)?.ogImage];
  return [...pictures.map((one) => idOf(one, 'id')), idOf(digital_file, 'attachment_id')].flatMap(
    (id) => id ?? [],
  );
}

/** Values with their files looked up: only ids are taken from a client. */
export async function withFiles(ctx: Ctx, shopId: number, values: Values, stored: Values): Promise<Values> {
  if (!fileKeys.some((key) => values[key])) return values;
  const files = await filesOfShop(ctx, shopId, fileIdsOf(values), fileIdsOf(stored));
  const found = { ...values };
  if (values.image) found.image = pictureOf(files, 'image', values.image);
  if (Array.isArray(values.gallery)) {
    found.gallery = values.gallery.map((one, index) => pictureOf(files, `gallery[${index}]`, one));
  }
  if (values.seo) {
    const { ogImage, ...seo } = values.seo as Values;
    const picture = pictureOf(files, 'seo.ogImage', ogImage);
    found.seo = picture ? { ...seo, ogImage: picture } : seo;
  }
  if (values.digital_file) soldFileOf(files, 'digital_file', values.digital_file);
  return found;
}
