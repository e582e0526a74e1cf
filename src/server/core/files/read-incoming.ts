import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type FileTypeResult, fileTypeFromBuffer, fileTypeFromStream } from 'file-type';
import { pictureKinds, type UploadKind, uploadTypes } from '@/contract/core/files/upload-types';
import { partBytes } from '@/server/integrations/files/direct';
import type { Files } from '@/server/integrations/files/files';
import { AppError, rejectField } from '../errors';

/** An incoming file: its content, its path on the disk, or its place in the storage. */
export type IncomingFile = { name: string } & (
  | { content: Buffer }
  | { path: string }
  | { incoming: string; size: number }
);

interface OpenedFile {
  kind: UploadKind;
  /** Undefined for a large file that the storage can copy by itself. */
  content: Buffer | undefined;
  size: number;
}

/**
 * Content of a file and the type detected from it. A file in the storage is read before it is copied; a large one,
 * uploaded in parts, cannot be sent again once they are joined. Throws UNSUPPORTED_FILE, and VALIDATION_FAILED when the
 * storage has no such file or one of another size.
 */
export async function openIncoming(stored: Files, file: IncomingFile): Promise<OpenedFile> {
  if ('incoming' in file && file.size > partBytes) return openLarge(stored, file);
  const content = await contentOf(stored, file);
  return { kind: kindOf(await fileTypeFromBuffer(content)), content, size: content.length };
}

async function openLarge(stored: Files, file: { incoming: string; size: number }): Promise<OpenedFile> {
  const { stream, size } = await arrived(stored, file);
  try {
    const kind = kindOf(await fileTypeFromStream(Readable.toWeb(stream)));
    if (!pictureKinds.includes(kind)) return { kind, content: undefined, size };
    const whole = await arrived(stored, file);
    return { kind, content: await buffer(whole.stream), size };
  } finally {
    stream.destroy();
  }
}

async function contentOf(stored: Files, file: IncomingFile): Promise<Buffer> {
  if ('content' in file) return file.content;
  if ('path' in file) return readFile(file.path);
  return buffer((await arrived(stored, file)).stream);
}

async function arrived(stored: Files, { incoming, size }: { incoming: string; size: number }) {
  const found = await stored.get(incoming);
  if (found?.size === size) return found;
  found?.stream.destroy();
  rejectField('attachment', 'error-file-missing');
}

function kindOf(detected: FileTypeResult | undefined): UploadKind {
  const found = Object.entries(uploadTypes).find(([, types]) =>
    (types as readonly string[]).includes(detected?.mime ?? ''),
  );
  if (!found) throw new AppError('UNSUPPORTED_FILE');
  return found[0] as UploadKind;
}
