import { offerLanguages } from '@tests/support/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProductReviewDetails } from '@/contract/catalogue/products/moderation';
import { buildAttribute, buildGroup, buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** What a product is like without making variations, and what its categories demand. */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));

type Person = Parameters<typeof api.request>[0];
type Method = 'GET' | 'POST' | 'PUT';

const ask = (method: Method, path: string, body?: object, who: Person = scene.store_owner) =>
  api.request(who, method, path, body);
const own = (given: Parameters<typeof buildProduct>[1] = {}) =>
  buildProduct(api.db, { shop: scene.shop, name: 'Чай', ...given });
const put = (id: number, body: object, who: Person = scene.store_owner) =>
  ask('PUT', `products/${id}`, body, who);
const said = async (id: number, who: Person = scene.store_owner) => {
  const { body } = await ask('GET', `products/${id}`, undefined, who);
  return (body.characteristics as { name: string; value: string }[]).map(({ name, value }) => [name, value]);
};
const composition = { name: 'Состав', value: '80 % хлопок, 20 % эластан' };
const season = { name: 'Сезон', value: 'Лето' };

let last = 0;
async function category(names: readonly string[], parent: number | null = null) {
  last += 1;
  const required = names.map((name) => ({ name }));
  const sent = { name: `Категория ${last}`, parent, required_characteristics: required };
  const { status, body } = await ask('POST', 'categories', sent, scene.super_admin);
  expect([status, body.errors]).toEqual([201, undefined]);
  return Number(body.id);
}

const refusal = { characteristics: ['error-characteristics-required'] };

