import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { trimEnd } from '@/contract/core/text';
import { AppError } from '@/server/core/errors';
import type { ServiceWatch } from '@/server/integrations/health';
import { inTime } from '@/server/integrations/in-time';
import { ServiceError } from '@/server/integrations/service-error';
import { encodeKey, openBucket, patienceMs, type S3Settings } from './bucket';
import { directFiles } from './direct';
import { assertPath, type Files, isPath, isThumbnail, type Span } from './files';

/**
 * Files in a bucket below `private/`. A thumbnail of a public file is copied below `public/` on first use, the only prefix
 * that is publicly readable.
 */
export function s3Files(settings: S3Settings, watch: ServiceWatch | undefined): Files {
  const bucket = openBucket(settings, watch);
  const { ask } = bucket;
  const published = new Set<string>();

  async function store(key: string, content: Buffer, about: { type: string; cache: string }) {
    const answer = await ask(key, {
      method: 'PUT',
      body: new Uint8Array(content),
      headers: {
        'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'),
        'content-type': about.type,
        // Names are never reused for other content.
        'cache-control': `${about.cache}, max-age=31536000, immutable`,
      },
    });
    await answer.body?.cancel();
  }

  async function erase(key: string) {
    const answer = await ask(key, { method: 'DELETE' });
    await answer.body?.cancel();
  }

  return {
    put: (path, content) =>
      store(privateKey(assertPath(path)), content, { type: 'application/octet-stream', cache: 'private' }),
    async get(path, range) {
      if (!isPath(path)) return undefined;
      const isRange = range !== undefined && /^bytes=(\d{1,15}-\d{0,15}|-\d{1,15})$/.test(range);
      const headers = isRange ? { range } : undefined;
      const answer = await ask(privateKey(path), { method: 'GET', ...(headers && { headers }) });
      if (answer.status === 416) {
        await answer.body?.cancel();
        return this.get(path);
      }
      if (answer.status === 404 || !answer.body) return undefined;
      const { size, span } = extentOf(answer);
      if (!Number.isSafeInteger(size)) {
        await answer.body.cancel();
        throw new AppError('UNAVAILABLE', { cause: new ServiceError('unreadable') });
      }
      const length = span ? span.to - span.from + 1 : size;
      return { size, span, stream: Readable.from(patiently(answer.body, length)) };
    },
    async remove(path) {
      if (isThumbnail(path)) await erase(publicKey(assertPath(path)));
      published.delete(path);
      await erase(privateKey(assertPath(path)));
    },
    async publish(path) {
      if (!settings.publicUrl || !isPath(path) || !isThumbnail(path)) return undefined;
      if (!published.has(path)) {
        const file = await this.get(path);
        if (!file) return undefined;
        const options = { type: 'image/webp', cache: 'public' };
        await store(publicKey(path), await buffer(file.stream), options);
        if (published.size >= maxRemembered) published.clear();
        published.add(path);
      }
      return `${trimEnd(settings.publicUrl, '/')}/${encodeKey(publicKey(path))}`;
    },
    direct: directFiles(bucket, (path) => privateKey(assertPath(path))),
  };
}

/** Maximum published paths in memory; others are copied again. */
const maxRemembered = 10_000;

const privateKey = (path: string) => `private/${path}`;
const publicKey = (path: string) => `public/${path}`;

function extentOf({ status, headers }: Response): { size: number; span: Span | undefined } {
  const part = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '');
  if (status === 206 && part) {
    return { size: Number(part[3]), span: { from: Number(part[1]), to: Number(part[2]) } };
  }
  // An answer of a length that it does not say, or of another one once it is unpacked, is none of a storage.
  const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity';
  const length = isPlain ? headers.get('content-length') : null;
  return { size: length === null ? Number.NaN : Number(length), span: undefined };
}

/** Aborts when the storage stalls between two chunks, not when the reader is slow, and when it sends another length than it said. */
async function* patiently(body: ReadableStream<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let left = length;
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read(), patienceMs, () => new ServiceError('timeout'));
      left -= value?.length ?? 0;
      if (left < 0 || (done && left > 0)) throw new ServiceError('unreadable');
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
