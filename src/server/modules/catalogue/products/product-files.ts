import type { Attachment } from '@/contract/core/define';
import type { Ctx } from '@/server/core/context';
import { rejectField } from '@/server/core/errors';
import { findPicture, type KnownFiles, takeFiles } from '@/server/core/files/file-rights';
import type { JsonRecord } from '@/server/core/json-record';

/** Pictures and sold files that a product of a shop, or its variations, may reference (`takeFiles`). */
export interface ProductFiles {
  pictures: KnownFiles;
  sold: KnownFiles;
}

/** Resolves files for a product of the shop: its pictures become public, sold files stay private. */
export async function resolveFiles(
  ctx: Ctx,
  shopId: number,
  { pictures, sold }: Record<'pictures' | 'sold', readonly number[]>,
  kept: readonly number[],
): Promise<ProductFiles> {
  const rest = { shopIds: [shopId], kept };
  return {
    sold: await takeFiles(ctx, sold, { ...rest, as: 'private' }),
    pictures: await takeFiles(ctx, pictures, { ...rest, as: 'public' }),
  };
}

/** The picture as it is stored. Throws VALIDATION_FAILED at the key. */
export function resolvePicture({ pictures }: ProductFiles, key: string, value: unknown): Attachment | null {
  const id = idIn(value, 'id');
  return id === undefined ? null : findPicture(pictures, key, id);
}

/** The id of the sold file. Throws VALIDATION_FAILED at the key. */
export function resolveSoldFile({ sold }: ProductFiles, key: string, value: unknown): number | null {
  const id = idIn(value, 'attachment_id');
  if (id === undefined) return null;
  return sold.has(id) ? id : rejectField(key, 'error-file-missing');
}

function idIn(value: unknown, key: 'id' | 'attachment_id'): number | undefined {
  const id = value !== null && typeof value === 'object' ? Number((value as JsonRecord)[key]) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

const fileKeys = ['image', 'gallery', 'seo', 'digital_file'];

function fileIdsOf(values: JsonRecord): Record<'pictures' | 'sold', number[]> {
  const { image, gallery, seo, digital_file } = values;
  const pictures = [image, ...(Array.isArray(gallery) ? gallery : []), (seo as JsonRecord | null)?.ogImage];
  return {
    pictures: pictures.flatMap((one) => idIn(one, 'id') ?? []),
    sold: [idIn(digital_file, 'attachment_id') ?? []].flat(),
  };
}

/** Replaces file values by the stored records: only ids are trusted. */
export async function withFiles(
  ctx: Ctx,
  shopId: number,
  values: JsonRecord,
  stored: JsonRecord,
): Promise<JsonRecord> {
  if (!fileKeys.some((key) => values[key])) return values;
  const kept = Object.values(fileIdsOf(stored)).flat();
  const files = await resolveFiles(ctx, shopId, fileIdsOf(values), kept);
  const found = { ...values };
  if (values.image) found.image = resolvePicture(files, 'image', values.image);
  if (Array.isArray(values.gallery)) {
    found.gallery = values.gallery.map((one, index) => resolvePicture(files, `gallery[${index}]`, one));
  }
  if (values.seo) {
    const { ogImage, ...seo } = values.seo as JsonRecord;
    const picture = resolvePicture(files, 'seo.ogImage', ogImage);
    found.seo = picture ? { ...seo, ogImage: picture } : seo;
  }
  if (values.digital_file) resolveSoldFile(files, 'digital_file', values.digital_file);
  return found;
}