describe('characteristics of a product', () => {
  it('are saved in their order with the product, and make attributes that the shop lacks', async () => {
    const group = await buildGroup(api.db);
    const sent = {
      ...{ name: 'Футболка', unit: 'шт.', price: 900, status: 'draft' },
      ...{ type_id: group.id, shop_id: scene.shop.id, characteristics: [composition, season] },
    };

    const { status, body } = await ask('POST', 'products', sent);

    expect(status).toBe(201);
    expect(body.characteristics).toMatchObject([composition, season]);
    const stored = await api.db.selectFrom('attributes').select(['name', 'shop_id']).orderBy('id').execute();
    expect(stored).toEqual([
      { name: 'Состав', shop_id: scene.shop.id },
      { name: 'Сезон', shop_id: scene.shop.id },
    ]);
  });

  it('are in the spelling of the dictionary, whatever case, ё and spaces they are sent with', async () => {
    await buildAttribute(api.db, { shop: scene.shop, name: 'Тёплый слой', values: ['Чёрный пух'] });
    const product = await own();

    await put(product.id, { characteristics: [{ name: 'теплый  СЛОЙ', value: 'черный пух' }] });
    expect(await said(product.id)).toEqual([['Тёплый слой', 'Чёрный пух']]);

    const { body } = await ask('GET', `products/${product.id}`);
    const again = { version: body.version, characteristics: [{ name: 'ТЕПЛЫЙ СЛОЙ', value: 'ЧЕРНЫЙ ПУХ' }] };
    const { body: same } = await put(product.id, again);
    expect(same.version).toBe(body.version);
  });

  it('keep their values where names and values together have the same words', async () => {
    const product = await own();
    await put(product.id, { characteristics: [{ name: 'Цвет ткани', value: 'синий' }] });

    await put(product.id, { characteristics: [{ name: 'Цвет', value: 'ткани синий' }] });

    expect(await said(product.id)).toEqual([['Цвет', 'ткани синий']]);
  });

  it('stay when they are not sent, and go when none is', async () => {
    const product = await own();
    await put(product.id, { characteristics: [composition, season] });

    await put(product.id, { name: 'Чай 2' });
    expect(await said(product.id)).toHaveLength(2);
    await put(product.id, { characteristics: [] });
    expect(await said(product.id)).toEqual([]);
    expect(await api.db.selectFrom('attributes').select('name').execute()).toHaveLength(2);
  });

  it.each([
    ['characteristics[0].value', 'error-value-required', [{ name: 'Состав', value: ' ' }]],
    ['characteristics[0].name', 'error-name-required', [{ name: '', value: 'Лён' }]],
    ['characteristics[0].value', 'error-too-long', [{ name: 'Состав', value: 'л'.repeat(1001) }]],
    ['characteristics[0].value', 'error-text-markup', [{ name: 'Состав', value: '<b>лён</b>' }]],
    [
      'characteristics[1].name',
      'error-characteristic-repeated',
      [composition, { name: 'СОСТАВ', value: 'Лён' }],
    ],
    ['characteristics', 'error-wrong-value', 'Состав: лён'],
  ])('are refused at %s with %s', async (path, error, characteristics) => {
    const product = await own();
    const { status, body } = await put(product.id, { characteristics });
    expect([status, body.errors?.[path]]).toEqual([422, [error]]);
    expect(await said(product.id)).toEqual([]);
  });

  it('are open to readers, and closed to writers of other shops', async () => {
    const product = await own();
    await put(product.id, { characteristics: [composition] });

    expect(await said(product.id, null)).toEqual([['Состав', composition.value]]);
    const answers = [
      await put(product.id, { characteristics: [] }, null),
      await put(product.id, { characteristics: [] }, scene.customer),
      await put(product.id, { characteristics: [] }, scene.otherOwner),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 404]);
    expect(await said(product.id)).toHaveLength(1);
  });

  it('never take an attribute of another shop', async () => {
    const foreign = await buildAttribute(api.db, { shop: scene.otherShop, name: 'Узор', values: ['Клетка'] });
    const product = await own();

    await put(product.id, { characteristics: [{ attribute_id: foreign.id, name: 'Узор', value: 'Полоса' }] });

    const { attribute_id } = await api.db
      .selectFrom('product_characteristics')
      .select('attribute_id')
      .executeTakeFirstOrThrow();
    expect(attribute_id).not.toBe(foreign.id);
  });

  it('are read in the language of the dictionary, and saved back from it without a change', async () => {
    const product = await own();
    await put(product.id, { characteristics: [season] });
    const { body } = await ask('GET', `products/${product.id}`);
    const [first] = body.characteristics as { attribute_id: number }[];
    await ask('PUT', `attributes/${first?.attribute_id ?? 0}`, { name: 'Season', language: 'en' });

    const { body: english } = await ask('GET', `products/${product.id}?language=en`);
    expect(english.characteristics).toMatchObject([{ name: 'Season', value: 'Лето' }]);
    const { body: saved } = await put(product.id, {
      version: body.version,
      characteristics: english.characteristics,
    });
    expect([saved.version, await said(product.id)]).toEqual([body.version, [['Сезон', 'Лето']]]);
  });

  it('of two people at the same time make one attribute', async () => {
    const products = await Promise.all([own(), own(), own()]);
    const answers = await Promise.all(products.map(({ id }) => put(id, { characteristics: [composition] })));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await api.db.selectFrom('attributes').select('name').execute()).toEqual([{ name: 'Состав' }]);
  });

  it('of one product are not overwritten by a stale form', async () => {
    const product = await own();
    const { body } = await ask('GET', `products/${product.id}`);
    const save = (value: string) =>
      put(product.id, { version: body.version, characteristics: [{ name: 'Состав', value }] });

    const answers = await Promise.all([save('Лён'), save('Хлопок')]);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await said(product.id)).toHaveLength(1);
  });

  it('keep their attribute from being removed', async () => {
    const product = await own();
    await put(product.id, { characteristics: [composition] });
    const attribute = await api.db.selectFrom('attributes').select('id').executeTakeFirstOrThrow();

    const { status, body } = await api.request(scene.store_owner, 'DELETE', `attributes/${attribute.id}`);

    expect([status, body.message]).toEqual([409, 'IN_USE']);
  });

  it('are in the history with both sides', async () => {
    const product = await own();
    await put(product.id, { characteristics: [composition] });
    const entry = await api.db
      .selectFrom('audit_log')
      .select('changes')
      .where('family', '=', 'products')
      .where('row_id', '=', product.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.changes).toEqual({ characteristics: [[], [composition]] });
  });

  it('filter the list, in the spelling of any shop', async () => {
    const [tea, coffee, other] = [
      await own({ name: 'Чай' }),
      await own({ name: 'Кофе' }),
      await buildProduct(api.db, { shop: scene.otherShop, name: 'Какао' }),
    ];
    await put(tea.id, { characteristics: [season, composition] });
    await put(coffee.id, { characteristics: [{ name: 'Сезон', value: 'Зима' }] });
    await put(other.id, { characteristics: [{ name: 'СЕЗОН', value: 'лето' }] }, scene.otherOwner);
    const found = async (text: string) => {
      const path = `products?characteristics=${encodeURIComponent(text)}&orderBy=id&sortedBy=asc`;
      const { status, body } = await ask('GET', path, undefined, null);
      return status === 200 ? body.data.map(({ name }) => name) : [status, body.errors];
    };

    expect(await found('сезон: ЛЕТО')).toEqual(['Чай', 'Какао']);
    expect(await found(`Сезон: лето; Состав: ${composition.value}`)).toEqual(['Чай']);
    expect(await found(JSON.stringify([composition]))).toEqual(['Чай']);
    expect(await found('Сезон: весна')).toEqual([]);
    expect(await found('Сезон')).toEqual([422, { characteristics: ['error-wrong-value'] }]);
    // Each pair is a search of its own: a stranger may not ask for thousands.
    const many = Array.from({ length: 101 }, (_one, index) => `${index}:1`).join(';');
    expect(await found(many)).toEqual([422, { characteristics: ['error-wrong-value'] }]);
  });
});

