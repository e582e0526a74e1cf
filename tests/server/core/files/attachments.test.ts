import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { panelAccept } from '@/contract/core/panel-client';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** Uploads: the type is detected from the content, whatever the name. */
const { api, scene } = setUpScene({ uploadMaxBytes: 200_000 });

interface Part {
  name: string;
  content: Buffer;
  type?: string;
  field?: string;
}

function upload(user: { id: number } | null, parts: Part[]) {
  const boundary = '----gostiny';
  const chunks = parts.flatMap(({ name, content, type = 'image/png', field = 'attachment[]' }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
  return sendRaw(user, Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]), boundary);
}

async function sendRaw(user: { id: number } | null, payload: Buffer, boundary: string) {
  const { signIn } = await import('../../../support/session');
  const token = user ? await signIn(api.db, user.id, api.now()) : '';
  const answer = await api.app.inject({
    method: 'POST',
    url: '/admin/rest/attachments',
    headers: {
      authorization: `Bearer ${token}`,
      accept: panelAccept,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json<Wire[] & Wire>() };
}

const picture = (format: 'png' | 'jpeg', width = 800, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#9b2c2c' } })
    [format]()
    .toBuffer();
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const zip = Buffer.concat([Buffer.from([0x50, 0x4b, 0x05, 0x06]), Buffer.alloc(18)]);

/** Path of the upload. */
const placeOf = (file: Wire | undefined) =>
  join(api.dataDir, String(file?.original).replace('/admin/rest/files/', 'uploads/').replace(/\?.*$/, ''));

const get = (address: unknown) => api.app.inject({ method: 'GET', url: String(address) });

describe('POST attachments', () => {
  it('stores pictures with thumbnails and returns a list', async () => {
    const { status, body } = await upload(scene.customer, [
      { name: 'Чайник.png', content: await picture('png') },
      { name: 'фото.jpg', content: await picture('jpeg'), type: 'image/jpeg' },
    ]);

    expect(status).toBe(200);
    expect(body.map(({ file_name }) => file_name)).toEqual(['Чайник.png', 'фото.jpg']);
    for (const [index, type] of ['image/png', 'image/jpeg'].entries()) {
      const original = await get(body[index]?.original);
      const thumbnail = await get(body[index]?.thumbnail);
      expect([original.statusCode, original.headers['content-type']]).toEqual([200, type]);
      expect(await sharp(original.rawPayload).metadata()).toMatchObject({ width: 800, height: 400 });
      expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({
        format: 'webp',
        width: 320,
        height: 160,
      });
    }
  });

  it('stores documents as downloads only', async () => {
    const { status, body } = await upload(scene.customer, [
      { name: 'Договор.pdf', content: pdf, type: 'application/pdf' },
    ]);

    expect([status, body[0]?.thumbnail]).toEqual([200, '']);
    const { headers } = await get(body[0]?.original);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''%D0%94%D0%BE%D0%B3%D0%BE%D0%B2%D0%BE%D1%80.pdf",
      'x-content-type-options': 'nosniff',
    });
  });

  it('serves pictures with headers that prevent scripts', async () => {
    const { body } = await upload(scene.customer, [{ name: 'a.png', content: await picture('png') }]);

    const { headers } = await get(body[0]?.original);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toContain('immutable');
  });

  it('removes a camera’s metadata from a picture', async () => {
    const withPlace = await sharp(await picture('jpeg'))
      .withExif({ IFD0: { Copyright: 'secret-place' } })
      .toBuffer();
    const { body } = await upload(scene.customer, [
      { name: 'a.jpg', content: withPlace, type: 'image/jpeg' },
    ]);

    expect((await get(body[0]?.original)).rawPayload.toString('latin1')).not.toContain('secret-place');
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'photo.png', 'image/png'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'a.png',
      'image/svg+xml',
    ],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)]), 'photo.jpg', 'image/jpeg'],
    ['a shell script', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'a.pdf', 'application/pdf'],
    ['nothing', Buffer.alloc(0), 'a.png', 'image/png'],
    ['a broken picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR-broken', 'latin1'), 'a.png', 'image/png'],
  ])('refuses %s, whatever its name', async (_what, content, name, type) => {
    const { status, body } = await upload(scene.customer, [{ name, content, type }]);

    expect([status, body.message]).toEqual([415, 'UNSUPPORTED_FILE']);
    expect(await api.db.selectFrom('attachments').select('id').execute()).toEqual([]);
  });

  it('refuses a picture that is small as a file and enormous when decoded', async () => {
    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(200_000);

    expect((await upload(scene.customer, [{ name: 'a.png', content: bomb }])).status).toBe(415);
  });

  it('refuses a file beyond the limit with 413', async () => {
    const { status, body } = await upload(scene.customer, [
      { name: 'a.zip', content: Buffer.concat([zip, Buffer.alloc(300_000)]) },
    ]);

    expect([status, body.message]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('stores nothing when one of several files is refused', async () => {
    const { status } = await upload(scene.customer, [
      { name: 'a.png', content: await picture('png') },
      { name: 'b.png', content: Buffer.from('<html>') },
    ]);

    expect(status).toBe(415);
    expect(await api.db.selectFrom('attachments').select('id').execute()).toEqual([]);
  });

  it('generates file names, never using the client’s', async () => {
    const { body } = await upload(scene.customer, [
      { name: '../../../etc/pass.png', content: await picture('png') },
    ]);

    expect(body[0]?.original).toMatch(/^\/admin\/rest\/files\/2026-03\/[0-9a-f-]{36}\.png\?until=/);
    expect(body[0]?.file_name).toBe('pass.png');
    expect(readdirSync(api.dataDir).sort()).toEqual(['incoming', 'uploads']);
    expect(readdirSync(join(api.dataDir, 'incoming'))).toEqual([]);
  });

  it('names a file by its content and without direction marks, in the answer and in a download', async () => {
    const { body } = await upload(scene.customer, [
      { name: 'annexe\u202egnp.exe', content: await picture('png') },
      { name: 'счёт.html', content: pdf, type: 'text/html' },
    ]);
    const nameIn = async (address: unknown) =>
      decodeURIComponent(String((await get(address)).headers['content-disposition']));

    expect(body.map(({ file_name }) => file_name)).toEqual(['annexegnp.png', 'счёт.pdf']);
    expect(await nameIn(body[0]?.original)).toBe("inline; filename*=UTF-8''annexegnp.png");
    expect(await nameIn(body[0]?.thumbnail)).toBe("inline; filename*=UTF-8''annexegnp.webp");
    expect(await nameIn(body[1]?.original)).toBe("attachment; filename*=UTF-8''счёт.pdf");

    // Stored before names were cleaned.
    await api.db.updateTable('attachments').set({ file_name: 'annexe\u202efdp.exe' }).execute();
    expect(await nameIn(body[1]?.original)).toBe("attachment; filename*=UTF-8''annexefdp.pdf");
    const read = await api.request(scene.customer, 'GET', `attachments/${body[1]?.id}`);
    expect(read.body.file_name).toBe('annexefdp.pdf');
  });

  it('refuses guests, a form without files and a body that is no form', async () => {
    expect((await upload(null, [{ name: 'a.png', content: await picture('png') }])).status).toBe(401);
    expect((await upload(scene.customer, [])).status).toBe(422);
    expect(
      (await sendRaw(scene.customer, Buffer.from('nonsense'), '----gostiny')).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await api.request(scene.customer, 'POST', 'attachments', { a: 1 })).status).toBe(400);
  });
});

