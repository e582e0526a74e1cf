import type { FastifyReply } from 'fastify';
import type { StoredFile } from '@/server/integrations/files/files';
import { AppError } from '../errors';
import { attachmentName } from '../files/attachments';

/**
 * Sends a stored file or the requested range of it. Nothing in it can run: we set its type, and its content policy
 * allows nothing.
 */
export function sendStored(
  reply: FastifyReply,
  { size, span, stream }: StoredFile,
  given: { type?: string | undefined; name?: string; cache: string },
): FastifyReply {
  reply
    .header('content-type', given.type ?? 'application/octet-stream')
    .header('content-length', span ? span.to - span.from + 1 : size)
    .header('content-disposition', contentDisposition(given))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', given.cache);
  if (span) reply.code(206).header('content-range', `bytes ${span.from}-${span.to}/${size}`);
  return reply.send(stream);
}

/** Shown by the browser if its type is allowed, else downloaded. */
export function contentDisposition({ type, name }: { type?: string | undefined; name?: string }): string {
  return `${type ? 'inline' : 'attachment'}${name === undefined ? '' : `; filename*=UTF-8''${encoded(name)}`}`;
}

/** Sends a file that is sold, never cached. Throws NOT_FOUND when it is missing. */
export function sendSold(
  reply: FastifyReply,
  file: StoredFile | undefined,
  row: { path: string; file_name: string },
): FastifyReply {
  if (!file) throw new AppError('NOT_FOUND');
  reply.header('accept-ranges', 'bytes');
  return sendStored(reply, file, { name: attachmentName(row), cache: 'private, no-store' });
}

/** Encodes a file name for a header (RFC 5987). */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