describe('what a category demands', () => {
  it('is asked for when a product is published, not of a draft', async () => {
    const id = await category(['Состав', 'Страна']);
    const product = await own({ status: 'draft' });

    expect((await put(product.id, { categories: [id] })).status).toBe(200);
    const { status, body } = await put(product.id, { status: 'publish', characteristics: [composition] });
    expect([status, body.errors]).toEqual([422, refusal]);
    const whole = [
      { name: 'состав', value: 'Лён' },
      { name: 'СТРАНА', value: 'Россия' },
    ];
    const good = await put(product.id, { status: 'publish', characteristics: whole });
    expect([good.status, good.body.status]).toEqual([200, 'publish']);
  });

  it('holds for the categories below it', async () => {
    const root = await category(['Страна']);
    const leaf = await category(['Состав'], await category([], root));
    const product = await own({ status: 'draft' });
    await put(product.id, { categories: [leaf], characteristics: [composition] });

    expect((await put(product.id, { status: 'publish' })).body.errors).toEqual(refusal);
    const path = `product-characteristics?shop_id=${scene.shop.id}&categories=${leaf}`;
    const { body } = await ask('GET', path);
    expect(body).toEqual({ required: ['Страна', 'Состав'], known: ['Состав'] });
  });

  it('is asked for when a product on sale moves to the category, and leaves other edits alone', async () => {
    const id = await category(['Состав']);
    const product = await own();
    await api.db.insertInto('category_product').values({ category_id: id, product_id: product.id }).execute();

    expect((await put(product.id, { price: 50 })).status).toBe(200);
    expect((await put(product.id, { characteristics: [season] })).body.errors).toEqual(refusal);
    const moved = await put((await own()).id, { categories: [id] });
    expect(moved.body.errors).toEqual(refusal);
  });

  it('is said by variations, too', async () => {
    const id = await category(['Цвет']);
    const product = await own({ range: [100, 200], status: 'draft' });
    const { values } = await buildAttribute(api.db, { shop: scene.shop, name: 'ЦВЕТ', values: ['Белый'] });
    const upsert = [{ value_ids: values, price: 100, quantity: 1, sku: 'B-1' }];
    await put(product.id, {
      categories: [id],
      variations: values.map((attribute_value_id) => ({ attribute_value_id })),
      variation_options: { upsert },
    });

    expect((await put(product.id, { status: 'publish' })).status).toBe(200);
  });

  it('leaves products out of a bulk publication', async () => {
    const id = await category(['Состав']);
    const [whole, lacking] = [await own({ status: 'draft' }), await own({ status: 'draft' })];
    await put(whole.id, { categories: [id], characteristics: [composition] });
    await put(lacking.id, { categories: [id] });

    const sent = { ids: [whole.id, lacking.id], value: 'publish' };
    const { body } = await ask('POST', 'products/bulk/status', sent);

    expect(body).toMatchObject({ done: 1, refused: 1 });
  });

  it('is set by administrators, with names that are not repeated', async () => {
    const id = await category(['Состав']);
    const sent = { required_characteristics: [{ name: 'Цвет' }, { name: 'цвет' }] };
    const answers = [null, scene.store_owner, scene.super_admin].map((who) =>
      ask('PUT', `categories/${id}`, sent, who),
    );
    const [nobody, vendor, bad] = await Promise.all(answers);

    expect([nobody?.status, vendor?.status, bad?.status]).toEqual([401, 403, 422]);
    expect(bad?.body.errors).toEqual({
      'required_characteristics.name': ['error-characteristic-repeated'],
    });
    const { body } = await ask('GET', `categories/${id}`, undefined, null);
    expect(body.required_characteristics).toEqual([{ name: 'Состав' }]);
  });
});

