import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import type { Attachment } from '@/contract/core/define';
import type { UploadKind } from '@/contract/core/files/upload-types';
import { audit } from '@/server/core/audit';
import type { Files } from '@/server/integrations/files/files';
import { type Ctx, isUnlimited, type UserCtx } from '../context';
import { AppError } from '../errors';
import { inTransaction } from '../transaction';
import { WorkQueue } from '../work-queue';
import { markStray, removeStray } from './file-cleanup';
import { safeFileName } from './file-name';
import { usedAmong } from './file-usage';
import { redraw } from './pictures';
import { type IncomingFile, openIncoming } from './read-incoming';
import { assertQuota, quotaLeft, uploadShopId } from './upload-limits';

/** Path of the API under the site: uploads are linked by path, so links work on any host. */
export const apiBase = '/admin/rest';

interface StoreOptions {
  /** Shop whose quota it counts towards; by default the one that the person works in. */
  shopId?: number | null;
  /** Aborted when the client has left. */
  signal?: AbortSignal | undefined;
  /** Background work waits its turn however long it takes. */
  isPatient?: boolean | undefined;
}

/** Number of files processed in memory at a time, and of those that may wait. */
const storing = new WorkQueue({ slots: 2, maxWaiting: 20 });
/** An upload that has not ended by then has failed, even if its process is gone. */
const maxUploadMs = 3600_000;

/**
 * Stores files, all or none. The type of each is detected from its content, never from its name; pictures are
 * re-encoded (which drops metadata) and get a thumbnail. Throws UNSUPPORTED_FILE, STORAGE_QUOTA_EXCEEDED, and
 * TOO_MANY_REQUESTS while too many files wait.
 */
export async function storeFiles(
  ctx: UserCtx,
  stored: Files,
  files: Iterable<IncomingFile> | AsyncIterable<IncomingFile>,
  { shopId = uploadShopId(ctx), ...turn }: StoreOptions = {},
): Promise<Attachment[]> {
  const left = await quotaLeft(ctx, shopId);
  assertQuota(left, 1);
  const written: WrittenFile[] = [];
  try {
    for await (const file of files) {
      await storing.run(() => writeFile(ctx, stored, { file, written, signal: turn.signal }), turn);
      assertQuota(left, bytesOf(written));
    }
    return await insertRows(ctx, shopId, written);
  } catch (error) {
    await discard(ctx, stored, written);
    throw error;
  }
}

interface WrittenFile {
  kind: UploadKind;
  file_name: string;
  path: string;
  thumbnail_path: string | null;
  size: number;
}

const bytesOf = (files: readonly WrittenFile[]) => files.reduce((sum, { size }) => sum + size, 0);
const pathsOf = (files: readonly WrittenFile[]) =>
  files.flatMap(({ path, thumbnail_path }) => (thumbnail_path === null ? [path] : [path, thumbnail_path]));

/** Writes a file and its thumbnail to the storage, marked as strays until their row is inserted. */
async function writeFile(
  ctx: UserCtx,
  stored: Files,
  { file, written, signal }: { file: IncomingFile; written: WrittenFile[]; signal: AbortSignal | undefined },
): Promise<void> {
  const { kind, content, size } = await openIncoming(stored, file);
  const isPicture = kind === 'jpeg' || kind === 'png';
  const { full, thumbnail } =
    isPicture && content ? await redraw(content, kind, signal) : { full: content, thumbnail: null };
  const extension = kind === 'jpeg' ? 'jpg' : kind;
  const path = `${ctx.now.toISOString().slice(0, 7)}/${randomUUID()}.${extension}`;
  const one: WrittenFile = {
    kind,
    file_name: safeFileName(file.name, extension),
    path,
    thumbnail_path: thumbnail && path.replace(extname(path), '.thumb.webp'),
    size: full?.length ?? size,
  };
  await markStray(ctx.db, pathsOf([one]), new Date(ctx.now.getTime() + maxUploadMs));
  written.push(one);
  if (full) await stored.put(path, full);
  else if ('incoming' in file) await stored.direct?.copy(file.incoming, path);
  if (thumbnail && one.thumbnail_path) await stored.put(one.thumbnail_path, thumbnail);
}

