import { beforeEach, describe, expect, it } from 'vitest';
import { type ResourceName, resourceNames, resources } from '@/contract';
import type { AnyResource, FormField } from '@/contract/core/define';
import { isAllowed, permissionsOfRole } from '@/contract/core/permissions';
import { buildAttachment, buildUser } from '../../../support/factories';
import { buildPurchase } from '../../../support/feedback';
import { withNeeds } from '../../../support/needs';
import { buildGroup, buildProduct } from '../../../support/products';
import { buildCompleted } from '../../../support/refunds';
import { type SampleName, sampleNames, samples } from '../../../support/samples';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';
import { shopBody } from '../../../support/shops';

/** Which files a record may refer to: every field of every family that takes a file. */
const { api, scene } = setUpScene();

type Person = { id: number };

const file = async (user: Person, kind: 'png' | 'pdf' = 'png') =>
  (await buildAttachment(api.db, { user, kind })).id;
const visibilityOf = async (id: number) =>
  (await api.db.selectFrom('attachments').select('visibility').where('id', '=', id).executeTakeFirstOrThrow())
    .visibility;

/** One way to write a file into a record, new or stored. */
interface Place {
  /** Path of the error. */
  field: string;
  /** Writes the file with this id into a new record, or into the one with the key from the first response. */
  write: (person: Person, file: number, key?: number) => Promise<{ status: number; body: Wire }>;
  /** A person without administrator rights who writes such records, if there is one. */
  writer?: () => Person;
  /** Another person who may change the record. */
  colleague?: () => Person;
  isAnyKind?: boolean;
  visibility?: 'private';
}

interface FileField {
  name: string;
  field: string;
  valueWith: (id: number) => unknown;
}

/** File fields of a family, also within the rows of an `items` field. */
function fileFields(name: ResourceName): FileField[] {
  return (resources[name] as AnyResource).fields.flatMap((field: FormField<object>): FileField[] => {
    const { key, kind }: { key: string; kind: string } = field;
    if (kind === 'image') return [{ name, field: key, valueWith: (id) => ({ id }) }];
    if (kind === 'images') return [{ name, field: key, valueWith: (id) => [{ id }] }];
    if (kind !== 'items') return [];
    return (field.items ?? [])
      .filter((item: FormField<object>) => item.kind === 'image')
      .map((item: { key: string }) => ({
        name,
        field: key,
        valueWith: (id) => [{ title: 'Скидки', description: '', [item.key]: { id } }],
      }));
  });
}

function inFamily({ name, field, valueWith }: FileField): [string, Place] {
  const resource: AnyResource = resources[name as SampleName];
  const sample = samples[name as SampleName];
  const isVendors = isAllowed(resource.allow.create, permissionsOfRole.store_owner);
  const isSaved = isVendors && isAllowed(resource.allow.update, permissionsOfRole.store_owner);
  return [
    `${name}.${field}`,
    {
      field,
      async write(person, id, key) {
        const { endpoint } = resource;
        if (key) return api.request(person, 'PUT', `${endpoint}/${key}`, { [field]: valueWith(id) });
        if (Object.keys(scene.related).length === 0) await withNeeds(api, scene, name as SampleName);
        const role = person === scene.super_admin ? 'super_admin' : 'store_owner';
        const { slug: _slug, ...body } = sample.body(scene, role) as Wire;
        return api.request(person, 'POST', endpoint, { ...body, [field]: valueWith(id) });
      },
      ...(isVendors && { writer: () => scene.store_owner }),
      ...(isSaved && { colleague: () => scene.store_owner }),
    },
  ];
}

const post = (person: Person, path: string, body: object) => api.request(person, 'POST', path, body);
const put = (person: Person, path: string, body: object) => api.request(person, 'PUT', path, body);

/** A product of the first shop; `key` is its id. */
async function writeProduct(person: Person, values: object, key?: number) {
  if (key) return put(person, `products/${key}`, values);
  const group = await buildGroup(api.db);
  return post(person, 'products', {
    name: 'Ваза',
    type_id: group.id,
    shop_id: scene.shop.id,
    unit: 'шт.',
    price: 5,
    status: 'draft',
    ...values,
  });
}

const ofShop = { writer: () => scene.store_owner, colleague: () => scene.staff };

