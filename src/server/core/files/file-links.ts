import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Attachment } from '@/contract/core/define';
import { isId } from '@/server/core/numbers';
import type { Ctx, UserCtx } from '../context';
import { AppError } from '../errors';
import { apiBase, present } from './attachments';

/**
 * Links expire on a common half hour, after 30 to 60 minutes: until then the address stays the same, so browsers can
 * cache the file.
 */
const windowSeconds = 30 * 60;

const publicBase = `${apiBase}/uploads/`;
const signedBase = `${apiBase}/files/`;

/**
 * Attachments with signed, short-lived addresses in place of their public ones. The caller has checked that the person
 * may read the record that holds them.
 */
export async function signFiles(ctx: Ctx, files: readonly Attachment[]): Promise<Attachment[]> {
  if (files.length === 0) return [];
  const secret = await linkSecret(ctx);
  const until = (Math.floor(ctx.now.getTime() / 1000 / windowSeconds) + 2) * windowSeconds;
  const sign = (address: string) => {
    if (!address.startsWith(publicBase)) return address;
    const path = address.slice(publicBase.length);
    return `${signedBase}${path}?until=${until}&signature=${signatureOf(secret, path, until)}`;
  };
  return files.map((file) => ({
    ...file,
    original: sign(file.original),
    thumbnail: sign(file.thumbnail),
  }));
}

/** Rows with the attachments under `key` signed; no query when there are none. */
export async function withSignedFiles<Key extends string, Row extends { [key in Key]?: unknown }>(
  ctx: Ctx,
  rows: readonly Row[],
  key: Key,
): Promise<Row[]> {
  const filesOf = (row: Row) => (row[key] ?? []) as readonly Attachment[];
  const signed = await signFiles(ctx, rows.flatMap(filesOf));
  let start = 0;
  return rows.map((row) => {
    const end = start + filesOf(row).length;
    const own = signed.slice(start, end);
    start = end;
    return own.length === 0 ? row : { ...row, [key]: own };
  });
}

/** One of the person's own files with fresh links. Throws NOT_FOUND for anybody else's. */
export async function findOwnFile(ctx: UserCtx, id: string): Promise<Attachment> {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  const row = await ctx.db
    .selectFrom('attachments')
    .select(['id', 'path', 'thumbnail_path', 'file_name'])
    .where('id', '=', Number(id))
    .where('user_id', '=', ctx.user.id)
    .executeTakeFirst();
  const [file] = await signFiles(ctx, row ? [present(row)] : []);
  if (!file) throw new AppError('NOT_FOUND');
  return file;
}

/** Seconds until a link expires. Throws NOT_FOUND when it was altered or has expired. */
export async function checkFileLink(
  ctx: Ctx,
  path: string,
  { until, signature }: Record<string, unknown>,
): Promise<number> {
  const expiry = typeof until === 'string' && /^\d{1,12}$/.test(until) ? Number(until) : 0;
  const left = expiry - Math.floor(ctx.now.getTime() / 1000);
  if (left <= 0 || typeof signature !== 'string') throw new AppError('NOT_FOUND');
  const expected = Buffer.from(signatureOf(await linkSecret(ctx), path, expiry));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new AppError('NOT_FOUND');
  return left;
}

function signatureOf(secret: string, path: string, until: number): string {
  return createHmac('sha256', secret).update(`${path}\n${until}`).digest('base64url');
}

/** Stored in the database, so that all processes sign with the same key. */
async function linkSecret(ctx: Ctx): Promise<string> {
  const found = await readSecret(ctx);
  if (found) return found;
  await ctx.db
    .insertInto('file_link_secret')
    .values({ secret: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('only_one').doNothing())
    .execute();
  const made = await readSecret(ctx);
  if (!made) throw new Error('There is no secret to sign links with');
  return made;
}

async function readSecret(ctx: Ctx): Promise<string | undefined> {
  const { rows } = await sql<{ secret: string }>`select secret from file_link_secret`.execute(ctx.db);
  return rows[0]?.secret;
}
