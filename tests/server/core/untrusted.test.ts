import { describe, expect, it } from 'vitest';
import * as yup from 'yup';
import { resourceNames, resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import { sortKeys } from '@/server/core/resource/list-query';
import { validate } from '@/server/core/validate';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

const inherited = [
  'toString',
  'valueOf',
  'hasOwnProperty',
  'constructor',
  '__defineGetter__',
  'isPrototypeOf',
];

describe('a body', () => {
  it.each(inherited)('with the inherited key %s is refused at its field', async (key) => {
    for (const [field, text] of [
      [key, `{"name":"a","${key}":1}`],
      ['name', `{"name":{"a":[{"${key}":null}]}}`],
    ]) {
      const { status, body } = await api.request(scene.super_admin, 'POST', 'tags', text);

      expect([status, body.message, Object.keys(body.errors)]).toEqual([422, 'VALIDATION_FAILED', [field]]);
    }
  });

  it('with __proto__ is refused', async () => {
    const { status, body } = await api.request(scene.super_admin, 'POST', 'tags', '{"__proto__":{"a":1}}');

    expect([status, body.message]).toEqual([400, 'BAD_REQUEST']);
  });

  it.each([
    ['lists', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['objects', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`],
  ])('of 30,000 nested %s is refused, also with an idempotency key', async (_kind, text) => {
    for (const key of ['', 'deep']) {
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
      const { status, body } = await api.request(scene.super_admin, 'POST', 'shippings', text, headers);

      expect([status, body.message]).toEqual([400, 'BAD_REQUEST']);
    }
  });

  it('is validated only after the session', async () => {
    const { status } = await api.request(null, 'POST', 'tags', '{"toString":1}');

    expect(status).toBe(401);
  });
});

describe('a query', () => {
  it.each(inherited)('with the inherited key %s is refused', async (key) => {
    for (const path of ['stock-movements', 'tags', 'my-shops']) {
      const { status, body } = await api.request(scene.super_admin, 'GET', `${path}?${key}=1`);

      expect([path, status, body.message]).toEqual([path, 422, 'VALIDATION_FAILED']);
    }
  });

  it('with a repeated key is refused', async () => {
    for (const key of ['search', 'orderBy', 'sortedBy', 'page', 'limit', 'searchJoin']) {
      const { status, body } = await api.request(scene.super_admin, 'GET', `tags?${key}=1&${key}=2`);

      expect([key, status, body.errors]).toEqual([key, 422, { [key]: ['error-wrong-value'] }]);
    }
  });
});

describe('a value named like a member of every object', () => {
  it.each([
    ['flash-sale?status=', 200],
    ['flash-sale/export?status=', 200],
    ['advertising-banners?status=', 200],
    ['products?stock=', 422],
    ['products/export?stock=', 422],
    ['products?search=stock:', 422],
    ['products/counts?tabs=', 422],
    ['tags?orderBy=', 422],
    ['analytics/figures?period=', 422],
  ])('in %s is unknown like any other', async (address, expected) => {
    for (const value of ['hasOwnProperty', 'constructor', '__proto__', 'toString']) {
      const { status } = await api.request(scene.super_admin, 'GET', `${address}${value}`);

      expect([value, status]).toEqual([value, expected]);
    }
  });
});

describe('null in a list of records', () => {
  it.each(resourceNames)('of %s is refused at its place, before any test reads its fields', async (name) => {
    const resource: AnyResource = resources[name];
    const schema = await resource.schema();
    const lists = Object.entries(schema.fields).filter(
      ([, field]) => field instanceof yup.ArraySchema && field.innerType instanceof yup.ObjectSchema,
    );

    for (const [key] of lists) {
      const refused = await validate(schema, { [key]: [null] }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(yup.ValidationError);
    }
  });

  it('is a refusal of the field, not an error of the server', async () => {
    const { status, body } = await api.request(scene.store_owner, 'POST', 'manufacturers', {
      socials: [null],
    });

    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['socials']]);
  });
});

describe('a number', () => {
  const strange = ['1e2', ' 5 ', '0x10', '+1', '1_0', [1], [[1]], true, { a: 1 }];

  it.each(strange.map((value) => [JSON.stringify(value), value] as const))(
    'is refused as %s at its field, also in place of an id',
    async (_text, value) => {
      const line = (given: object) => ({ products: [{ product_id: 1, order_quantity: 1, ...given }] });
      for (const [path, sent, field] of [
        ['taxes', { name: 'НДС', rate: value, country: 'RU' }, 'rate'],
        ['orders/checkout/verify', line({ order_quantity: value }), 'products.order_quantity'],
        ['orders/checkout/verify', line({ product_id: value }), 'products.product_id'],
        ['orders/checkout/verify', line({ product_id: { id: value } }), 'products.product_id'],
        ['approve-coupon', { id: value }, 'id'],
        ['store-notices/read', { id: value }, 'id'],
        ['orders/picklist', { ids: [value] }, 'ids'],
        ['presence', { family: 'tags', id: value, is_open: true }, 'id'],
      ] as const) {
        const { status, body } = await api.request(scene.super_admin, 'POST', path, sent);

        expect([path, status, Object.keys(body.errors ?? {})]).toEqual([
          path,
          422,
          expect.arrayContaining([field]),
        ]);
      }
    },
  );

  it('is accepted as plain decimal text, with a comma and grouped', async () => {
    for (const [sent, stored] of [
      ['12.50', 12.5],
      ['12,5', 12.5],
      ['1 000', 1000],
      ['7', 7],
    ]) {
      const { status, body } = await api.request(scene.super_admin, 'POST', 'shippings', {
        name: 'Курьер',
        type: 'fixed',
        amount: sent,
        is_global: false,
      });

      expect([status, Number(body.amount)]).toEqual([201, stored]);
    }
  });

  it('of a page or a limit is digits only', async () => {
    for (const key of ['page', 'limit'])
      for (const text of ['1e2', '%205%20', '0x10', '+1', '1.0', 'true']) {
        const { status, body } = await api.request(scene.super_admin, 'GET', `tags?${key}=${text}`);

        expect([key, text, status, body.errors]).toEqual([key, text, 422, { [key]: ['error-wrong-value'] }]);
      }
  });

  it('of a row version is compared as digits only', async () => {
    const sample = { name: 'Курьер', type: 'fixed', amount: 100, is_global: true };
    const { body: row } = await api.request(scene.super_admin, 'POST', 'shippings', sample);
    for (const version of [`${row.version}e0`, [row.version], true]) {
      const { status } = await api.request(scene.super_admin, 'PUT', `shippings/${row.id}`, {
        amount: 1,
        version,
      });

      expect([version, status]).toEqual([version, 409]);
    }
  });
});

describe.each(resourceNames)('the list of %s', (name) => {
  const { endpoint, search, filters } = resources[name];

  it('is sorted by each of its sorts', async () => {
    for (const sort of new Set(sortKeys(resources[name]))) {
      const { status } = await api.request(scene.super_admin, 'GET', `${endpoint}?orderBy=${sort}`);

      expect([sort, status]).toEqual([sort, 200]);
    }
  });

  it('refuses a filter that is only a search key, and answers all others', async () => {
    for (const { key, via } of filters) {
      const isKnown = via === 'param' || Object.hasOwn(search, key);
      const { status } = await api.request(scene.super_admin, 'GET', `${endpoint}?${key}=1`);

      expect([key, status < 500, isKnown || status === 422]).toEqual([key, true, true]);
    }
  });
});
