import { createHash, createHmac } from 'node:crypto';
import { type Answer, type Asked, say } from './fake-service';

/** A bucket in memory that looks at every signature; its content by key. */
export interface FakeBucket {
  objects: Map<string, { content: Buffer; type: string | undefined }>;
  answer: Answer;
}

export const s3Keys = { bucket: 'lavka', key: 'robot', secret: 'top-secret', region: 'ru-central1' };

export function fakeBucket(): FakeBucket {
  const objects: FakeBucket['objects'] = new Map();
  return {
    objects,
    answer(response, asked) {
      const prefix = `/${s3Keys.bucket}/`;
      const refuse = (status: number) => say('<Error/>', status)(response, asked);
      if (!asked.url.startsWith(prefix)) return refuse(404);
      if (!isSigned(asked)) return refuse(403);
      const key = decodeURIComponent(asked.url.slice(prefix.length));
      if (asked.method === 'PUT') {
        objects.set(key, { content: asked.body, type: asked.headers['content-type'] });
        return refuse(200);
      }
      if (asked.method === 'DELETE') {
        objects.delete(key);
        return response.writeHead(204).end();
      }
      const found = objects.get(key);
      if (!found) return refuse(404);
      return sendPart(found.content, asked, response);
    },
  };
}

function sendPart(content: Buffer, { headers }: Asked, response: Parameters<Answer>[0]) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (!headers.range) {
    response.writeHead(200, { 'content-length': content.length });
    return response.end(content);
  }
  const from = first === '' ? Math.max(0, content.length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? content.length - 1 : Math.min(Number(last), content.length - 1);
  if (from > to) return response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
  response.writeHead(206, {
    'content-range': `bytes ${from}-${to}/${content.length}`,
    'content-length': to - from + 1,
  });
  return response.end(content.subarray(from, to + 1));
}

/** Signature version 4, worked out anew from what came over the line. */
function isSigned({ method, url, headers, body }: Asked): boolean {
  const given = String(headers.authorization);
  const [, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(given) ?? [];
  const told = String(headers['x-amz-content-sha256']);
  if (told !== 'UNSIGNED-PAYLOAD' && told !== sha256(body)) return false;
  const [path = '', query = ''] = url.split('?');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, query, signed.join(''), names, told].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const [date = '', region = '', service = '', end = ''] = scope.split('/');
  if (region !== s3Keys.region || service !== 's3') return false;
  const key = [date, region, service, end].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${s3Keys.secret}`,
  );
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