/** Opened after all slow work: the embedded database has one connection. */
async function insertRows(
  ctx: UserCtx,
  shopId: number | null,
  written: readonly WrittenFile[],
): Promise<Attachment[]> {
  if (written.length === 0) return [];
  return ctx.db.transaction().execute(async (db) => {
    const own = { ...ctx, db };
    assertQuota(await quotaLeft(own, shopId, { lock: true }), bytesOf(written));
    const paths = pathsOf(written);
    const marks = await db.deleteFrom('stray_files').where('path', 'in', paths).executeTakeFirst();
    if (Number(marks.numDeletedRows) !== paths.length) throw new AppError('UNAVAILABLE');
    const moments = { created_at: ctx.now, unused_since: ctx.now };
    const rows = await db
      .insertInto('attachments')
      .values(written.map((one) => ({ ...one, ...moments, user_id: ctx.user.id, shop_id: shopId })))
      .returning(['id', 'path', 'thumbnail_path', 'file_name'])
      .execute();
    for (const { id } of rows) await audit(own, { family: 'attachments', id, action: 'create', changes: {} });
    return rows.map(present);
  });
}

async function discard(ctx: UserCtx, stored: Files, written: readonly WrittenFile[]): Promise<void> {
  // If this fails, the clean-up job removes it when its mark is due.
  await removeStray(ctx.db, stored, pathsOf(written)).catch(() => {});
}

/**
 * Removes a file that the person uploaded (an administrator without a role: anybody's). Throws NOT_FOUND, and IN_USE while a record
 * uses it.
 */
export async function removeFile(ctx: UserCtx, stored: Files, id: number): Promise<void> {
  const paths = await inTransaction(ctx, async ({ db }) => {
    // The audit record refers to the person, and saving a profile locks the person before the picture: keep that order.
    await db.selectFrom('users').select('id').where('id', '=', ctx.user.id).forKeyShare().execute();
    const row = await db
      .selectFrom('attachments')
      .select(['path', 'thumbnail_path'])
      .where('id', '=', id)
      .$if(!isUnlimited(ctx), (query) => query.where('user_id', '=', ctx.user.id))
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
    if ((await usedAmong(db, [id])).size > 0) throw new AppError('IN_USE');
    const found = [row.path, row.thumbnail_path].filter((path) => path !== null);
    await markStray(db, found, ctx.now);
    await db.deleteFrom('attachments').where('id', '=', id).execute();
    await audit({ ...ctx, db }, { family: 'attachments', id, action: 'remove', changes: {} });
    return found;
  });
  // After the commit: a rollback restores the record but not the file. The clean-up job retries failures.
  await removeStray(ctx.db, stored, paths).catch(() => {});
}

/** Name of an upload, by its path or its thumbnail's. Throws NOT_FOUND when it was removed. */
export async function findFileName(ctx: Ctx, path: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('attachments')
    .select('file_name')
    .where((eb) => eb.or([eb('path', '=', path), eb('thumbnail_path', '=', path)]))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return attachmentName({ path, file_name: row.file_name });
}

/** Of a stored file, whose path has the detected extension. Rows from before names were cleaned are cleaned here. */
export const attachmentName = ({ path, file_name }: { path: string; file_name: string }) =>
  safeFileName(file_name, extname(path).slice(1));

/** Wire form of an attachment. */
export function present(row: {
  id: number;
  path: string;
  thumbnail_path: string | null;
  file_name: string;
}): Attachment {
  return {
    id: row.id,
    original: `${apiBase}/uploads/${row.path}`,
    thumbnail: row.thumbnail_path ? `${apiBase}/uploads/${row.thumbnail_path}` : '',
    file_name: attachmentName(row),
  };
}
