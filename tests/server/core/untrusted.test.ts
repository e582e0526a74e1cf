import { describe, expect, it } from 'vitest';
import { resourceNames, resources } from '@/contract';
import { sortKeys } from '@/server/core/http/list-query';
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
    ['lists', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('of 100,000 nested %s is refused, also with an idempotency key', async (_kind, text) => {
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
