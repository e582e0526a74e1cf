import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Attachment } from '@/contract/core/define';
import { createApp } from '@/server/app';
import { sendFile } from '../../../support/import-files';
import { buildGroup } from '../../../support/products';
import { buildCompleted } from '../../../support/refunds';
import { setUpScene } from '../../../support/scene';

/** Who reads a file: public pictures by their address, everything else by a signed link that expires. */
const { api, scene } = setUpScene();

type Person = { id: number } | null;

let png: Buffer;
beforeEach(async () => {
  png ??= await sharp({ create: { width: 600, height: 600, channels: 3, background: '#9b2c2c' } })
    .png()
    .toBuffer();
});
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

async function upload(person: Person, content: Buffer = png, name = 'Чек.png'): Promise<Attachment> {
  const { status, body } = await sendFile<Attachment[]>(api, person, 'attachments', {
    name,
    content,
    field: 'attachment[]',
  });
  const [file] = body;
  if (status !== 200 || !file) throw new Error(`The upload answered ${status}`);
  return file;
}

const statusOf = async (address: string) =>
  (await api.app.inject({ method: 'GET', url: address })).statusCode;
/** The first file under the key in a response. */
function firstFile(answer: unknown, key: 'attachments' | 'images'): Attachment {
  const [file] = (answer as Record<typeof key, Attachment[]>)[key];
  if (!file) throw new Error(`There is nothing in ${key}`);
  return file;
}

const publicAddress = (address: string) => address.replace('/files/', '/uploads/').replace(/\?.*$/, '');
const later = (minutes: number) => api.setNow(new Date(api.now().getTime() + minutes * 60_000));
const post = (person: Person, path: string, body: object) => api.request(person, 'POST', path, body);
const get = (person: Person, path: string) => api.request(person, 'GET', path);

/** That nobody reads the file by its public address, and anybody by the signed one, for an hour at most. */
async function expectPrivate(file: Attachment) {
  for (const address of [file.original, file.thumbnail].filter(Boolean)) {
    expect(await statusOf(publicAddress(address))).toBe(404);
    expect(await statusOf(address)).toBe(200);
  }
}

describe('a fresh upload', () => {
  it('is read only by its signed links', async () => {
    for (const file of [await upload(scene.customer), await upload(scene.customer, pdf, 'Договор.pdf')])
      await expectPrivate(file);
  });

  it('keeps its address for half an hour, which works for half an hour more', async () => {
    const file = await upload(scene.customer);
    later(29);
    expect((await get(scene.customer, `attachments/${file.id}`)).body).toEqual(file);
    expect(await statusOf(file.original)).toBe(200);
    later(30);
    expect(await statusOf(file.original)).toBe(200);
    later(1);
    expect(await statusOf(file.original)).toBe(404);
    expect(await statusOf(file.thumbnail)).toBe(404);
  });

  it('is not read by an altered link', async () => {
    const { original, thumbnail } = await upload(scene.customer);
    const [path = '', query = ''] = original.split('?');
    const other = await upload(scene.customer);
    const wrong = [
      path,
      `${path}?${query.replace(/until=\d+/, 'until=9999999999')}`,
      `${path}?${query.replace(/signature=./, (found) => (found.endsWith('A') ? 'signature=B' : 'signature=A'))}`,
      `${path}?${query.slice(0, -1)}`,
      `${path}?until=9999999999`,
      `${path}?${query}&signature=x`,
      `${path}?${thumbnail.split('?')[1]}`,
      `${other.original.split('?')[0]}?${query}`,
    ];

    for (const address of wrong) expect([address, await statusOf(address)]).toEqual([address, 404]);
  });

  it('is named in its headers, and not cached by proxies', async () => {
    const picture = await upload(scene.customer);
    const document = await upload(scene.customer, pdf, 'Договор.pdf');

    const shown = await api.app.inject({ method: 'GET', url: picture.original });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "inline; filename*=UTF-8''%D0%A7%D0%B5%D0%BA.png",
      'cache-control': expect.stringMatching(/^private, max-age=(1[89]\d\d|[23]\d\d\d), immutable$/),
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const saved = await api.app.inject({ method: 'GET', url: document.original });
    expect(saved.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''%D0%94%D0%BE%D0%B3%D0%BE%D0%B2%D0%BE%D1%80.pdf",
    });
  });

  it('gets new links for its uploader, and for nobody else', async () => {
    const { id } = await upload(scene.customer);
    const asked = async (person: Person) => (await get(person, `attachments/${id}`)).status;

    expect([await asked(null), await asked(scene.customer)]).toEqual([401, 200]);
    for (const person of [scene.store_owner, scene.staff, scene.super_admin])
      expect(await asked(person)).toBe(404);
    for (const odd of ['0', 'abc', '1.5', '99999999999999999999'])
      expect((await get(scene.customer, `attachments/${odd}`)).status).toBe(404);
  });

  it('is removed with its links', async () => {
    const file = await upload(scene.customer);
    expect((await api.request(scene.customer, 'DELETE', `attachments/${file.id}`)).status).toBe(200);

    expect(await statusOf(file.original)).toBe(404);
  });

  it('becomes public with the record that uses it, but not with a refused one', async () => {
    const file = await upload(scene.super_admin);
    const image = { id: file.id };
    expect((await post(scene.super_admin, 'tags', { name: '', image })).status).toBe(422);
    await expectPrivate(file);

    const { body } = await post(scene.super_admin, 'tags', { name: 'Чайник', image });

    expect(body.image).toMatchObject({
      original: publicAddress(file.original),
      thumbnail: publicAddress(file.thumbnail),
    });
    for (const address of [file.original, file.thumbnail])
      expect(await statusOf(publicAddress(address))).toBe(200);
  });
});

