import { beforeEach, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import type { AnyResource, FieldKind } from '@/contract/core/define';
import { maximumLimit } from '@/contract/core/paging';
import { withNeeds } from '../../../support/needs';
import { sampleNames, samples } from '../../../support/samples';
import { setUpScene } from '../../../support/scene';

/** Every family, bad input: refused with the field's name, never stored, never a 500. */
const { api, scene } = setUpScene();

/** Invalid values for each kind of field. */
const wrongValue: Partial<Record<FieldKind, unknown>> = {
  text: { nested: true },
  textarea: ['a', 'list'],
  number: 'many',
  money: 'a lot',
  switch: 'perhaps',
  date: 'tomorrow',
  select: 'nothing-of-it',
  slug: 'Не Slug!',
};
const texts: FieldKind[] = ['text', 'textarea', 'formatted'];

const wrongQueries = [
  ...['orderBy=password_hash', 'orderBy=id;drop table tags', 'orderBy=constructor', 'sortedBy=sideways'],
  ...['search=password_hash:x', 'search=constructor:x', 'search=__proto__:x', 'search=toString:x'],
  ...['nonsense=1', 'constructor=1', 'deleted_at=1', 'page=0', 'page=1.5', 'page=-1', 'limit=none'],
  ...['language=xx', "language=ru'--"],
];

const wrongKeys = [
  ...['0', '-1', '1.5', '999999999', '99999999999999999999'],
  ...['no-such-slug', '1%20or%201=1', '%27', 'null'],
];

describe.each(sampleNames)('%s', (name) => {
  const resource: AnyResource = resources[name];
  const sample = samples[name];
  beforeEach(() => withNeeds(api, scene, name));
  const { endpoint } = resource;
  const admin = () => scene.super_admin;
  const valid = () => sample.body(scene, 'super_admin');

  async function create() {
    const { status, body } = await api.request(admin(), 'POST', endpoint, valid());
    expect(status).toBe(201);
    return body;
  }

  it('refuses an empty body and names the required fields', async () => {
    const { status, body } = await api.request(admin(), 'POST', endpoint, {});

    const required = resource.fields.filter((field) => field.required).map((field) => field.key);
    expect([status, body.message]).toEqual([422, 'VALIDATION_FAILED']);
    expect(Object.keys(body.errors)).toEqual(expect.arrayContaining(required));
    expect(
      Object.values(body.errors)
        .flat()
        .every((key) => key.startsWith('error-')),
    ).toBe(true);
  });

  it.each(['POST', 'PUT'] as const)('refuses wrong types on their fields by %s', async (method) => {
    const { id } = await create();
    for (const field of resource.fields) {
      if (!(field.kind in wrongValue)) continue;
      const wrong = { ...valid(), [field.key]: wrongValue[field.kind] };
      const path = method === 'POST' ? endpoint : `${endpoint}/${id}`;
      const { status, body } = await api.request(admin(), method, path, wrong);

      expect([field.key, status]).toEqual([field.key, 422]);
      expect(body.errors).toHaveProperty(field.key);
    }
  });

  it('refuses over-long texts on their fields', async () => {
    for (const field of resource.fields.filter(({ kind }) => texts.includes(kind))) {
      const long = { ...valid(), [field.key]: 'A'.repeat(20_000) };
      const { status, body } = await api.request(admin(), 'POST', endpoint, long);

      expect([field.key, status, body.errors?.[field.key]]).toEqual([field.key, 422, ['error-too-long']]);
    }
  });

  it('refuses numbers that the table cannot hold, without a 500', async () => {
    for (const field of resource.fields.filter(({ kind }) => kind === 'number' || kind === 'money')) {
      for (const number of [1e300, -1, '1e400', '-Infinity', 0.0000001, 1e15]) {
        const { status } = await api.request(admin(), 'POST', endpoint, { ...valid(), [field.key]: number });
        expect([field.key, number, [201, 422].includes(status)]).toEqual([field.key, number, true]);
      }
    }
  });

  it('refuses impossible dates', async () => {
    for (const field of resource.fields.filter(({ kind }) => kind === 'date')) {
      for (const text of ['2026-02-30', '2026-99-99', '2026-03-05garbage', '99999-01-01']) {
        const { status } = await api.request(admin(), 'POST', endpoint, { ...valid(), [field.key]: text });
        expect([field.key, text, status]).toEqual([field.key, text, 422]);
      }
    }
  });

  it('refuses a body that is not an object', async () => {
    // Broken JSON, a prototype key, a list, a bare text.
    for (const body of ['{"name": ', '{"__proto__": {"isAdmin": true}}', '[1, 2]', '"text"']) {
      const { status } = await api.request(admin(), 'POST', endpoint, body);
      expect([body, [400, 422].includes(status)]).toEqual([body, true]);
    }
  });

  it('refuses a NUL byte and an unpaired surrogate in any text', async () => {
    const textual = [...texts, 'icon', 'slug'];
    for (const field of resource.fields.filter(({ kind }) => textual.includes(kind))) {
      for (const bad of ['a\u0000b', 'a\ud800b']) {
        const { status } = await api.request(admin(), 'POST', endpoint, { ...valid(), [field.key]: bad });
        expect([field.key, bad, status]).toEqual([field.key, bad, 422]);
      }
    }
    const search = await api.request(
      admin(),
      'GET',
      `${endpoint}?page=1&search=${resource.columns[0]?.key}:%00`,
    );
    expect([200, 422]).toContain(search.status);
    const read = await api.request(admin(), 'GET', `${endpoint}/%00`);
    expect([404, 422]).toContain(read.status);
  });

  it('drops unknown and protected keys', async () => {
    const extra = {
      id: 999,
      created_by: 1,
      user_id: 1,
      deleted_at: '2020-01-01',
      created_at: '2020-01-01',
      nonsense: 1,
    };
    const { status, body } = await api.request(admin(), 'POST', endpoint, { ...valid(), ...extra });

    expect(status).toBe(201);
    expect(body.id).not.toBe(999);
    expect(body).not.toHaveProperty('nonsense');
    expect(body).not.toHaveProperty('deleted_at');
    expect(body.created_at).toBe(api.now().toISOString());
    const edited = await api.request(admin(), 'PATCH', `${endpoint}/${body.id}`, { ...extra });
    expect([edited.status, edited.body.id, edited.body.created_at]).toEqual([200, body.id, body.created_at]);
  });

  it('refuses invalid list queries', async () => {
    for (const query of wrongQueries) {
      const { status, body } = await api.request(admin(), 'GET', `${endpoint}?page=1&${query}`);
      expect([query, status, body.message]).toEqual([query, 422, 'VALIDATION_FAILED']);
    }
  });

  it('ignores an unknown `with` and caps `limit`', async () => {
    const { status, body } = await api.request(admin(), 'GET', `${endpoint}?with=shop;secrets&limit=5000`);

    expect(status).toBe(200);
    expect(body.per_page).toBe(maximumLimit);
  });

  it('answers an empty page beyond the end', async () => {
    await create();
    const { status, body } = await api.request(admin(), 'GET', `${endpoint}?page=900000&limit=100`);

    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [], from: null, to: null, total: 1, last_page: 1 });
    expect(body).toMatchObject({ next_page_url: null, current_page: 900_000 });
  });

  it('searches text literally', async () => {
    await create();
    for (const text of ['%27%20or%201=1--', '%25', '_', '%5C', '%27;drop table users;--']) {
      const { status, body } = await api.request(admin(), 'GET', `${endpoint}?page=1&search=${text}`);
      const expected = name === 'error-codes' && text === '_' ? 1 : 0;
      expect([text, status, body.total]).toEqual([text, 200, expected]);
    }
  });

  it('answers 404 for missing keys', async () => {
    for (const key of wrongKeys) {
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const body = method === 'PUT' ? sample.changed : undefined;
        const { status } = await api.request(admin(), method, `${endpoint}/${key}`, body);
        expect([method, key, status]).toEqual([method, key, 404]);
      }
    }
  });

  it('stores nothing when it refuses', async () => {
    await api.request(admin(), 'POST', endpoint, { ...valid(), language: 'xx' });
    await api.request(admin(), 'POST', endpoint, {});

    const { body } = await api.request(admin(), 'GET', `${endpoint}?page=1`);
    const audited = await api.db
      .selectFrom('audit_log')
      .select('id')
      .where('family', '=', name)
      .orderBy('id')
      .execute();
    expect([body.total, audited.length]).toEqual([0, 0]);
  });
});
