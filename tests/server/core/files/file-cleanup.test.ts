import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { offerLanguages } from '@tests/support/checkout';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeFiles } from '@/server/core/files/attachments';
import { cleanFiles } from '@/server/core/files/file-cleanup';
import { resolvePicture } from '@/server/core/files/file-rights';
import type { Files } from '@/server/integrations/files/files';
import { openFiles } from '@/server/integrations/files/open-files';
import { sendFile } from '../../../support/import-files';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** Files that no record uses are removed, row and content, a day after their last use. */
const { api, scene } = setUpScene();

let files: Files;
beforeEach(() => {
  files = openFiles(api.deps);
});

const hour = 3600_000;
const clean = () => cleanFiles(api.db, files, api.now());
const pass = (hours: number) => api.setNow(new Date(api.now().getTime() + hours * hour));
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#9b2c2c' } })
  .png()
  .toBuffer();

interface Uploaded extends Wire {
  original: string;
  thumbnail: string;
}

async function upload(user = scene.super_admin, content = png): Promise<Uploaded> {
  const { body } = await sendFile<Uploaded[]>(api, user, 'attachments', {
    name: 'a.png',
    content,
    field: 'attachment[]',
  });
  const [file] = body;
  if (!file) throw new Error(JSON.stringify(body));
  return file;
}

