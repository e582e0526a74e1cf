import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attachment } from '@/contract/core/define';
import { createApp } from '@/server/app';
import type { Deps } from '@/server/core/deps';
import type { Files } from '@/server/integrations/files/files';
import { openFiles } from '@/server/integrations/files/open-files';
import { buildAttachment } from '../../support/factories';
import { type Answer, say, setUpService, troubles } from '../../support/fake-service';
import { sendFile } from '../../support/import-files';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { type FakeBucket, fakeBucket, s3Keys } from '../../support/storage/fake-s3';

/** Uploads in a bucket, and in a folder: the same for every caller. */
const storage = setUpService();
let bucket: FakeBucket;
const deps: Partial<Deps> = {};
beforeAll(() => {
  deps.s3 = { ...s3Keys, endpoint: storage.base };
});
beforeEach(() => {
  bucket = fakeBucket();
  storage.answer = bucket.answer;
});
const { api, scene } = setUpScene(deps);

const picture = () =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: '#9b2c2c' } }).png();
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const upload = async (content: Buffer, name = 'a.png') =>
  sendFile<Attachment[] & { message: string }>(api, scene.store_owner, 'attachments', {
    name,
    content,
    field: 'attachment[]',
  });
const get = (address: unknown, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'GET', url: String(address), headers });

describe('uploads in a bucket', () => {
  it('are stored only there, thumbnails too, and shown to their uploader', async () => {
    const { status, body } = await upload(await picture().toBuffer());

    expect(status).toBe(200);
    expect([...bucket.objects.keys()].sort()).toEqual([
      expect.stringMatching(/^private\/2026-03\/[0-9a-f-]{36}\.png$/),
      expect.stringMatching(/^private\/2026-03\/[0-9a-f-]{36}\.thumb\.webp$/),
    ]);
    expect(existsSync(join(api.dataDir, 'uploads'))).toBe(false);
    const original = await get(body[0]?.original);
    expect(original.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^inline/),
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
      'content-length': String(original.rawPayload.length),
    });
    expect(await sharp(original.rawPayload).metadata()).toMatchObject({ width: 800 });
    const thumbnail = await get(body[0]?.thumbnail);
    expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 });
  });

  it('are removed there', async () => {
    const { body } = await upload(await picture().toBuffer());

    expect((await api.request(scene.store_owner, 'DELETE', `attachments/${body[0]?.id}`)).status).toBe(200);
    expect([bucket.objects.size, (await get(body[0]?.original)).statusCode]).toEqual([0, 404]);
  });

  it('leave nothing behind when the bucket accepts only some', async () => {
    let count = 0;
    storage.answer = (response, asked) => {
      count += 1;
      if (count === 2) say('', 503)(response, asked);
      else bucket.answer(response, asked);
    };

    const { status, body } = await upload(await picture().toBuffer());

    expect([status, body.message]).toEqual([503, 'UNAVAILABLE']);
    expect(bucket.objects.size).toBe(0);
    expect(await api.db.selectFrom('attachments').select('id').execute()).toEqual([]);
  });

  it('are never requested by a path with traversal', async () => {
    for (const path of ['..%2fsecret', '2026-03/..%2f..%2fsecret', '%00', '.', 'a//b', 'a%5cb'])
      expect((await get(`/admin/rest/uploads/${path}`)).statusCode).toBe(404);
    expect(storage.asked).toEqual([]);
  });

  it('are UNAVAILABLE while the bucket is down, and the panel shows since when', async () => {
    const { body } = await upload(pdf, 'Договор.pdf');
    storage.answer = say('', 500);

    expect((await get(body[0]?.original)).statusCode).toBe(503);
  });

  it('are sold only through this server', async () => {
    const { body } = await upload(await picture().toBuffer());
    const file = body[0];
    const product = await buildProduct(api.db, { shop: scene.shop });
    await api.db
      .updateTable('products')
      .set({ digital_file_id: file?.id ?? null, is_digital: true })
      .where('id', '=', product.id)
      .execute();

    const publicAddress = String(file?.original).replace('/files/', '/uploads/');
    expect((await get(publicAddress)).statusCode).toBe(404);
    const path = `products/${product.id}/digital-file`;
    const bought = await api.request(scene.store_owner, 'GET', path);
    expect([bought.status, bought.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(bought.headers['content-disposition']).toContain('attachment');
  });
});