describe('GET uploads', () => {
  it.each([
    '../package.json',
    '..%2fpackage.json',
    '%2e%2e/%2e%2e/etc/passwd',
    '..%5c..%5cetc',
    '',
    '.',
    'no/such.png',
    '%00',
    '2026-03',
  ])('answers 404 for %s', async (path) => {
    const { statusCode } = await api.app.inject({ method: 'GET', url: `/admin/rest/uploads/${path}` });

    expect(statusCode).toBe(404);
  });
});

describe('DELETE attachments/{id}', () => {
  it('removes an own file with its thumbnail, and answers 404 for somebody else’s', async () => {
    const { body } = await upload(scene.customer, [{ name: 'a.png', content: await picture('png') }]);
    const id = body[0]?.id;
    const file = placeOf(body[0]);

    expect((await api.request(null, 'DELETE', `attachments/${id}`)).status).toBe(401);
    expect((await api.request(scene.store_owner, 'DELETE', `attachments/${id}`)).status).toBe(404);
    expect(existsSync(file)).toBe(true);
    expect((await api.request(scene.customer, 'DELETE', `attachments/${id}`)).body).toBe(true);
    expect([existsSync(file), (await get(body[0]?.thumbnail)).statusCode]).toEqual([false, 404]);
  });

  it.each(['a tag', 'a tag in the trash', 'the settings'])('refuses one that %s uses', async (holder) => {
    const { body } = await upload(scene.super_admin, [{ name: 'a.png', content: await picture('png') }]);
    const image = { id: Number(body[0]?.id) };
    const file = placeOf(body[0]);
    if (holder === 'the settings') {
      const saved = await api.request(scene.super_admin, 'POST', 'settings', { options: { logo: image } });
      expect(saved.status).toBe(200);
    } else {
      const tag = await api.request(scene.super_admin, 'POST', 'tags', { name: 'Чайник', image });
      expect(tag.status).toBe(201);
      if (holder !== 'a tag') await api.request(scene.super_admin, 'DELETE', `tags/${tag.body.id}`);
    }

    const answer = await api.request(scene.super_admin, 'DELETE', `attachments/${image.id}`);

    expect([answer.status, answer.body.message]).toEqual([409, 'IN_USE']);
    expect([existsSync(file), (await get(body[0]?.thumbnail)).statusCode]).toEqual([true, 200]);
    expect(await api.db.selectFrom('attachments').select('id').execute()).toEqual([image]);
  });

  it('lets an administrator remove anybody’s', async () => {
    const { body } = await upload(scene.customer, [{ name: 'a.pdf', content: pdf }]);

    expect((await api.request(scene.super_admin, 'DELETE', `attachments/${body[0]?.id}`)).status).toBe(200);
  });

  it.each(['0', 'abc', '1.5', '99999999999999999999', '1e30'])(
    'never answers 500 for the id %s',
    async (id) => {
      const { status } = await api.request(scene.super_admin, 'DELETE', `attachments/${id}`);

      expect([404, 422]).toContain(status);
    },
  );
});