/** Files outside the plain families, or outside their plain fields. */
const special: Record<string, Place> = {
  'users.profile.avatar': {
    field: 'profile.avatar',
    write: (person, id) => put(person, `users/${scene.customer.id}`, { profile: { avatar: { id } } }),
    writer: () => scene.customer,
    colleague: () => scene.customer,
  },
  'shops.logo': {
    field: 'logo',
    write: (person, id) => put(person, `shops/${scene.shop.id}`, { logo: { id } }),
    writer: () => scene.store_owner,
    colleague: () => scene.store_owner,
  },
  'shops.cover_image': {
    field: 'cover_image',
    write: (person, id, key) =>
      key
        ? put(person, `shops/${key}`, { cover_image: { id } })
        : post(person, 'shops', { ...shopBody, cover_image: { id } }),
    writer: () => scene.store_owner,
  },
  'products.image': {
    field: 'image',
    write: (person, id, key) => writeProduct(person, { image: { id } }, key),
    ...ofShop,
  },
  'products.gallery': {
    field: 'gallery[0]',
    write: (person, id, key) => writeProduct(person, { gallery: [{ id }] }, key),
    ...ofShop,
  },
  'products.seo.ogImage': {
    field: 'seo.ogImage',
    write: (person, id, key) => writeProduct(person, { seo: { ogImage: { id } } }, key),
    ...ofShop,
  },
  'products.digital_file': {
    field: 'digital_file',
    write: (person, id, key) =>
      writeProduct(person, { is_digital: true, digital_file: { attachment_id: id } }, key),
    ...ofShop,
    isAnyKind: true,
    visibility: 'private',
  },
  'settings.logo': {
    field: 'logo',
    write: (person, id) => post(person, 'settings', { options: { logo: { id } } }),
  },
  'settings.seo.ogImage': {
    field: 'seo.ogImage',
    write: (person, id) => post(person, 'settings', { options: { seo: { ogImage: { id } } } }),
  },
  'reviews.photos': {
    field: 'photos',
    async write(person, id, key) {
      if (key) return put(person, `reviews/${key}`, { photos: [{ id }] });
      const { product, order } = await buildPurchase(api, scene.customer, scene.shop);
      const about = { order_id: order.id, product_id: product.id, shop_id: scene.shop.id };
      return post(person, 'reviews', { ...about, rating: 4, comment: 'Тёплая', photos: [{ id }] });
    },
    writer: () => scene.customer,
  },
  'refunds.images': {
    field: 'images',
    async write(person, id) {
      const order = await buildCompleted(api, { lines: [{ shop: scene.shop }], customer: scene.customer });
      return post(person, 'refunds', { order_id: order.id, title: 'Разбилась', images: [{ id }] });
    },
    writer: () => scene.customer,
    visibility: 'private',
  },
  'messages.attachments': {
    field: 'attachments',
    async write(person, id) {
      const talk = await post(person, 'conversations', { shop_id: scene.shop.id });
      return post(person, `messages/conversations/${talk.body.id}`, { message: '', attachments: [{ id }] });
    },
    writer: () => scene.customer,
    isAnyKind: true,
    visibility: 'private',
  },
};

const everywhere: [string, Place][] = [
  ...sampleNames.flatMap(fileFields).map(inFamily),
  ...Object.entries(special),
];
beforeEach(() => {
  scene.related = {};
});

it('covers every file field of the contract', () => {
  const declared = resourceNames.flatMap(fileFields).map(({ name, field }) => `${name}.${field}`);

  expect(everywhere.map(([name]) => name)).toEqual(expect.arrayContaining(declared));
});

describe.each(everywhere)('%s', (_name, place) => {
  const { field, write, writer, colleague, isAnyKind = false, visibility = 'public' } = place;

  it('accepts any existing file from an administrator', async () => {
    const stranger = await buildUser(api.db);
    const id = await file(stranger);
    const isOwnReview = field === 'photos';

    if (!isOwnReview) expect((await write(scene.super_admin, id)).status).toBeLessThan(300);
    if (!isOwnReview) expect(await visibilityOf(id)).toBe(visibility);
    const missing = await write(writer?.() ?? scene.super_admin, 999_999);
    expect([missing.status, missing.body.errors]).toEqual([422, { [field]: ['error-file-missing'] }]);
  });

  it.skipIf(!writer)('accepts an own file, and refuses a stranger’s, who can still remove it', async () => {
    const person = writer?.() ?? scene.super_admin;
    const stranger = await buildUser(api.db);
    const theirs = await file(stranger);

    const refused = await write(person, theirs);
    expect([refused.status, refused.body.errors]).toEqual([422, { [field]: ['error-file-missing'] }]);
    expect(await visibilityOf(theirs)).toBe('new');
    expect((await api.request(stranger, 'DELETE', `attachments/${theirs}`)).status).toBe(200);

    const own = await file(person);
    expect((await write(person, own)).status).toBeLessThan(300);
    expect(await visibilityOf(own)).toBe(visibility);
  });

  it.skipIf(isAnyKind)('refuses a document in place of a picture', async () => {
    const person = writer?.() ?? scene.super_admin;
    const document = await file(person, 'pdf');

    const { status, body } = await write(person, document);

    expect([status, body.errors]).toEqual([422, { [field]: ['error-not-a-picture'] }]);
    expect(await visibilityOf(document)).toBe('new');
  });

  it.skipIf(!colleague)('keeps a file when a colleague saves the record again', async () => {
    const stranger = await buildUser(api.db);
    const id = await file(stranger);
    const { body } = await write(scene.super_admin, id);

    const { status } = await write(colleague?.() ?? scene.super_admin, id, body.id);

    expect(status).toBe(200);
  });
});