/** A file that no public record shows has a signed address of its own. */
const onDisk = (address: string) =>
  existsSync(
    join(api.dataDir, address.replace(/^\/admin\/rest\/|\?.*$/g, '').replace(/^files\//, 'uploads/')),
  );

async function isThere({ id, original, thumbnail }: Uploaded): Promise<boolean> {
  const row = await api.db.selectFrom('attachments').select('id').where('id', '=', id).executeTakeFirst();
  const found = [row !== undefined, onDisk(original), thumbnail === '' || onDisk(thumbnail)];
  expect(new Set(found).size, `row, file, thumbnail: ${found.join()}`).toBe(1);
  return row !== undefined;
}

const request = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  api.request(scene.super_admin, method, path, body);

describe('the clean-up job', () => {
  it('removes an upload that nothing has used for 24 hours, not sooner', async () => {
    const file = await upload();
    pass(23.9);
    await clean();
    expect(await isThere(file)).toBe(true);

    pass(0.2);
    await clean();

    expect(await isThere(file)).toBe(false);
    expect(await api.db.selectFrom('stray_files').selectAll().execute()).toEqual([]);
  });

  it('counts the 24 hours from the last use', async () => {
    const file = await upload();
    const { body: tag } = await request('POST', 'tags', { name: 'Чайник', image: { id: file.id } });
    pass(240);
    await clean();
    expect((await request('PUT', `tags/${tag.id}`, { name: 'Чайник', image: null })).status).toBe(200);
    await clean();
    pass(23);
    await clean();
    expect(await isThere(file)).toBe(true);

    pass(2);
    await clean();

    expect(await isThere(file)).toBe(false);
  });

  const holders: Record<string, (file: Uploaded) => Promise<unknown>> = {
    'a record': ({ id }) => request('POST', 'tags', { name: 'Чайник', image: { id } }),
    'a record in the trash': async ({ id }) => {
      const { body } = await request('POST', 'tags', { name: 'Чайник', image: { id } });
      return request('DELETE', `tags/${body.id}`);
    },
    'the settings': ({ id }) => request('POST', 'settings', { options: { logo: { id } } }),
    'a translation of the settings': async ({ id }) => {
      await offerLanguages(api.db, 'en');
      const answer = await request('POST', 'settings?language=en', { options: { seo: { ogImage: { id } } } });
      await api.db.updateTable('settings').set({ options: '{}' }).execute();
      return answer;
    },
    'an avatar': ({ id }) => request('PUT', `users/${scene.super_admin.id}`, { profile: { avatar: { id } } }),
    'a product that sells it': async ({ id }) => {
      const product = await buildProduct(api.db, { shop: scene.shop });
      return api.db
        .updateTable('products')
        .set({ digital_file_id: id })
        .where('id', '=', product.id)
        .execute();
    },
    'a submission that waits for moderation': async ({ id }) => {
      await request('POST', 'settings', { options: { isProductReview: true } });
      const product = await buildProduct(api.db, { shop: scene.shop });
      const answer = await api.request(scene.super_admin, 'PUT', `products/${product.id}`, {});
      expect(answer.status).toBeLessThan(500);
      const sent = await api.request(scene.store_owner, 'PUT', `products/${product.id}`, { image: { id } });
      const [review] = await api.db.selectFrom('product_reviews').select('values').execute();
      expect(JSON.stringify(review)).toContain(`"id":${id}`);
      return sent;
    },
    'an import': ({ id }) =>
      api.db
        .insertInto('product_imports')
        .values({
          shop_id: scene.shop.id,
          user_id: scene.store_owner.id,
          file_name: 'a.csv',
          headings: '[]',
          options: '{}',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
        .then((made) =>
          api.db
            .insertInto('product_import_files')
            .values({ import_id: made.id, name: 'a.png', attachment_id: id })
            .execute(),
        ),
  };

  it.each(Object.keys(holders))('keeps a file that %s uses', async (name) => {
    const file = await upload(scene.store_owner);
    const spare = await upload(scene.store_owner);
    const answer = await holders[name]?.(file);
    if (answer && typeof answer === 'object' && 'status' in answer) expect(answer.status).toBeLessThan(300);

    for (const hours of [25, 25, 25]) {
      pass(hours);
      await clean();
    }

    expect([await isThere(file), await isThere(spare)]).toEqual([true, false]);
  });

  it('waits for a transaction that starts to use the file', async () => {
    const file = await upload();
    pass(25);
    const ctx = {
      db: api.db,
      user: null,
      now: api.now(),
      locale: 'ru',
      ip: '',
      requestId: '',
      publicUrl: '',
    };
    let cleaning = Promise.resolve();
    await api.db.transaction().execute(async (db) => {
      const image = await resolvePicture({ ...ctx, db }, 'image', file, { as: 'public', kept: [file.id] });
      cleaning = clean();
      // On a server the job runs meanwhile; embedded, it waits for the only connection.
      await sleep(300);
      await db
        .insertInto('tags')
        .values({ name: 'Чайник', slug: 'chaynik', image: JSON.stringify(image) })
        .execute();
    });
    await cleaning;

    expect(await isThere(file)).toBe(true);
    expect(await clean().then(() => isThere(file))).toBe(true);
  });

  it('leaves no record without its file in any order', async () => {
    const uploads = await Promise.all(Array.from({ length: 12 }, () => upload()));
    pass(25);

    const [answers] = await Promise.all([
      Promise.all(
        uploads.map(({ id }, index) => request('POST', 'tags', { name: `Тег ${index}`, image: { id } })),
      ),
      sleep(5).then(clean),
      sleep(15).then(clean),
    ]);

    for (const [index, { status, body }] of answers.entries()) {
      expect([status, body.errors]).toEqual(
        status === 201 ? [201, undefined] : [422, { image: ['error-file-missing'] }],
      );
      expect(await isThere(uploads[index] as Uploaded)).toBe(status === 201);
    }
  });
});

describe('a storage that does not respond', () => {
  const uploader = () => ({
    db: api.db,
    user: {
      id: scene.store_owner.id,
      name: '',
      email: '',
      permissions: ['store_owner' as const],
      ownedShopIds: [scene.shop.id],
      managedShopId: null,
      sessionId: 0,
    },
    now: api.now(),
    locale: 'ru',
    ip: '',
    requestId: randomUUID(),
    publicUrl: '',
  });
  const paths = async () => (await api.db.selectFrom('stray_files').select('path').execute()).length;

  it('leaves uploaded content there only until it responds again', async () => {
    const put: string[] = [];
    const broken: Files = {
      ...files,
      put: async (path, content) => {
        if (put.length > 2) throw new Error('gone');
        put.push(path);
        await files.put(path, content);
      },
      remove: () => Promise.reject(new Error('gone')),
    };
    const two = [
      { name: 'a.png', content: png },
      { name: 'b.png', content: png },
    ];
    await expect(storeFiles(uploader(), broken, two)).rejects.toThrow('gone');
    expect([await paths(), put.map((path) => onDisk(`uploads/${path}`))]).toEqual([4, [true, true, true]]);
    await clean();
    expect(await paths()).toBe(4);

    pass(1.1);
    await clean();

    expect([await paths(), put.map((path) => onDisk(`uploads/${path}`))]).toEqual([0, [false, false, false]]);
    expect(await api.db.selectFrom('attachments').select('id').execute()).toEqual([]);
  });

  it('rolls back an upload that took so long that its content was removed', async () => {
    const late = new Date(api.now().getTime() + 2 * hour);
    const slow: Files = {
      ...files,
      put: async (path, content) => {
        await files.put(path, content);
        await cleanFiles(api.db, files, late);
      },
    };

    await expect(storeFiles(uploader(), slow, [{ name: 'a.pdf', content: pdf }])).rejects.toThrow(
      'UNAVAILABLE',
    );
    expect(await api.db.selectFrom('attachments').select('id').execute()).toEqual([]);
  });
});