describe('a change of a live product', () => {
  beforeEach(async () => {
    const options = { isProductReview: true };
    expect((await ask('POST', 'settings', { options }, scene.super_admin)).status).toBe(200);
  });

  const waiting = async () => {
    const { body } = await ask('GET', 'product-reviews?state=waiting', undefined, scene.super_admin);
    return body.data[0] as Wire;
  };

  it('waits for an administrator, who sees both sides', async () => {
    const product = await own();
    await put(product.id, { characteristics: [season] }, scene.super_admin);

    expect((await put(product.id, { characteristics: [composition] })).status).toBe(200);
    expect(await said(product.id, null)).toEqual([['Сезон', 'Лето']]);
    const { id, version } = await waiting();
    const { body } = await api.request<ProductReviewDetails>(
      scene.super_admin,
      'GET',
      `product-reviews/${String(id)}`,
    );
    expect(body.fields).toMatchObject([{ key: 'characteristics', before: [season], after: [composition] }]);
    const approved = await ask(
      'POST',
      `product-reviews/${String(id)}/approve`,
      { version },
      scene.super_admin,
    );
    expect(approved.status).toBe(200);
    expect(await said(product.id, null)).toEqual([['Состав', composition.value]]);
  });

  it('is not sent in without what its categories demand', async () => {
    const id = await category(['Состав']);
    const product = await own();

    expect((await put(product.id, { categories: [id] })).body.errors).toEqual(refusal);
    const whole = await put(product.id, { categories: [id], characteristics: [composition] });
    expect(whole.status).toBe(200);
    expect((await put(product.id, { characteristics: [season] })).body.errors).toEqual(refusal);
  });
});