describe('a signature', () => {
  it('is valid in every process, with one secret under concurrent starts', async () => {
    const files = await Promise.all(Array.from({ length: 20 }, () => upload(scene.customer)));
    const replica = await createApp(api.deps);

    const answers = await Promise.all(
      files.map(({ original }) => replica.inject({ method: 'GET', url: original })),
    );

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await api.db.selectFrom('file_link_secret').select('only_one').execute()).toHaveLength(1);
    await replica.close();
  });
});

describe('an attachment of a conversation', () => {
  it('is read by both sides, and by nobody else', async () => {
    const talk = await post(scene.customer, 'conversations', { shop_id: scene.shop.id });
    const path = `messages/conversations/${talk.body.id}`;
    const { id } = await upload(scene.customer, pdf, 'Паспорт.pdf');
    const sent = await post(scene.customer, path, { message: '', key: 'key-1', attachments: [{ id }] });
    const again = await post(scene.customer, path, { message: '', key: 'key-1', attachments: [{ id }] });
    const [own] = sent.body.attachments as Attachment[];
    expect(again.body.attachments).toEqual([own]);

    for (const person of [scene.customer, scene.store_owner, scene.staff]) {
      const file = firstFile((await get(person, path)).body.data[0], 'attachments');
      await expectPrivate(file);
      const [listed] = (await get(person, 'conversations')).body.data;
      expect(firstFile(listed?.latest_message, 'attachments')).toEqual(file);
    }
    for (const person of [scene.otherOwner, scene.otherStaff, scene.super_admin])
      expect((await get(person, path)).status).toBe(404);
  });
});

describe('a picture of a refund', () => {
  it('is read by the customer, the shop and administrators', async () => {
    const order = await buildCompleted(api, { lines: [{ shop: scene.shop }], customer: scene.customer });
    const { id } = await upload(scene.customer);
    const asked = await post(scene.customer, 'refunds', { order_id: order.id, images: [{ id }] });
    expect(asked.status).toBe(201);

    const path = `refunds/${asked.body.id}`;
    for (const person of [scene.customer, scene.store_owner, scene.super_admin]) {
      const file = firstFile((await get(person, path)).body, 'images');
      await expectPrivate(file);
      const [listed] = (await get(person, 'refunds')).body.data;
      expect(listed?.images).toEqual([file]);
    }
    expect((await get(scene.otherOwner, path)).status).toBe(404);
    expect(JSON.stringify((await get(scene.otherOwner, 'refunds')).body)).not.toContain('signature=');
  });

  it('stays private when its customer views it later', async () => {
    const order = await buildCompleted(api, { lines: [{ shop: scene.shop }], customer: scene.customer });
    const { id } = await upload(scene.customer);
    const { body } = await post(scene.customer, 'refunds', { order_id: order.id, images: [{ id }] });
    const [first] = body.images as Attachment[];
    later(61);
    const [second] = (await get(scene.customer, `refunds/${body.id}`)).body.images as Attachment[];

    expect(await statusOf(String(first?.original))).toBe(404);
    expect(await statusOf(String(second?.original))).toBe(200);
  });
});

describe('a file that is sold', () => {
  it('has no public address, also after its product was removed or sells another one', async () => {
    const book = await upload(scene.store_owner, pdf, 'Книга.pdf');
    const group = await buildGroup(api.db);
    const { body, status } = await post(scene.store_owner, 'products', {
      name: 'Книга',
      type_id: group.id,
      shop_id: scene.shop.id,
      unit: 'шт.',
      price: 5,
      status: 'draft',
      is_digital: true,
      digital_file: { attachment_id: book.id },
    });
    expect(status).toBe(201);
    const address = `products/${body.id}/digital-file`;
    expect([(await get(scene.staff, address)).status, (await get(scene.customer, address)).status]).toEqual([
      200, 403,
    ]);
    await expectPrivate(book);

    const other = await upload(scene.store_owner, pdf, 'Другая.pdf');
    await api.request(scene.store_owner, 'PUT', `products/${body.id}`, {
      digital_file: { attachment_id: other.id },
    });
    await expectPrivate(book);
    await api.request(scene.store_owner, 'DELETE', `products/${body.id}`);
    await expectPrivate(other);
  });

  it('has a public thumbnail if it is also the product’s picture', async () => {
    const wallpaper = await upload(scene.store_owner);
    const group = await buildGroup(api.db);
    const { status } = await post(scene.store_owner, 'products', {
      name: 'Обои',
      type_id: group.id,
      shop_id: scene.shop.id,
      unit: 'шт.',
      price: 5,
      status: 'draft',
      image: { id: wallpaper.id },
      is_digital: true,
      digital_file: { attachment_id: wallpaper.id },
    });

    expect(status).toBe(201);
    expect(await statusOf(publicAddress(wallpaper.thumbnail))).toBe(200);
    expect(await statusOf(publicAddress(wallpaper.original))).toBe(404);
  });
});
