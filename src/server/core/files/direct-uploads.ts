import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Attachment } from '@/contract/core/define';
import type { BegunUpload } from '@/contract/core/files/direct-upload';
import { type DirectFiles, uploadSeconds } from '@/server/integrations/files/direct';
import type { Files } from '@/server/integrations/files/files';
import type { Database, UserCtx } from '../context';
import { AppError, rejectField } from '../errors';
import { storeFiles } from './attachments';
import { markStray, removeStray } from './file-cleanup';
import { assertQuota, quotaLeft, uploadShopId } from './upload-limits';

const hour = 3600_000;
/** Extra time to finish an upload that began in time. */
const graceMs = hour;

const incomingPath = (id: string) => `incoming/${id}`;

type Stored = Files & { direct: DirectFiles };

/**
 * Lets a browser upload a file directly to the storage, which enforces the announced size. Unfinished uploads count
 * towards the quota. Throws PAYLOAD_TOO_LARGE and STORAGE_QUOTA_EXCEEDED.
 */
export async function beginUpload(
  ctx: UserCtx,
  stored: Stored,
  { name, size }: { name: string; size: number },
  maxBytes: number,
): Promise<BegunUpload> {
  if (size > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE');
  const id = randomUUID();
  const expires = new Date(ctx.now.getTime() + uploadSeconds * 1000);
  await ctx.db.transaction().execute(async (db) => {
    const own = { ...ctx, db };
    const left = await quotaLeft(own, uploadShopId(ctx), { lock: true });
    assertQuota(left - (await bytesUnderWay(own)), size);
    await markStray(db, [incomingPath(id)], new Date(expires.getTime() + graceMs));
    await db
      .insertInto('direct_uploads')
      .values({ id, user_id: ctx.user.id, file_name: name, size, created_at: ctx.now, expires_at: expires })
      .execute();
  });
  const { ref, parts } = await stored.direct.begin(incomingPath(id), size).catch(async (error: unknown) => {
    await forget(ctx.db, stored, { id, ref: null }).catch(() => {});
    throw error;
  });
  if (ref !== null)
    await ctx.db.updateTable('direct_uploads').set({ upload_ref: ref }).where('id', '=', id).execute();
  return { id, parts };
}

async function bytesUnderWay({ db, user, now }: UserCtx): Promise<number> {
  const { rows } = await sql<{
    bytes: number;
  }>`select coalesce(sum(size), 0)::float8 as bytes from direct_uploads
    where user_id = ${user.id} and expires_at > ${now}`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/**
 * Makes an attachment of an uploaded file, checked like any other: by its content, not by what was announced. Throws as
 * `storeFiles` does, VALIDATION_FAILED when parts are missing, and NOT_FOUND for an upload of somebody else, one that
 * has expired, and one that is being finished.
 */
export async function finishUpload(
  ctx: UserCtx,
  stored: Stored,
  { id, tags, signal }: { id: string; tags: readonly string[]; signal: AbortSignal },
): Promise<Attachment[]> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new AppError('NOT_FOUND');
  const upload = await ctx.db
    .updateTable('direct_uploads')
    .set({ claimed_at: ctx.now })
    .where('id', '=', id)
    .where('user_id', '=', ctx.user.id)
    .where('claimed_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returning(['file_name', 'size', 'upload_ref'])
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const path = incomingPath(id);
  try {
    if (upload.upload_ref !== null && !(await stored.direct.join(path, upload.upload_ref, tags)))
      rejectField('attachment', 'error-file-missing');
    const file = { name: upload.file_name, incoming: path, size: upload.size };
    // Waiting costs no memory: the file is in the storage.
    const made = await storeFiles(ctx, stored, [file], { signal, isPatient: true });
    await forget(ctx.db, stored, { id, ref: null });
    return made;
  } catch (error) {
    await forget(ctx.db, stored, { id, ref: upload.upload_ref }).catch(() => {});
    throw error;
  }
}

/** Removes an upload: the row, the uploaded bytes, and parts that were not joined. */
async function forget(
  db: Database,
  stored: Stored,
  { id, ref }: { id: string; ref: string | null },
): Promise<void> {
  if (ref !== null) await stored.direct.abandon(incomingPath(id), ref);
  // If this fails, the clean-up job removes it when its mark is due.
  await removeStray(db, stored, [incomingPath(id)]).catch(() => {});
  await db.deleteFrom('direct_uploads').where('id', '=', id).execute();
}

const batch = 100;

/** Abandons uploads that were not finished in time. Their rows stay while the storage does not answer. */
export async function abandonUploads(db: Database, stored: Files, now: Date): Promise<void> {
  const { direct } = stored;
  if (!direct) return;
  for (;;) {
    const late = await db
      .selectFrom('direct_uploads')
      .select(['id', 'upload_ref'])
      .where('expires_at', '<=', new Date(now.getTime() - graceMs))
      .orderBy('expires_at')
      .limit(batch)
      .execute();
    for (const { id, upload_ref } of late) await forget(db, { ...stored, direct }, { id, ref: upload_ref });
    if (late.length < batch) return;
  }
}