describe('a bulk change', () => {
  const change = (ids: number[], sent: object, who: Person = scene.store_owner) =>
    ask('POST', 'products/bulk/characteristics', { ids, ...sent }, who);

  it('sets a characteristic of the chosen products, after a preview, and is undone', async () => {
    const [one, two, three] = [await own(), await own(), await own()];
    await put(one.id, { characteristics: [season, composition] });
    await put(two.id, { characteristics: [{ name: 'Сезон', value: 'Зима' }] });
    const ids = [one.id, two.id, three.id];

    const { body: preview } = await change(ids, { name: 'сезон', value: 'ЛЕТО', preview: true });
    expect(preview).toMatchObject({ done: 2, same: 1, refused: 0 });
    expect(preview.samples).toMatchObject([
      { id: two.id, before: ['Сезон: Зима'], after: ['Сезон: ЛЕТО'] },
      { id: three.id, before: [], after: ['Сезон: ЛЕТО'] },
    ]);
    expect(await said(three.id)).toEqual([]);

    const { body } = await change(ids, { name: 'Сезон', value: 'Лето' });
    expect(await Promise.all(ids.map((id) => said(id)))).toEqual([
      [
        ['Сезон', 'Лето'],
        ['Состав', composition.value],
      ],
      [['Сезон', 'Лето']],
      [['Сезон', 'Лето']],
    ]);
    await put(three.id, { name: 'Чай 3' });
    const undo = await ask('POST', `products/bulk/${String(body.id)}/undo`);
    expect(undo.body).toMatchObject({ done: 1, refused: 1 });
    expect([await said(two.id), await said(three.id)]).toEqual([[['Сезон', 'Зима']], [['Сезон', 'Лето']]]);
  });

  it('takes a characteristic away, but not from products on sale that need it', async () => {
    const id = await category(['Состав']);
    const [live, draft] = [await own({ status: 'draft' }), await own({ status: 'draft' })];
    for (const one of [live, draft]) await put(one.id, { categories: [id], characteristics: [composition] });
    await put(live.id, { status: 'publish' });

    const { body } = await change([live.id, draft.id], { mode: 'clear', name: 'состав' });

    expect(body).toMatchObject({ done: 1, refused: 1 });
    expect([await said(live.id), await said(draft.id)]).toEqual([[['Состав', composition.value]], []]);
  });

  it('waits for an administrator where a vendor’s live products do', async () => {
    await ask('POST', 'settings', { options: { isProductReview: true } }, scene.super_admin);
    const product = await own();
    const { body } = await change([product.id], season);
    expect([body.done, body.waiting, await said(product.id, null)]).toEqual([0, 1, []]);
  });

  it('answers no session, no right, another shop and bad input', async () => {
    const product = await own();
    const answers = [
      await change([product.id], season, null),
      await change([product.id], season, scene.customer),
      await change([product.id], { name: 'Сезон' }),
    ];
    expect(answers.map(({ status, body }) => [status, body.errors])).toEqual([
      [401, undefined],
      [403, undefined],
      [422, { value: ['error-value-required'] }],
    ]);
    const foreign = await change([product.id], season, scene.otherOwner);
    expect(foreign.body.done).toBe(0);
    expect(await said(product.id)).toEqual([]);
  });
});

describe('values to choose from', () => {
  const values = async (query: string, who: Person = scene.store_owner) => {
    const path = `product-characteristics/values?shop_id=${scene.shop.id}&${query}`;
    const { status, body } = await ask('GET', path, undefined, who);
    return status === 200 ? body.data : status;
  };

  it('are those of the dictionary, then those of other products', async () => {
    await buildAttribute(api.db, { shop: scene.shop, name: 'Состав', values: ['Лён', 'Хлопок'] });
    const product = await own();
    await put(product.id, { characteristics: [{ name: 'Состав', value: 'Вискоза и лён' }] });

    expect(await values('name=состав')).toEqual(['Лён', 'Хлопок', 'Вискоза и лён']);
    expect(await values('name=состав&search=лен')).toEqual(['Лён', 'Вискоза и лён']);
    expect(await values('name=Узор')).toEqual([]);
  });

  it('are of an own shop', async () => {
    const people = [null, scene.customer, scene.otherOwner];
    expect(await Promise.all(people.map((who) => values('name=Состав', who)))).toEqual([401, 403, 404]);
    const names = people.map((who) =>
      ask('GET', `product-characteristics?shop_id=${scene.shop.id}`, undefined, who),
    );
    expect((await Promise.all(names)).map(({ status }) => status)).toEqual([401, 403, 404]);
  });
});
