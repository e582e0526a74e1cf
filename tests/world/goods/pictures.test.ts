import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportError, ProductImport } from '@/contract/catalogue/products/imports';
import { sendFile, settled } from '../../support/import-files';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { zipOf } from '../../support/zip';
import { table } from './import-case';

/** Archives of pictures as Windows and macOS pack them, and pictures as phones make them. */
const { api, scene } = setUpScene();
beforeEach(() => buildGroup(api.db, { name: 'Посуда', slug: 'posuda' }));

const file = (name: string) => readFileSync(join(import.meta.dirname, 'files', name));
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a00' }, limitInputPixels: false });

let png: Buffer;
beforeAll(async () => {
  png = await flat(30, 30).png().toBuffer();
});

/** One row for each picture; what became of them, and what is told. */
async function importPictures(names: readonly string[], archive: Buffer) {
  const user = scene.store_owner;
  const heading = ['Артикул', 'Название', 'Цена', 'Остаток', 'Фото'];
  const rows = names.map((name, place) => [`Z-${place}`, `Чашка ${place}`, '10', '1', name]);
  const sent = await sendFile<ProductImport & Wire>(
    api,
    user,
    'product-imports',
    { name: 'товары.csv', content: table(heading, ...rows) },
    { shop_id: String(scene.shop.id) },
  );
  const path = `product-imports/${sent.body.id}`;
  await api.request(user, 'PATCH', path, { options: { values: { type: 'posuda', unit: 'шт.' } } });
  const zip = { name: 'a.zip', content: archive };
  expect((await sendFile<Wire>(api, user, `${path}/pictures`, zip)).status).toBe(200);
  expect((await api.request(user, 'POST', `${path}/run`)).status).toBe(200);
  await settled(api, user, sent.body.id);
  const { body } = await api.request<{ data: ImportError[] }>(user, 'GET', `${path}/errors?limit=100`);
  const products = await api.db.selectFrom('products').select(['sku', 'image']).orderBy('sku').execute();
  const pictures = products.map(({ image }) => image as { file_name: string; original: string } | null);
  return {
    taken: pictures.map((image) => image?.file_name),
    pictures,
    told: body.data.map(({ line, errors }) => [line, Object.values(errors)]),
  };
}

const sizeOf = async (address: string) => {
  const { rawPayload } = await api.app.inject({ method: 'GET', url: new URL(address, 'http://x').pathname });
  const { width, height } = await sharp(rawPayload).metadata();
  return [width, height];
};

describe('a picture in an archive', () => {
  it('is found by its name of Windows (G85)', async () => {
    const { taken, told } = await importPictures(['чашка.jpg'], file('G85.zip'));

    expect([taken, told]).toEqual([['чашка.jpg'], []]);
  });

  it.each([
    ['code page of DOS', (path: string) => iconv.encode(path, 'ibm866')],
    ['code page of Windows', (path: string) => iconv.encode(path, 'windows-1251')],
    ['code page of old Linux', (path: string) => iconv.encode(path, 'koi8-r')],
    ['code page of old macOS', (path: string) => iconv.encode(path, 'maccyrillic')],
    ['UTF-8 without the sign', (path: string) => Buffer.from(path)],
    ['decomposed UTF-8 of macOS', (path: string) => Buffer.from(path.normalize('NFD'))],
    ['decomposed UTF-8 with the sign', undefined],
  ])('is found by its name in %s', async (_what, encode) => {
    const names = ['Чайник 1 ёлка-й.png', 'ПОСУДА.PNG', 'plain.png', 'щётка большая.png'];
    const entries = Object.fromEntries(
      names.map((name) => [encode ? `фото/${name}` : `фото/${name}`.normalize('NFD'), png]),
    );
    const { taken, told } = await importPictures(names, zipOf(entries, encode));

    expect(told).toEqual([]);
    expect(taken.map((name) => name?.toLowerCase())).toEqual(names.map((name) => name.toLowerCase()));
  });

  it('that is refused tells its reason', async () => {
    const huge = await flat(9000, 6000).png({ compressionLevel: 9 }).toBuffer();
    const { taken, told } = await importPictures(
      ['good.png', 'animation.gif', 'text.png', 'heavy.png', 'huge.png', 'none.png', 'secret.png'],
      locked(
        zipOf({
          'good.png': png,
          'animation.gif': await flat(9, 9).gif().toBuffer(),
          'text.png': Buffer.from('<svg/>'),
          'heavy.png': Buffer.alloc(11 * 1024 * 1024),
          'huge.png': huge,
          'secret.png': png,
        }),
        'secret.png',
      ),
    );

    expect(taken).toEqual(['good.png', ...Array<undefined>(6).fill(undefined)]);
    expect(told).toEqual([
      [3, ['error-import-picture-failed']],
      [4, ['error-import-picture-failed']],
      [5, ['error-import-picture-too-large']],
      [6, ['error-import-picture-too-many-pixels']],
      [7, ['error-import-picture-missing']],
      [8, ['error-import-picture-encrypted']],
    ]);
  });
});

/** Says in the archive's list that an entry has a password. */
function locked(zip: Buffer, name: string): Buffer {
  const at = zip.lastIndexOf(Buffer.from(name)) - 46;
  zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8);
  return zip;
}

describe('a picture that a phone turned', () => {
  it('stands upright (G87)', async () => {
    const { pictures } = await importPictures(['turned.webp'], file('G87.zip'));

    expect(await sizeOf(pictures[0]?.original ?? '')).toEqual([30, 60]);
  });

  it.each([
    ['jpeg', 6, [30, 60]],
    ['png', 6, [30, 60]],
    ['webp', 6, [30, 60]],
    ['webp', 8, [30, 60]],
    ['webp', 3, [60, 30]],
    ['webp', 5, [30, 60]],
  ] as const)('as %s with orientation %i', async (format, orientation, size) => {
    const turned = await flat(60, 30).toFormat(format).withMetadata({ orientation }).toBuffer();
    const { pictures } = await importPictures([`a.${format}`], zipOf({ [`a.${format}`]: turned }));

    expect(await sizeOf(pictures[0]?.original ?? '')).toEqual(size);
  });
});

it.each(['png', 'jpeg'] as const)(
  'a picture of 9000 × 6000 is refused with the limit: %s',
  async (format) => {
    const content = await flat(9000, 6000).toFormat(format).toBuffer();
    const { status, body } = await sendFile<Wire>(api, scene.store_owner, 'attachments', {
      name: `a.${format}`,
      content,
      field: 'attachment[]',
    });

    expect([status, body.message]).toEqual([415, 'PICTURE_TOO_LARGE']);
  },
);
