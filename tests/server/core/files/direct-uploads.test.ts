import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Attachment } from '@/contract/core/define';
import type { BegunUpload } from '@/contract/core/files/direct-upload';
import type { Deps } from '@/server/core/deps';
import { abandonUploads } from '@/server/core/files/direct-uploads';
import { cleanFiles } from '@/server/core/files/file-cleanup';
import { partBytes } from '@/server/integrations/files/direct';
import { openFiles } from '@/server/integrations/files/open-files';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';
import { allowedSite, setUpObjectStore } from '../../../support/storage/s3-server';

/** Files that a browser uploads to an S3 storage, and reads from it, bypassing this server. */
const store = setUpObjectStore();
const deps: Partial<Deps> = { uploadMaxBytes: 64 * 1024 * 1024 };
beforeAll(() => {
  deps.s3 = store.settings;
});
const { api, scene } = setUpScene(deps);
beforeEach(async () => {
  const files = openFiles({ dataDir: '', s3: store.settings });
  for (const key of await store.keys()) await files.remove(key.replace(/^private\//, ''));
});

type User = { id: number };
type Begun = BegunUpload & Wire;

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const picture = (width = 800) =>
  sharp({ create: { width, height: 400, channels: 3, background: '#9b2c2c' } })
    .png()
    .toBuffer();
const begin = async (user: User, size: number, name = 'Договор.pdf') =>
  (await api.request<Begun>(user, 'POST', 'attachments/direct', { name, size })).body;
const put = (address: string | undefined, content: Buffer, headers: Record<string, string> = {}) =>
  fetch(String(address), {
    method: 'PUT',
    body: new Uint8Array(content),
    headers: { 'content-type': 'application/octet-stream', ...headers },
  });
const finish = (user: User, id: string, tags?: string[]) =>
  api.request<Attachment[] & Wire>(user, 'POST', `attachments/direct/${id}`, tags && { tags });
const upload = async (user: User, content: Buffer, name?: string) => {
  const { id, parts } = await begin(user, content.length, name);
  expect((await put(parts[0]?.address, content)).status).toBe(200);
  return finish(user, id);
};
const get = (address: unknown) => api.app.inject({ method: 'GET', url: String(address) });
const rowsOf = async (table: 'attachments' | 'direct_uploads' | 'stray_files') =>
  (await api.db.selectFrom(table).selectAll().execute()).length;
const nothingLeft = async () => {
  expect(await store.keys()).toEqual([]);
  expect(await store.openUploads()).toBe(0);
  for (const table of ['attachments', 'direct_uploads', 'stray_files'] as const)
    expect([table, await rowsOf(table)]).toEqual([table, 0]);
};

describe('a direct upload', () => {
  it('becomes an attachment of its uploader, and leaves nothing else behind', async () => {
    const { status, body } = await upload(scene.store_owner, pdf);

    expect([status, body[0]?.file_name]).toEqual([200, 'Договор.pdf']);
    expect(await store.keys()).toEqual([expect.stringMatching(/^private\/2026-03\/[0-9a-f-]{36}\.pdf$/)]);
    const row = await api.db.selectFrom('attachments').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ user_id: scene.store_owner.id, kind: 'pdf', size: pdf.length });
    expect([await rowsOf('direct_uploads'), await rowsOf('stray_files')]).toEqual([0, 0]);
  });

  it('is re-encoded with a thumbnail when it is a picture', async () => {
    const hidden = await sharp(await picture())
      .withExif({ IFD0: { Artist: 'Анна' } })
      .png()
      .toBuffer();

    const { body } = await upload(scene.store_owner, hidden, 'a.png');

    expect(await store.keys()).toHaveLength(2);
    const shown = await get(body[0]?.original);
    const stored = Buffer.from(await (await fetch(String(shown.headers.location))).arrayBuffer());
    expect(await sharp(stored).metadata()).toMatchObject({ width: 800, format: 'png' });
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
    expect(await sharp((await get(body[0]?.thumbnail)).rawPayload).metadata()).toMatchObject({ width: 320 });
  });

  it('may run twenty times concurrently', async () => {
    const content = await picture(300);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => upload(scene.store_owner, content, 'a.png')),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await store.keys()).toHaveLength(40);
    expect([await rowsOf('attachments'), await rowsOf('direct_uploads')]).toEqual([20, 0]);
  });

  it('is split into parts when large, and never read into this server', async () => {
    const large = Buffer.concat([pdf, Buffer.alloc(2 * partBytes, ' ')]);
    const { id, parts } = await begin(scene.store_owner, large.length, 'Каталог.pdf');
    expect(parts.map(({ size }) => size)).toEqual([partBytes, partBytes, pdf.length]);
    const tags: string[] = [];
    let from = 0;
    for (const { address, size } of parts) {
      const sent = await put(address, large.subarray(from, from + size));
      tags.push(sent.headers.get('etag') ?? '');
      from += size;
    }

    const { status, body } = await finish(scene.store_owner, id, tags);

    expect(status).toBe(200);
    expect([await store.openUploads(), (await store.keys()).length]).toEqual([0, 1]);
    const link = (await get(body[0]?.original)).headers.location;
    expect(Buffer.from(await (await fetch(String(link))).arrayBuffer()).equals(large)).toBe(true);
  });

  it('is allowed by the bucket only from pages of the panel', async () => {
    const { parts } = await begin(scene.store_owner, pdf.length);
    const ask = (origin: string) =>
      fetch(String(parts[0]?.address), {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
        },
      });

    expect([(await ask(allowedSite)).ok, (await ask('https://other.test')).ok]).toEqual([true, false]);
    const sent = await put(parts[0]?.address, pdf, { origin: allowedSite });
    expect(sent.headers.get('access-control-expose-headers')).toBe('ETag');
  });
});