describe('a file of a shop', () => {
  const setImage = (person: Person, product: { id: number }, id: number) =>
    put(person, `products/${product.id}`, { image: { id } });
  const productOf = (shop: { id: number }) => buildProduct(api.db, { shop, status: 'draft' });

  it('is available to everybody who works in the shop, and to nobody of another shop', async () => {
    const product = await productOf(scene.shop);
    const other = await productOf(scene.otherShop);
    for (const uploader of [scene.store_owner, scene.staff]) {
      const id = await file(uploader);
      expect((await setImage(scene.staff, product, id)).status).toBe(200);
      expect((await setImage(scene.store_owner, product, id)).status).toBe(200);
      expect((await setImage(scene.otherOwner, other, id)).body.errors).toEqual({
        image: ['error-file-missing'],
      });
    }
  });

  it('may be used by another record of the shop, whoever uploaded it', async () => {
    const id = await file(scene.super_admin);
    const [first, second, other] = [
      await productOf(scene.shop),
      await productOf(scene.shop),
      await productOf(scene.otherShop),
    ];
    expect((await setImage(scene.staff, second, id)).status).toBe(422);

    await setImage(scene.super_admin, first, id);

    expect((await setImage(scene.staff, second, id)).status).toBe(200);
    expect((await setImage(scene.otherOwner, other, id)).status).toBe(422);
  });

  it('is not what a colleague sold in another shop or sent in a message', async () => {
    const [sent, sold] = [await file(scene.store_owner), await file(scene.store_owner)];
    const talk = await post(scene.store_owner, 'conversations', { shop_id: scene.otherShop.id });
    const message = { message: '', attachments: [{ id: sent }] };
    await post(scene.store_owner, `messages/conversations/${talk.body.id}`, message);
    await api.db.updateTable('attachments').set({ visibility: 'private' }).where('id', '=', sold).execute();
    const product = await productOf(scene.shop);

    for (const id of [sent, sold])
      expect((await setImage(scene.staff, product, id)).body.errors).toEqual({
        image: ['error-file-missing'],
      });
  });

  it('is refused to former staff', async () => {
    const id = await file(scene.store_owner);
    const avatar = { profile: { avatar: { id } } };
    await api.db.updateTable('users').set({ shop_id: null }).where('id', '=', scene.staff.id).execute();

    expect((await put(scene.staff, `users/${scene.staff.id}`, avatar)).status).toBe(422);
  });
});

it('refuses administrators a file of a conversation, which they cannot read', async () => {
  const id = await file(scene.customer);
  const talk = await post(scene.customer, 'conversations', { shop_id: scene.shop.id });
  const message = { message: '', attachments: [{ id }] };
  await post(scene.customer, `messages/conversations/${talk.body.id}`, message);

  const refused = await post(scene.super_admin, 'tags', { name: 'Чайник', image: { id } });
  expect(refused.body.errors).toEqual({ image: ['error-file-missing'] });
  expect(await visibilityOf(id)).toBe('private');
});

it('can be used only by its owner under twenty concurrent requests of strangers', async () => {
  const id = await file(scene.customer);
  const strangers = await Promise.all(Array.from({ length: 20 }, () => buildUser(api.db)));

  const answers = await Promise.all(
    strangers.map((one) => put(one, `users/${one.id}`, { profile: { avatar: { id } } })),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
  expect((await api.request(scene.customer, 'DELETE', `attachments/${id}`)).status).toBe(200);
});

it('is either used or removed under concurrent requests', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await file(scene.customer);
    const [saved, removed] = await Promise.all([
      put(scene.customer, `users/${scene.customer.id}`, { profile: { avatar: { id } } }),
      api.request(scene.customer, 'DELETE', `attachments/${id}`),
    ]);
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([saved.status, removed.status]);
  }
});