describe('a bucket with a public address', () => {
  const open = () =>
    openFiles({
      dataDir: '/nowhere',
      s3: { ...s3Keys, endpoint: storage.base, publicUrl: 'https://cdn.test/lavka/' },
    });

  it('copies a thumbnail when it is published, and nothing else', async () => {
    const files = open();
    for (const name of ['a.thumb.webp', 'a.png', 'a.pdf'])
      await files.put(`2026-03/${name}`, Buffer.from(name));

    expect([...bucket.objects.keys()].filter((key) => key.startsWith('public/'))).toEqual([]);
    expect(await files.publish('2026-03/a.thumb.webp')).toBe(
      'https://cdn.test/lavka/public/2026-03/a.thumb.webp',
    );
    expect(bucket.objects.get('public/2026-03/a.thumb.webp')).toEqual({
      content: Buffer.from('a.thumb.webp'),
      type: 'image/webp',
    });
    for (const path of ['2026-03/a.png', '2026-03/a.pdf', '../a.thumb.webp', '2026-03/none.thumb.webp'])
      expect(await files.publish(path)).toBeUndefined();
    expect([...bucket.objects.keys()].filter((key) => key.startsWith('public/'))).toHaveLength(1);
  });

  it('serves a thumbnail once a record shows it, and not before', async () => {
    const app = await createApp({
      ...api.deps,
      s3: { ...s3Keys, endpoint: storage.base, publicUrl: 'https://cdn.test/lavka' },
    });
    const { body } = await upload(await picture().toBuffer());
    const path = String(body[0]?.thumbnail).replace(/^.*\/files\/|\?.*$/g, '');
    const ask = () => app.inject({ method: 'GET', url: `/admin/rest/uploads/${path}` });

    expect((await ask()).statusCode).toBe(404);
    expect([...bucket.objects.keys()].filter((key) => key.startsWith('public/'))).toEqual([]);
    await api.request(scene.store_owner, 'PUT', `users/${scene.store_owner.id}`, {
      profile: { avatar: { id: body[0]?.id } },
    });
    const sent = await ask();
    expect([sent.statusCode, sent.headers.location]).toEqual([302, `https://cdn.test/lavka/public/${path}`]);
    expect(bucket.objects.has(`public/${path}`)).toBe(true);
    await app.close();
  });

  it('copies a thumbnail once, and removes both', async () => {
    const files = open();
    await files.put('2026-03/a.thumb.webp', Buffer.from('small'));
    await files.publish('2026-03/a.thumb.webp');
    const asked = storage.asked.length;

    await files.publish('2026-03/a.thumb.webp');
    expect(storage.asked.length).toBe(asked);
    await files.remove('2026-03/a.thumb.webp');
    expect(bucket.objects.size).toBe(0);
  });
});

describe.each(['a bucket', 'a folder'] as const)('files in %s', (kind) => {
  const open = (): Files => openFiles({ dataDir: api.dataDir, ...(kind === 'a bucket' && deps) });
  const read = async (range?: string) => {
    const found = await open().get('2026-03/a.bin', range);
    return found && { ...found, stream: String(await buffer(found.stream)) };
  };

  it('are read as written, whole or in part', async () => {
    await open().put('2026-03/a.bin', Buffer.from('0123456789'));

    expect(await read()).toEqual({ size: 10, span: undefined, stream: '0123456789' });
    expect(await read('bytes=2-4')).toEqual({ size: 10, span: { from: 2, to: 4 }, stream: '234' });
    expect(await read('bytes=7-')).toEqual({ size: 10, span: { from: 7, to: 9 }, stream: '789' });
    expect(await read('bytes=-3')).toEqual({ size: 10, span: { from: 7, to: 9 }, stream: '789' });
    expect(await read('bytes=5-99')).toEqual({ size: 10, span: { from: 5, to: 9 }, stream: '56789' });
    for (const odd of ['bytes=20-', 'bytes=4-2', 'lines=1-2', 'bytes=a-b', 'bytes=1-2,4-5', 'bytes=-'])
      expect((await read(odd))?.stream).toBe('0123456789');
    await open().remove('2026-03/a.bin');
    await open().remove('2026-03/a.bin');
    expect(await read()).toBeUndefined();
  });

  it('are served in part for a range request', async () => {
    const { path } = await buildAttachment(api.db);
    await api.db.updateTable('attachments').set({ visibility: 'public' }).execute();
    await open().put(path, Buffer.from('0123456789'));
    if (kind === 'a folder') return;

    const part = await get(`/admin/rest/uploads/${path}`, { range: 'bytes=0-3' });
    expect([part.statusCode, part.body]).toEqual([206, '0123']);
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 0-3/10', 'content-length': '4' });
  });
});