describe('the storage refuses', () => {
  it('another size than announced, and another type', async () => {
    const { parts } = await begin(scene.store_owner, pdf.length);

    expect((await put(parts[0]?.address, Buffer.concat([pdf, pdf]))).status).toBe(403);
    expect((await put(parts[0]?.address, pdf.subarray(1))).status).toBe(403);
    expect((await put(parts[0]?.address, pdf, { 'content-type': 'text/html' })).status).toBe(403);
    expect(await store.keys()).toEqual([]);
  });

  it('another key of the bucket, and anybody without a signature', async () => {
    const { parts } = await begin(scene.store_owner, pdf.length);
    const other = String(parts[0]?.address).replace(/incoming\/[0-9a-f-]+/, '2026-03/a.pdf');

    expect((await put(other, pdf)).status).toBe(403);
    expect((await put(other.replace(/\?.*/, ''), pdf)).status).toBe(403);
    expect((await put(String(parts[0]?.address).replace('robot', 'other'), pdf)).status).toBe(403);
    expect(await store.keys()).toEqual([]);
  });

  it('uploads after the signature has expired', async () => {
    const { parts } = await begin(scene.store_owner, pdf.length);
    const late = new URL(String(parts[0]?.address));
    late.searchParams.set('X-Amz-Expires', '1');
    const old = new URL(String(parts[0]?.address));
    old.searchParams.set('X-Amz-Date', '20260101T000000Z');

    expect((await put(late.href, pdf)).status).toBe(403);
    const expired = await put(old.href, pdf);
    expect([expired.status, (await expired.text()).includes('Request has expired')]).toEqual([403, true]);
  });
});

