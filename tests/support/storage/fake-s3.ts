import { createHash, createHmac } from 'node:crypto';
import { type Answer, type ReceivedRequest, say } from '../fake-service';

/** An S3 bucket in memory that verifies every signature. */
export interface FakeBucket {
  objects: Map<string, { content: Buffer; type: string | undefined }>;
  answer: Answer;
}

export const s3Keys = { bucket: 'lavka', key: 'robot', secret: 'top-secret', region: 'ru-central1' };

export function fakeBucket(): FakeBucket {
  const objects: FakeBucket['objects'] = new Map();
  return {
    objects,
    answer(response, request) {
      const prefix = `/${s3Keys.bucket}/`;
      const answerWith = (status: number) => say('<Error/>', status)(response, request);
      if (!request.url.startsWith(prefix)) return answerWith(404);
      if (!isSigned(request)) return answerWith(403);
      const key = decodeURIComponent(request.url.slice(prefix.length));
      if (request.method === 'PUT') {
        objects.set(key, { content: request.body, type: request.headers['content-type'] });
        return answerWith(200);
      }
      if (request.method === 'DELETE') {
        objects.delete(key);
        return response.writeHead(204).end();
      }
      const found = objects.get(key);
      if (!found) return answerWith(404);
      return sendPart(found.content, request, response);
    },
  };
}

function sendPart(content: Buffer, { headers }: ReceivedRequest, response: Parameters<Answer>[0]) {
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

/** Recomputes the AWS signature version 4 of the request. */
function isSigned({ method, url, headers, body }: ReceivedRequest): boolean {
  const given = String(headers.authorization);
  const [, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(given) ?? [];
  const declaredHash = String(headers['x-amz-content-sha256']);
  if (declaredHash !== 'UNSIGNED-PAYLOAD' && declaredHash !== sha256(body)) return false;
  const [path = '', query = ''] = url.split('?');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, query, signed.join(''), names, declaredHash].join('\n');
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
