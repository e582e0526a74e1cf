import { AppError } from '@/server/core/errors';
import { ServiceError } from '@/server/integrations/service-error';
import { type Bucket, encodeKey, uploadMs } from './bucket';

/** A larger file is uploaded in parts of this size: a failed part is sent again alone. */
export const partBytes = 16 * 1024 * 1024;
/** How long a part's upload may start: a large file takes hours on a slow line. */
export const uploadSeconds = 6 * 3600;
/** A link to a stored file is valid for 10 to 20 minutes and stays the same for ten, so browsers can cache the file. */
const linkWindowMs = 10 * 60_000;

/** URL and size of one part of an upload; the storage enforces the size. */
export interface UploadPart {
  address: string;
  size: number;
}

/** Traffic between browsers and the storage that bypasses this server. */
export interface DirectFiles {
  /** Creates the URLs of an upload; `ref` is the storage's id of a multipart upload. */
  begin: (path: string, size: number) => Promise<{ ref: string | null; parts: UploadPart[] }>;
  /** Joins the parts by their ETags; false when some are missing. */
  join: (path: string, ref: string, tags: readonly string[]) => Promise<boolean>;
  /** Discards uploaded parts. Succeeds when there are none, too. */
  abandon: (path: string, ref: string) => Promise<void>;
  /** Copies a file within the storage. */
  copy: (from: string, to: string) => Promise<void>;
  /** A link to a stored file, served with this type and disposition. */
  link: (path: string, given: { type: string | undefined; disposition: string }) => Promise<string>;
}

/** Type of every upload: a browser that opens the URL does not run it. */
const octets = 'application/octet-stream';
const keptForever = 'private, max-age=31536000, immutable';

type OpenBucket = Bucket & { sign: NonNullable<Bucket['sign']> };

export function directFiles(bucket: Bucket, keyOf: (path: string) => string): DirectFiles | undefined {
  const { name, ask, sign } = bucket;
  if (!sign) return undefined;
  return {
    begin: (path, size) => begin({ ...bucket, sign }, keyOf(path), size),
    async join(path, ref, tags) {
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const answer = await ask(keyOf(path), {
        method: 'POST',
        query: { uploadId: ref },
        headers: { 'content-type': 'application/xml' },
        body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
        expected: [400, 404],
      });
      return succeeded(answer);
    },
    async abandon(path, ref) {
      const answer = await ask(keyOf(path), { method: 'DELETE', query: { uploadId: ref } });
      await answer.body?.cancel();
    },
    async copy(from, to) {
      const headers = { 'x-amz-copy-source': `/${encodeURIComponent(name)}/${encodeKey(keyOf(from))}` };
      if (!(await succeeded(await ask(keyOf(to), { method: 'PUT', headers }))))
        throw new AppError('UNAVAILABLE');
    },
    link(path, { type, disposition }) {
      const begun = Math.floor(Date.now() / linkWindowMs) * linkWindowMs;
      return sign(keyOf(path), {
        method: 'GET',
        query: {
          'response-content-type': type ?? octets,
          'response-content-disposition': disposition,
        },
        signedAt: new Date(begun),
        seconds: (2 * linkWindowMs) / 1000,
      });
    },
  };
}

async function begin({ ask, sign }: OpenBucket, key: string, size: number): ReturnType<DirectFiles['begin']> {
  const part = async (bytes: number, query: Record<string, string> = {}): Promise<UploadPart> => {
    const headers = { 'content-length': String(bytes), 'content-type': octets };
    const lifetime = { signedAt: new Date(), seconds: uploadSeconds };
    return { address: await sign(key, { method: 'PUT', headers, query, ...lifetime }), size: bytes };
  };
  if (size <= partBytes) return { ref: null, parts: [await part(size)] };
  const headers = { 'content-type': octets, 'cache-control': keptForever };
  const answer = await ask(key, { method: 'POST', query: { uploads: '' }, headers });
  const ref = /<UploadId>([^<]+)<\/UploadId>/.exec(await shortText(answer))?.[1];
  if (ref === undefined) throw new AppError('UNAVAILABLE');
  const parts = sizesOf(size).map((bytes, index) =>
    part(bytes, { partNumber: String(index + 1), uploadId: ref }),
  );
  return { ref, parts: await Promise.all(parts) };
}

function sizesOf(size: number): number[] {
  const count = Math.ceil(size / partBytes);
  return Array.from({ length: count }, (_part, index) => Math.min(partBytes, size - index * partBytes));
}

/** A response of 200 may still contain an error: the storage starts it before the work is done. */
async function succeeded(answer: Response): Promise<boolean> {
  const text = await shortText(answer);
  return answer.ok && !text.includes('<Error>');
}

const longestText = 64 * 1024;

/** What the storage says of its work, in a few lines. Throws UNAVAILABLE for one that says no end of it. */
async function shortText(answer: Response): Promise<string> {
  const late = AbortSignal.timeout(uploadMs);
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const piece of answer.body?.pipeThrough(new TransformStream(), { signal: late }) ?? []) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > longestText) throw new ServiceError('unreadable');
    }
    return text;
  } catch (error) {
    throw new AppError('UNAVAILABLE', { cause: ServiceError.of(error) });
  }
}