describe('this server refuses', () => {
  it('guests, sizes that are none, and files that are too large', async () => {
    const ask = (user: User | null, body: object) =>
      api.request(user, 'POST', 'attachments/direct', body).then(({ status }) => status);

    expect(await ask(null, { name: 'a.pdf', size: 10 })).toBe(401);
    expect(await ask(scene.customer, { name: '', size: 10 })).toBe(422);
    for (const size of [0, -1, 1.5, 'much'])
      expect(await ask(scene.customer, { name: 'a.pdf', size })).toBe(422);
    expect(await ask(scene.customer, { name: 'a.pdf', size: 64 * 1024 * 1024 + 1 })).toBe(413);
    expect((await api.request(null, 'POST', 'attachments/direct/x')).status).toBe(401);
    await nothingLeft();
  });

  it('somebody else’s upload, a finished one, and an unknown one', async () => {
    const { id, parts } = await begin(scene.store_owner, pdf.length);
    await put(parts[0]?.address, pdf);

    expect((await finish(scene.otherOwner, id)).status).toBe(404);
    expect((await finish(scene.super_admin, id)).status).toBe(404);
    expect((await finish(scene.store_owner, id)).status).toBe(200);
    expect((await finish(scene.store_owner, id)).status).toBe(404);
    for (const none of ['x', '..%2f', randomUUID()])
      expect((await finish(scene.store_owner, none)).status).toBe(404);
    expect(await rowsOf('attachments')).toBe(1);
  });

  it('content of another type than its name', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    const { status, body } = await upload(scene.store_owner, page, 'Договор.pdf');
    expect([status, body.message]).toEqual([415, 'UNSUPPORTED_FILE']);
    await nothingLeft();

    const renamed = await upload(scene.store_owner, pdf, 'a.png');
    expect(renamed.status).toBe(200);
    expect(await api.db.selectFrom('attachments').select('kind').execute()).toEqual([{ kind: 'pdf' }]);
  });

  it('a picture of more pixels than it decodes', async () => {
    const huge = await sharp({
      create: { width: 10_000, height: 6_000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();

    expect((await upload(scene.store_owner, huge, 'a.png')).status).toBe(415);
    await nothingLeft();
  });

  it('to finish an upload that is missing or incomplete', async () => {
    const none = await begin(scene.store_owner, pdf.length);
    expect((await finish(scene.store_owner, none.id)).body.errors).toEqual({
      attachment: ['error-file-missing'],
    });
    const large = await begin(scene.store_owner, partBytes + 1);
    const sent = await put(large.parts[0]?.address, Buffer.alloc(partBytes, '%PDF-1.4\n'));
    const half = await finish(scene.store_owner, large.id, [String(sent.headers.get('etag'))]);

    expect([half.status, half.body.errors]).toEqual([422, { attachment: ['error-file-missing'] }]);
    expect((await finish(scene.store_owner, large.id, ['<ETag>'])).status).toBe(422);
    await nothingLeft();
  });

  it('more than the quota, including unfinished uploads', async () => {
    const options = { uploadQuotaPerson: 1 };
    await api.request(scene.super_admin, 'POST', 'settings', { options });

    expect((await begin(scene.customer, 700_000)).id).toBeDefined();
    expect((await begin(scene.customer, 700_000)).message).toBe('STORAGE_QUOTA_EXCEEDED');
    expect((await begin(scene.customer, 300_000)).id).toBeDefined();
  });
});

describe('an unfinished upload', () => {
  it('is abandoned by the clean-up job, with its parts, but not too early', async () => {
    const whole = await begin(scene.store_owner, pdf.length);
    await put(whole.parts[0]?.address, pdf);
    const large = await begin(scene.store_owner, partBytes + 1);
    await put(large.parts[0]?.address, Buffer.alloc(partBytes));
    const files = openFiles({ dataDir: '', s3: store.settings });
    const clean = async (hours: number) => {
      const now = new Date(api.now().getTime() + hours * 3600_000);
      await abandonUploads(api.db, files, now);
      await cleanFiles(api.db, files, now);
    };

    await clean(6);
    expect([await store.openUploads(), (await store.keys()).length]).toEqual([1, 1]);
    await clean(8);
    await nothingLeft();
  });
});

describe('a private file', () => {
  it('is read by a short-lived link of the storage, and its thumbnail from this server', async () => {
    const { body } = await upload(scene.store_owner, await picture(), 'Фото (1).png');

    const answer = await get(body[0]?.original);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'private, max-age=300']);
    const link = new URL(String(answer.headers.location));
    expect(Number(link.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(1200);
    const file = await fetch(link);
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent('Фото ')}%281%29.png`,
    });
    expect((await get(body[0]?.original)).headers.location).toBe(link.href);
    expect((await get(body[0]?.thumbnail)).statusCode).toBe(200);
  });

  it('is a download unless it is a picture, and supports ranges', async () => {
    const { body } = await upload(scene.store_owner, pdf);
    const link = String((await get(body[0]?.original)).headers.location);

    const part = await fetch(link, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, '%PDF']);
    expect(part.headers.get('content-type')).toBe('application/octet-stream');
    expect(part.headers.get('content-disposition')).toMatch(/^attachment; filename/);
  });

  it('is inaccessible without a link of ours, and by an altered or expired link of the storage', async () => {
    const { body } = await upload(scene.store_owner, pdf);
    const original = String(body[0]?.original);
    expect((await get(original.replace('signature=', 'signature=x'))).statusCode).toBe(404);
    const link = new URL(String((await get(original)).headers.location));
    const status = async (change: (url: URL) => void) => {
      const changed = new URL(link);
      change(changed);
      return (await fetch(changed)).status;
    };

    expect(await status((url) => url.searchParams.set('response-content-type', 'text/html'))).toBe(403);
    expect(await status((url) => url.searchParams.set('X-Amz-Expires', '604800'))).toBe(403);
    expect(await status((url) => url.searchParams.set('X-Amz-Date', '20260101T000000Z'))).toBe(403);
    expect(
      await status((url) => {
        url.search = '';
      }),
    ).toBe(403);
  });
});

describe('files in a real storage', () => {
  it('are written, read in ranges, removed, and then missing', async () => {
    const files = openFiles({ dataDir: '', s3: store.settings });
    await files.put('2026-03/a.bin', Buffer.from('0123456789'));
    const read = async (range?: string) => {
      const found = await files.get('2026-03/a.bin', range);
      return found && [found.size, String(await buffer(found.stream))];
    };

    expect(await read()).toEqual([10, '0123456789']);
    expect(await read('bytes=2-4')).toEqual([10, '234']);
    await files.remove('2026-03/a.bin');
    expect(await read()).toBeUndefined();
  });

  it('are UNAVAILABLE with a wrong secret, not missing', async () => {
    const other = openFiles({ dataDir: '', s3: { ...store.settings, secret: 'other' } });

    await expect(other.get('2026-03/a.bin')).rejects.toMatchObject({ cause: { failure: 'refused 403' } });
  });
});
