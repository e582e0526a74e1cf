import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Attachment } from '@/contract/define';
import { pictureKinds, type UploadKind, uploadTypes } from '@/contract/patterns';
import type { Ctx, UserCtx } from '../context';
import { isAdmin } from '../context';
import { AppError } from '../errors';
import type { Files } from '../outside/files';
import { audit } from './audit';

/** Address of the API under the site: uploads are linked by path, so they work behind any host. */
export const apiBase = '/admin/rest';

const thumbnailSide = 320;
/** Larger pictures are refused before they are unpacked: a small file can hold an enormous picture. */
const pixelLimit = 50_000_000;

interface PreparedFile {
  name: string;
  kind: UploadKind;
  content: Buffer;
  thumbnail: Buffer | null;
}

/**
 * Stores files, all or none: the kind of each is what its content is, never what its name says; pictures are re-encoded
 * (which drops hidden data) and get a thumbnail (specification §5, reference security §5.1). Throws UNSUPPORTED_FILE.
 */
export async function storeFiles(
  ctx: UserCtx,
  stored: Files,
  files: { name: string; content: Buffer }[],
): Promise<Attachment[]> {
  const prepared: PreparedFile[] = [];
  for (const file of files) prepared.push(await prepare(file));
  const written: string[] = [];
  try {
    const values: Awaited<ReturnType<typeof writeFiles>>[] = [];
    for (const file of prepared) values.push(await writeFiles(ctx, stored, file, written));
    // Begins when nothing slow is left: the embedded database has one connection.
    return await ctx.db.transaction().execute(async (db) => {
      const rows = await db
        .insertInto('attachments')
        .values(values)
        .returning(['id', 'path', 'thumbnail_path', 'file_name'])
        .execute();
      for (const { id } of rows)
        await audit({ ...ctx, db }, { family: 'attachments', id, action: 'create', changes: {} });
      return rows.map(present);
    });
  } catch (error) {
    // What no record tells of would lie there for ever.
    for (const path of written) await stored.remove(path).catch(() => {});
    throw error;
  }
}

async function prepare({ name, content }: { name: string; content: Buffer }): Promise<PreparedFile> {
  const kind = await kindOf(content);
  if (!pictureKinds.includes(kind)) return { name, kind, content, thumbnail: null };
  const { full, thumbnail } = await redraw(content);
  return { name, kind, content: full, thumbnail };
}

async function writeFiles(
  ctx: UserCtx,
  stored: Files,
  { name, kind, content, thumbnail }: PreparedFile,
  written: string[],
) {
  const path = `${ctx.now.toISOString().slice(0, 7)}/${randomUUID()}.${kind === 'jpeg' ? 'jpg' : kind}`;
  const thumbnailPath = thumbnail && path.replace(extname(path), '.thumb.webp');
  written.push(path);
  await stored.put(path, content);
  if (thumbnail && thumbnailPath) {
    written.push(thumbnailPath);
    await stored.put(thumbnailPath, thumbnail);
  }
  return {
    user_id: ctx.user.id,
    kind,
    file_name: cleanName(name),
    path,
    thumbnail_path: thumbnailPath,
    size: content.length,
    created_at: ctx.now,
  };
}

/**
 * Removes a file that the person uploaded (an administrator: anybody's). Throws NOT_FOUND, and IN_USE while a record
 * shows it.
 */
export async function removeFile(ctx: UserCtx, stored: Files, id: number): Promise<void> {
  const row = await ctx.db.transaction().execute(async (db) => {
    let query = db.deleteFrom('attachments').where('id', '=', id);
    if (!isAdmin(ctx)) query = query.where('user_id', '=', ctx.user.id);
    const removed = await query.returning(['path', 'thumbnail_path']).executeTakeFirst();
    if (!removed) throw new AppError('NOT_FOUND');
    if (await isShown(db, id)) throw new AppError('IN_USE');
    await audit({ ...ctx, db }, { family: 'attachments', id, action: 'remove', changes: {} });
    return removed;
  });
  // Only now: a rollback brings the record back, not the file.
  for (const path of [row.path, row.thumbnail_path]) {
    if (path) await stored.remove(path);
  }
}

/** What the person who uploaded a file called it, by its path or its thumbnail's. Throws NOT_FOUND when it was removed. */
export async function findFileName(ctx: Ctx, path: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('attachments')
    .select('file_name')
    .where((eb) => eb.or([eb('path', '=', path), eb('thumbnail_path', '=', path)]))
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row.file_name;
}

/** Whether any record holds the file, in the trash or not: every column of objects may, however deep. */
async function isShown(db: Ctx['db'], id: number): Promise<boolean> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and data_type = 'jsonb' and table_name <> 'audit_log'
      and column_name <> 'translations'`.execute(db);
  const holders = columns.map(
    ({ table, column }) => sql`exists (select 1 from ${sql.table(table)} where
      jsonb_path_exists(${sql.ref(column)}, '$.** ? ((@.id == $id && exists(@.original)) || @.attachment_id == $id)', ${JSON.stringify({ id })}::jsonb))`,
  );
  const { rows } = await sql<{ shown: boolean }>`select ${sql.join(holders, sql` or `)} as shown`.execute(db);
  return rows[0]?.shown ?? false;
}

/** An attachment as it goes over the wire. */
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
    file_name: row.file_name,
  };
}

async function kindOf(content: Buffer): Promise<UploadKind> {
  const detected = (await fileTypeFromBuffer(content))?.mime;
  const found = Object.entries(uploadTypes).find(([, types]) =>
    (types as readonly string[]).includes(detected ?? ''),
  );
  if (!found) throw new AppError('UNSUPPORTED_FILE');
  return found[0] as UploadKind;
}

async function redraw(content: Buffer): Promise<{ full: Buffer; thumbnail: Buffer }> {
  try {
    const source = sharp(content, { limitInputPixels: pixelLimit }).rotate();
    return {
      full: await source.clone().toBuffer(),
      thumbnail: await source
        .clone()
        .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer(),
    };
  } catch {
    throw new AppError('UNSUPPORTED_FILE');
  }
}

function cleanName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return (name.replace(/^.*[\\/]/, '').replace(/[\u0000-\u001f\u007f]/g, '') || 'file').slice(0, 200);
}
