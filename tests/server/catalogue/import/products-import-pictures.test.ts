import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportError, ProductImport } from '@/contract/catalogue/products/imports';
import { fetchPicture, PictureError } from '@/server/integrations/files/pictures';
import type { Network } from '@/server/integrations/outgoing/outgoing';
import { isPublicAddress } from '@/server/integrations/outgoing/public-address';
import { workOn } from '@/server/modules/catalogue/import/worker';
import { sendFile, workerDeps } from '../../../support/import-files';
import { buildGroup } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import { zipOf } from '../../../support/zip';

/** Pictures of imported products: from URLs, without access to internal networks, and from ZIPs, with limits. */
const { api, scene } = setUpScene();

let png: Buffer;
let outside: Server;
let port = '';
const asked: string[] = [];

beforeAll(async () => {
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#b3202c' } })
    .png()
    .toBuffer();
  const webp = await sharp(png).webp().toBuffer();
  outside = createServer((request, response) => {
    asked.push(String(request.url));
    const answers: Record<string, () => void> = {
      '/a.png': () => response.end(png),
      '/a.webp': () => response.end(webp),
      '/page.html': () => response.end('<html></html>'),
      '/none.png': () => response.writeHead(404).end(),
      '/huge.png': () => response.writeHead(200, { 'content-length': 99_000_000 }).end(),
      '/endless.png': () => {
        const write = () => response.write(Buffer.alloc(1024 * 1024), () => !response.destroyed && write());
        write();
      },
      '/there.png': () => response.writeHead(302, { location: '/a.png' }).end(),
      // As sites send it: the bytes of UTF-8, which Node writes from Latin-1.
      '/raw.png': () =>
        response.writeHead(302, { location: Buffer.from('/чашка.png').toString('latin1') }).end(),
      [encodeURI('/чашка.png')]: () => response.end(png),
      '/inside.png': () => response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end(),
      '/file.png': () => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      '/round.png': () => response.writeHead(302, { location: '/round.png' }).end(),
    };
    (answers[String(request.url)] ?? (() => response.writeHead(500).end()))();
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  port = String((outside.address() as AddressInfo).port);
});
afterAll(() => outside.close());

/** `shop.example` represents the internet here; every other name and address is real. */
const network = (): Network => ({
  resolve: async (host) => {
    if (host === 'shop.example') return ['127.0.0.1'];
    if (host === 'both.example') return ['93.184.216.34', '10.0.0.1'];
    throw new Error('ENOTFOUND');
  },
  isPublic: (address) => address === '127.0.0.1' || isPublicAddress(address),
  ports: ['', '80', '443', port],
});

const problemOf = async (url: string, given = network()) => {
  const error = await fetchPicture(url, given).catch((reason: unknown) => reason);
  return error instanceof PictureError ? error.problem : error;
};

describe('addresses', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
    ...[
      '172.31.255.255',
      '192.0.0.1',
      '192.0.2.1',
      '192.168.1.1',
      '198.18.0.1',
      '198.51.100.7',
      '203.0.113.9',
    ],
    ...[
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      'fe80::1',
      'fc00::1',
      'fd12:3456::1',
      'ff02::1',
    ],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '::ffff:8.8.8.8',
      '::ffff:7f00:1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
    ],
    ...['2001:0:1234::1', '2001:db8::1', '::127.0.0.1', 'localhost', '', '1.2.3'],
  ])('%s is not requested', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:2800:220:1::1', '2a02:6b8::2:242'])(
    '%s is requested',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('fetchPicture', () => {
  it('downloads the picture and follows redirects', async () => {
    expect(await fetchPicture(`http://shop.example:${port}/a.png`, network())).toEqual(png);
    expect(await fetchPicture(`http://shop.example:${port}/there.png`, network())).toEqual(png);
    expect(await fetchPicture(`http://shop.example:${port}/raw.png`, network())).toEqual(png);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://shop.example/a.png',
    'gopher://shop.example/',
    'http://user:secret@shop.example/a.png',
    'http://shop.example:22/',
    'http://10.0.0.1/a.png',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://0x0a000001/',
    'http://167772161/',
    'http://012.0.0.1/',
    'http://both.example/a.png',
  ])('does not request %s', async (url) => {
    asked.length = 0;

    expect(await problemOf(url)).toBe('refused');
    expect(asked).toEqual([]);
  });

  it('never connects to an address of this machine, whatever the host name', async () => {
    const given = { ...network(), isPublic: isPublicAddress };

    for (const url of [
      `http://127.0.0.1:${port}/a.png`,
      `http://shop.example:${port}/a.png`,
      `http://2130706433:${port}/`,
    ]) {
      expect(await problemOf(url, given)).toBe('refused');
    }
  });

  it.each([
    ['/inside.png', 'refused'],
    ['/file.png', 'refused'],
    ['/round.png', 'failed'],
    ['/none.png', 'not-there'],
    ['/page.html', 'page'],
    ['/huge.png', 'too-large'],
    ['/endless.png', 'too-large'],
  ])('fails for %s with %s', async (path, problem) => {
    expect(await problemOf(`http://shop.example:${port}${path}`)).toBe(problem);
  });

  it('reports an unknown host', async () => {
    expect(await problemOf('http://nobody.example/a.png')).toBe('unreachable');
  });
});

async function start(rows: string[]): Promise<ProductImport> {
  await buildGroup(api.db, { slug: 'posuda' });
  const content = ['sku;name;type;price;unit;image;gallery', ...rows].join('\n');
  const { body } = await sendFile<ProductImport>(
    api,
    scene.store_owner,
    'product-imports',
    { name: 'a.csv', content },
    { shop_id: String(scene.shop.id) },
  );
  return body;
}

async function run(id: number) {
  await api.db.updateTable('product_imports').set({ status: 'running' }).where('id', '=', id).execute();
  await workOn({ ...workerDeps(api), network: network() });
  const { body } = await api.request<ProductImport>(scene.store_owner, 'GET', `product-imports/${id}`);
  const errors = await api.request<{ data: ImportError[] }>(
    scene.store_owner,
    'GET',
    `product-imports/${id}/errors`,
  );
  const products = await api.db
    .selectFrom('products')
    .select(['sku', 'image', 'gallery'])
    .orderBy('id')
    .execute();
  return {
    body,
    errors: errors.body.data.map(({ line, errors, is_rejected }) => [line, is_rejected, errors]),
    products,
  };
}

describe('pictures by URL', () => {
  it('are fetched once; a failure costs the picture, not the row', async () => {
    asked.length = 0;
    const base = `http://shop.example:${port}`;
    const { id } = await start([
      `A-1;Кружка;posuda;1;шт.;${base}/a.png;"${base}/a.png, ${base}/a.webp"`,
      `A-2;Блюдце;posuda;1;шт.;${base}/page.html;`,
      'A-3;Чашка;posuda;1;шт.;http://169.254.169.254/latest;',
    ]);

    const { body, errors, products } = await run(id);

    expect(body).toMatchObject({ status: 'done', created: 3, rejected: 0, files: 0 });
    expect(asked.filter((url) => url === '/a.png')).toHaveLength(1);
    expect(products[0]).toMatchObject({
      image: { original: expect.stringMatching(/^\/admin\/rest\/uploads\/.*\.png$/), file_name: 'a.png' },
      gallery: [{ file_name: 'a.png' }, { file_name: 'a.png' }],
    });
    expect(products.slice(1).map(({ image }) => image)).toEqual([null, null]);
    expect(errors).toEqual([
      [3, false, { 5: 'error-import-picture-page' }],
      [4, false, { 5: 'error-import-picture-refused' }],
    ]);
  });
});

describe('a shop over its quota', () => {
  const fill = async () => {
    const { body } = await api.request(scene.super_admin, 'POST', 'settings', {
      options: { uploadQuotaShop: 1 },
    });
    expect(body.id).toBeGreaterThan(0);
    await api.db
      .insertInto('attachments')
      .values({
        user_id: scene.super_admin.id,
        shop_id: scene.shop.id,
        kind: 'pdf',
        file_name: 'a.pdf',
        path: 'a.pdf',
        size: 1024 * 1024,
      })
      .execute();
  };

  it('gets its products without the pictures, and the reason', async () => {
    const { id } = await start([`A-1;Кружка;posuda;1;шт.;http://shop.example:${port}/a.png;`]);
    await fill();

    const { body, errors, products } = await run(id);

    expect([body.status, body.created, products[0]?.image]).toEqual(['done', 1, null]);
    expect(errors).toEqual([[2, false, { 5: 'error-import-picture-quota' }]]);
  });

  it('gets no picture of an archive', async () => {
    const { id } = await start(['A-1;Кружка;posuda;1;шт.;a.png;']);
    await fill();

    const answer = await sendFile<{ message: string }>(
      api,
      scene.store_owner,
      `product-imports/${id}/pictures`,
      {
        name: 'a.zip',
        content: zipOf({ 'a.png': png }),
      },
    );

    expect([answer.status, answer.body.message]).toEqual([413, 'STORAGE_QUOTA_EXCEEDED']);
  });
});

describe('POST product-imports/{id}/pictures', () => {
  const send = (id: number, content: Buffer) =>
    sendFile<ProductImport & { errors: object }>(api, scene.store_owner, `product-imports/${id}/pictures`, {
      name: 'a.zip',
      content,
    });

  it('stores those named in cells, by file name', async () => {
    const { id } = await start(['A-1;Кружка;posuda;1;шт.;Кружка.PNG;', 'A-2;Блюдце;posuda;1;шт.;нет.png;']);
    const zip = zipOf({
      'фото/кружка.png': png,
      'лишняя.png': png,
      '__MACOSX/._кружка.png': png,
      'readme.txt': Buffer.from('x'),
    });

    const answer = await send(id, zip);
    const { body, errors, products } = await run(id);

    expect([answer.status, answer.body.files]).toEqual([200, 1]);
    expect(body.created).toBe(2);
    expect(products[0]?.image).toMatchObject({ file_name: 'кружка.png' });
    expect(errors).toEqual([[3, false, { 5: 'error-import-picture-missing' }]]);
  });

  it('skips entries that are no pictures or are too large', async () => {
    const { id } = await start(['A-1;Кружка;posuda;1;шт.;a.png;"b.png;c.png"']);
    const zip = zipOf({
      'a.png': Buffer.from('<svg/>'),
      'b.png': Buffer.alloc(11 * 1024 * 1024),
      'c.png': png,
    });

    const answer = await send(id, zip);

    expect([answer.status, answer.body.files]).toEqual([200, 1]);
  });

  it('rejects an archive that understates its size', async () => {
    const { id } = await start(['A-1;Кружка;posuda;1;шт.;a.png;']);
    const zip = zipOf({ 'a.png': Buffer.alloc(30 * 1024 * 1024) });
    // The size declared in the directory.
    const at = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    zip.writeUInt32LE(1000, at + 24);

    const answer = await send(id, zip);

    expect([answer.status, answer.body.errors]).toEqual([422, { zip: ['error-import-zip'] }]);
  });

  it('refuses a file that is not an archive', async () => {
    const { id } = await start(['A-1;Кружка;posuda;1;шт.;a.png;']);

    const answer = await send(id, Buffer.from('not a zip'));

    expect([answer.status, answer.body.errors]).toEqual([422, { zip: ['error-import-zip'] }]);
  });
});
