import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientError } from '@/lib/api/errors';
import { uploadFiles } from '@/lib/api/upload';
import { env } from '@/lib/env';
import { storeCredentials } from '@/lib/session/session';
import { server } from '../server';

/** Direct uploads to a storage, when the server announces one. */
const root = 'http://localhost/admin/rest';
const storage = 'https://storage.test/lavka/private/incoming/u1';
const stored = { id: 7, original: 'o', thumbnail: 't', file_name: 'a.pdf' };
const file = (content: string) => new File([content], 'a.pdf', { type: 'application/pdf' });

beforeEach(() => {
  env.uploadsDirectly = true;
  storeCredentials({ token: 'abc', permissions: ['store_owner'], role: 'store_owner' });
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1000 });
});
afterEach(() => {
  env.uploadsDirectly = false;
  vi.useRealTimers();
});

/** An API that starts an upload with these parts; its requests are recorded. */
function begins(...sizes: number[]) {
  const asked: unknown[] = [];
  server.use(
    http.post(`${root}/attachments/direct`, async ({ request }) => {
      asked.push(await request.json());
      const parts = sizes.map((size, index) => ({ address: `${storage}?part=${index + 1}`, size }));
      return HttpResponse.json({ id: 'u1', parts });
    }),
    http.post(`${root}/attachments/direct/u1`, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json([stored]);
    }),
    http.post(`${root}/attachments`, () => {
      asked.push('through the API');
      return HttpResponse.json([stored]);
    }),
  );
  return asked;
}

const allowed = {
  'access-control-allow-origin': 'http://localhost',
  'access-control-allow-methods': 'PUT',
  'access-control-allow-headers': 'content-type',
};

/** A storage that allows this site and accepts parts unless `refuse` returns a response; its requests are recorded. */
function takes(refuse: (count: number) => Response | undefined = () => undefined) {
  const came: { part: string | null; content: string; headers: Headers }[] = [];
  let count = 0;
  server.use(
    http.options(storage, () => new HttpResponse(null, { status: 200, headers: allowed })),
    http.put(storage, async ({ request }) => {
      count += 1;
      const refused = refuse(count);
      if (refused) return refused;
      const part = new URL(request.url).searchParams.get('part');
      came.push({ part, content: await request.text(), headers: request.headers });
      const headers = { ...allowed, 'access-control-expose-headers': 'ETag', etag: `"tag-${part}"` };
      return new HttpResponse(null, { status: 200, headers });
    }),
  );
  return came;
}

describe('uploading directly to the storage', () => {
  it('sends the bytes there without the session, and lets the API make an attachment', async () => {
    const asked = begins(5);
    const came = takes();

    expect(await uploadFiles([file('12345')])).toEqual([stored]);
    expect(asked).toEqual([{ name: 'a.pdf', size: 5 }, { tags: [] }]);
    expect(came.map(({ content }) => content)).toEqual(['12345']);
    expect(came[0]?.headers.get('content-type')).toBe('application/octet-stream');
    expect(came[0]?.headers.get('authorization')).toBeNull();
  });

  it('splits a large file into the given parts, and passes their ETags on in order', async () => {
    const asked = begins(3, 2);
    const came = takes();

    await uploadFiles([file('12345')]);

    expect(came.map(({ part, content }) => [part, content])).toEqual([
      ['1', '123'],
      ['2', '45'],
    ]);
    expect(asked[1]).toEqual({ tags: ['"tag-1"', '"tag-2"'] });
  });

  it('sends a failed part again', async () => {
    begins(3, 2);
    const came = takes((count) => (count === 2 ? HttpResponse.error() : undefined));

    expect(await uploadFiles([file('12345')])).toEqual([stored]);
    expect(came.map(({ part }) => part)).toEqual(['1', '2']);
  });

  it('goes through the API when the storage is unreachable, or hides its ETags', async () => {
    const asked = begins(5);
    takes(() => HttpResponse.error());
    expect(await uploadFiles([file('12345')])).toEqual([stored]);
    expect(asked.at(-1)).toBe('through the API');

    const others = begins(3, 2);
    takes(() => new HttpResponse(null, { status: 200, headers: allowed }));
    await uploadFiles([file('12345')]);
    expect(others.at(-1)).toBe('through the API');
  });

  it('fails when the storage rejects a part, and when it becomes unreachable halfway', async () => {
    const failureOf = () => uploadFiles([file('12345')]).catch((error: ClientError) => error.code);
    begins(5);
    takes(() => new HttpResponse('<Error/>', { status: 403, headers: allowed }));
    expect(await failureOf()).toBe('UNAVAILABLE');

    begins(3, 2);
    takes((count) => (count > 1 ? HttpResponse.error() : undefined));
    expect(await failureOf()).toBe('NETWORK_ERROR');
  });
});