it('is stored in a folder by two writers at once, and nothing else is left there', async () => {
  const files = openFiles({ dataDir: api.dataDir });
  const content = await picture().toBuffer();
  const path = '2026-03/twice.thumb.webp';
  await Promise.all(Array.from({ length: 8 }, () => files.put(path, content)));

  expect(await buffer((await files.get(path))?.stream ?? Readable.from([]))).toEqual(content);
  const left = readdirSync(join(api.dataDir, 'uploads/2026-03')).filter((name) => name.includes('twice'));
  expect(left).toEqual(['twice.thumb.webp']);
});

describe('a failing bucket', () => {
  const open = () => openFiles({ dataDir: api.dataDir, ...deps });
  const refusals = troubles.filter(([, , failure]) => /\d/.test(failure) || failure === 'unreachable');

  it.each(refusals.filter(([name]) => name !== 'half an answer'))(
    'gives UNAVAILABLE after %s',
    async (_what, answer, failure) => {
      storage.answer = answer;
      const expected = { code: 'UNAVAILABLE', cause: { failure } };

      await expect(open().put('a/b.png', pdf)).rejects.toMatchObject(expected);
      await expect(open().get('a/b.png')).rejects.toMatchObject(expected);
      await expect(open().remove('a/b.png')).rejects.toMatchObject(expected);
    },
  );

  it('does not report a wrong key as a missing file', async () => {
    storage.answer = bucket.answer;
    const other = openFiles({
      dataDir: api.dataDir,
      s3: { ...s3Keys, endpoint: storage.base, secret: 'other' },
    });

    await expect(other.get('a/b.png')).rejects.toMatchObject({ cause: { failure: 'refused 403' } });
  });

  it('aborts a file whose transfer breaks', async () => {
    storage.answer = (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      setTimeout(() => response.destroy(), 20);
    };

    const found = await open().get('a/b.png');

    if (!found) throw new Error('It had begun');
    await expect(buffer(found.stream)).rejects.toThrow();
  });

  it.each<[string, Answer]>([
    ['does not say its length', (response) => void response.writeHead(200).end('all of it')],
    [
      'is another one once it is unpacked',
      (response) => {
        const packed = gzipSync(Buffer.alloc(50 * 1024 * 1024));
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length });
        response.end(packed);
      },
    ],
  ])('gives UNAVAILABLE for a file that %s', async (_what, answer) => {
    storage.answer = answer;
    await expect(open().get('a/b.png')).rejects.toMatchObject({ cause: { failure: 'unreadable' } });
  });

  it.each([5, 500])('aborts a part of ten bytes that has %d', async (length) => {
    storage.answer = (response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-9/100', 'content-length': length });
      response.end(Buffer.alloc(length));
    };
    const found = await open().get('a/b.png', 'bytes=0-9');
    await expect(buffer(found?.stream ?? Readable.from([]))).rejects.toThrow('unreadable');
  });

  it('is not read to the end when it says no end of its own words', async () => {
    const { direct } = openFiles({
      dataDir: api.dataDir,
      s3: { ...s3Keys, endpoint: storage.base, browserEndpoint: storage.base },
    });
    for (const [what, answer] of troubles.filter(([name]) => name === 'an answer without end')) {
      storage.answer = answer;
      const expected = { code: 'UNAVAILABLE', cause: { failure: 'unreadable' } };
      await expect(direct?.begin('a/b.png', 64 * 1024 * 1024), what).rejects.toMatchObject(expected);
      await expect(direct?.copy('a/b.png', 'a/c.png'), what).rejects.toMatchObject(expected);
      await expect(direct?.join('a/b.png', 'ref', ['"a"']), what).rejects.toMatchObject(expected);
    }
  });

  it.each([301, 302, 303, 307, 308])('is never followed elsewhere by %d', async (status) => {
    const inner = vi.fn((_request: IncomingMessage, response: ServerResponse) => void response.end('secret'));
    const server = createServer(inner).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const location = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest/meta-data`;
      storage.answer = (response) => void response.writeHead(status, { location }).end();
      await expect(open().get('a/b.png')).rejects.toMatchObject({ cause: { failure: 'unreachable' } });
      await expect(open().put('a/b.png', pdf)).rejects.toMatchObject({ cause: { failure: 'unreachable' } });
      expect(inner).not.toHaveBeenCalled();
    } finally {
      server.close();
    }
  });
});
