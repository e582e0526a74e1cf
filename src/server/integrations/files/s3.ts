import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AwsClient } from 'aws4fetch';
import { AppError } from '@/server/core/errors';
import { type ServiceWatch, watched } from '@/server/integrations/health';
import { ServiceError } from '@/server/integrations/service-error';
import { checked, type Files, isPath, type S3Settings, type Span } from './files';

/** Until the storage begins to answer, and between two parts of a file. */
const patienceMs = 20_000;
/** A file of the largest size that uploads may have, over a slow line. */
const uploadMs = 120_000;

/**
 * Files in a bucket, all below `private/`. A thumbnail that is asked for after its file became public is copied below
 * `public/`, the only part of the bucket that anybody may read.
 */
export function s3Files(settings: S3Settings, watch: ServiceWatch | undefined): Files {
  const ask = watched(watch, 'files', asker(settings));
  const published = new Set<string>();

  async function store(key: string, content: Buffer, about: { type: string; cache: string }) {
    const answer = await ask(key, {
      method: 'PUT',
      body: new Uint8Array(content),
      headers: {
        'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'),
        'content-type': about.type,
        // Names never come again with another content.
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
      store(privateKey(checked(path)), content, { type: 'application/octet-stream', cache: 'private' }),
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
      return { size, span, stream: Readable.from(patiently(answer.body)) };
    },
    async remove(path) {
      if (isThumbnail(path)) await erase(publicKey(checked(path)));
      published.delete(path);
      await erase(privateKey(checked(path)));
    },
    async publish(path) {
      if (!settings.publicUrl || !isPath(path) || !isThumbnail(path)) return undefined;
      if (!published.has(path)) {
        const found = await this.get(path);
        if (!found) return undefined;
        const about = { type: 'image/webp', cache: 'public' };
        await store(publicKey(path), await buffer(found.stream), about);
        if (published.size >= maxRemembered) published.clear();
        published.add(path);
      }
      return `${settings.publicUrl.replace(/\/+$/, '')}/${encoded(publicKey(path))}`;
    },
  };
}

/** Published paths that a process remembers; a forgotten one is copied once more. */
const maxRemembered = 10_000;

const isThumbnail = (path: string) => path.endsWith('.thumb.webp');
const privateKey = (path: string) => `private/${path}`;
const publicKey = (path: string) => `public/${path}`;
const encoded = (key: string) => key.split('/').map(encodeURIComponent).join('/');

/** Signs and asks. Answers what was found, what was not (404), and a range beyond the end (416); all else is UNAVAILABLE. */
function asker({ endpoint, bucket, key, secret, region }: S3Settings) {
  // `retries` is for its own `fetch`, which we do not use: who uploads decides whether to try again.
  const signer = new AwsClient({ accessKeyId: key, secretAccessKey: secret, region, service: 's3' });
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`;
  return async (name: string, request: RequestInit): Promise<Response> => {
    // Only until it begins to answer: a long file may take its time.
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), request.method === 'PUT' ? uploadMs : patienceMs);
    try {
      const signed = await signer.sign(`${base}/${encoded(name)}`, request);
      const answer = await fetch(signed, { redirect: 'error', signal: control.signal });
      if (answer.ok || (request.method !== 'PUT' && [404, 416].includes(answer.status))) return answer;
      await answer.body?.cancel();
      throw ServiceError.ofStatus(answer.status);
    } catch (error) {
      throw new AppError('UNAVAILABLE', { cause: ServiceError.of(error) });
    } finally {
      clearTimeout(timer);
    }
  };
}

function extentOf({ status, headers }: Response): { size: number; span: Span | undefined } {
  const part = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '');
  if (status === 206 && part) {
    return { size: Number(part[3]), span: { from: Number(part[1]), to: Number(part[2]) } };
  }
  return { size: Number(headers.get('content-length')), span: undefined };
}

/** A storage that falls silent in the middle ends the file; a reader who is slow does not. */
async function* patiently(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function inTime<Value>(value: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ServiceError('timeout')), patienceMs);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
