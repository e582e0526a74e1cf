import { offerLanguages } from '@tests/support/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import type { DB } from '@/server/core/db/types';
import { withNeeds } from '../../../support/needs';
import { sampleNames, samples } from '../../../support/samples';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** Every family works: create → list → find → sort → read → edit → conflict → remove → restore, and in a second language. */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));

describe.each(sampleNames)('%s', (name) => {
  const resource: AnyResource = resources[name];
  const sample = samples[name];
  beforeEach(() => withNeeds(api, scene, name));
  const { endpoint } = resource;
  const title = resource.columns[0]?.key ?? '';
  const admin = () => scene.super_admin;
  const one = (row: { id: number }) => `${endpoint}/${row.id}`;

  async function create(more: object = {}): Promise<Wire> {
    const sent = { ...sample.body(scene, 'super_admin'), ...more };
    const { status, body } = await api.request(admin(), 'POST', endpoint, sent);
    expect([status, body.errors]).toEqual([201, undefined]);
    return body;
  }

  /** Rows with titles in the sample's order, created in another one. */
  async function createFour(): Promise<void> {
    const [a, b, c, d] = sample.inOrder;
    for (const [index, text] of [c, a, d, b].entries()) {
      await create({ ...sample.unique?.(index), [title]: text, slug: undefined });
    }
  }

  async function stored(id: number): Promise<Wire> {
    const table = name.replaceAll('-', '_') as keyof DB;
    const row = await api.db
      .selectFrom(table)
      .selectAll()
      .where('id' as never, '=', id as never)
      .executeTakeFirst();
    // Times in wire format.
    return JSON.parse(JSON.stringify(row));
  }

  async function auditOf(id: number) {
    return api.db
      .selectFrom('audit_log')
      .selectAll()
      .where('family', '=', name)
      .where('row_id', '=', id)
      .orderBy('id')
      .execute();
  }

  it('stores what was sent and returns it', async () => {
    const sent = sample.body(scene, 'super_admin');
    const row = await create();

    const inTable = await stored(row.id);
    for (const [key, value] of Object.entries(sent)) {
      expect([key, row[key]]).toEqual([key, value]);
      if (key in inTable) expect([key, inTable[key]]).toEqual([key, value]);
    }
    expect(row).toMatchObject({ version: 1, created_at: api.now().toISOString() });
  });

  it('reads by id, and by slug if there is one', async () => {
    const row = await create();

    expect((await api.request(admin(), 'GET', one(row))).body).toEqual(row);
    const bySlug = await api.request(admin(), 'GET', `${endpoint}/${row.slug ?? 'any'}`);
    if (resource.slugFrom) expect(bySlug.body).toEqual(row);
    else expect(bySlug.status).toBe(404);
  });

  it('lists pages with page links', async () => {
    await createFour();
    const { body } = await api.request(admin(), 'GET', `${endpoint}?limit=3&page=1`);
    const second = await api.request(admin(), 'GET', `${endpoint}?limit=3&page=2`);

    expect(body).toMatchObject({ current_page: 1, per_page: 3, from: 1, to: 3, last_page: 2, total: 4 });
    expect(body).toMatchObject({ prev_page_url: null });
    expect(String(body.next_page_url)).toContain('page=2');
    expect(second.body).toMatchObject({ from: 4, to: 4, next_page_url: null });
    const ids = [...body.data, ...second.body.data].map((row) => row.id);
    expect(new Set(ids).size).toBe(4);
  });

  const isNewestFirst = resource.defaultSort.orderBy === 'created_at';
  it.runIf(isNewestFirst)('shows the newest first by default', async () => {
    await createFour();
    api.setNow(new Date(api.now().getTime() + 60_000));
    const newest = await create({
      slug: undefined,
      ...sample.unique?.(9),
      ...(name === 'error-codes' && { code: 'NEWEST' }),
    });

    const { body } = await api.request(admin(), 'GET', `${endpoint}?page=1`);
    expect(body.data[0]?.id).toBe(newest.id);
  });

  it('finds by a part of the title in any case, and by a word without a key', async () => {
    await createFour();
    const word = sample.inOrder[3];
    const part = word.slice(1, 5).toUpperCase();
    const ask = async (search: string) =>
      (
        await api.request(
          admin(),
          'GET',
          `${endpoint}?page=1&search=${encodeURIComponent(search)}&searchJoin=and`,
        )
      ).body;

    for (const search of [`${title}:${part}`, part, `${title}:${part};${title}:${word.slice(0, 2)}`]) {
      const { data, total } = await ask(search);
      expect([search, total, data[0]?.[title]]).toEqual([search, 1, word]);
    }
    expect((await ask(`${title}:nothing-like-it`)).total).toBe(0);
    expect((await ask('')).total).toBe(4);
  });

  it('sorts by the title alphabetically, in both directions', async () => {
    await createFour();
    const sorted = async (way: string) =>
      (
        await api.request(admin(), 'GET', `${endpoint}?page=1&orderBy=${title}&sortedBy=${way}`)
      ).body.data.map((row) => row[title]);

    expect(await sorted('asc')).toEqual([...sample.inOrder]);
    expect(await sorted('DESC')).toEqual([...sample.inOrder].reverse());
  });

  it('sorts by every sortable column, in both directions', async () => {
    await createFour();
    for (const { key } of resource.columns.filter(({ sort }) => sort)) {
      const ids = async (way: string) => {
        const { status, body } = await api.request(
          admin(),
          'GET',
          `${endpoint}?page=1&orderBy=${key}&sortedBy=${way}`,
        );
        expect([key, status]).toEqual([key, 200]);
        return body.data.map((row) => row.id);
      };
      expect(await ids('desc')).toEqual((await ids('asc')).reverse());
    }
  });

  it('filters by every declared filter and search key', async () => {
    const row = await create();
    for (const { key, via, kind, options = [] } of resource.filters) {
      const related = row[key] as { slug: string } | null;
      const isStub = kind === 'related' && via === 'search';
      const name = isStub ? `${key}.slug` : key;
      const mine = isStub ? String(related?.slug) : String(row[key]);
      const others = options.length > 0 ? options.filter((option) => option !== mine) : [String(!row[key])];
      const other = kind === 'related' ? '999999' : others[0];
      const yes = await api.request(admin(), 'GET', `${endpoint}?page=1&${name}=${mine}`);
      const no = await api.request(admin(), 'GET', `${endpoint}?page=1&${name}=${other}`);
      expect([key, yes.body.total, no.body.total]).toEqual([key, 1, 0]);
    }
    for (const key of Object.keys(resource.search)) {
      const { status } = await api.request(admin(), 'GET', `${endpoint}?page=1&search=${key}:1`);
      expect([key, status]).toEqual([key, 200]);
    }
  });

  it.each(['PUT', 'PATCH'] as const)('saves nothing by %s when nothing changes', async (method) => {
    const row = await create();
    const before = await stored(row.id);
    api.setNow(new Date(api.now().getTime() + 60_000));

    for (const same of [row, sample.body(scene, 'super_admin'), { [title]: row[title] }, {}]) {
      const { status, body } = await api.request(admin(), method, one(row), {
        ...same,
        version: row.version,
      });
      expect([status, body.errors, body.version]).toEqual([200, undefined, 1]);
    }

    expect(await stored(row.id)).toEqual(before);
    expect((await auditOf(row.id)).map(({ action }) => action)).toEqual(['create']);
    const changed = await api.request(admin(), method, one(row), sample.changed);
    expect([changed.status, changed.body.version]).toEqual([200, 2]);
  });

  it.each(['PUT', 'PATCH'] as const)('changes by %s only what was sent', async (method) => {
    const row = await create();
    api.setNow(new Date(api.now().getTime() + 60_000));

    const { status, body } = await api.request(admin(), method, one(row), sample.changed);

    expect(status).toBe(200);
    const decided = {
      version: 2,
      updated_at: api.now().toISOString(),
      ...('updated_by' in row && { updated_by: admin().id }),
      // A text with the terms of a sale, which change.
      ...('terms' in row && { terms: body.terms }),
    };
    expect(body).toEqual({ ...row, ...sample.changed, ...decided });
    expect((await api.request(admin(), 'GET', one(row))).body).toEqual(body);
    expect(await stored(row.id)).toMatchObject(sample.changed);
  });

  it('records who changed what', async () => {
    const row = await create();
    await api.request(admin(), 'PUT', one(row), sample.changed);
    await api.request(admin(), 'DELETE', one(row));
    await api.request(admin(), 'POST', `${one(row)}/restore`);

    const [created, updated, removed, restored] = await auditOf(row.id);
    expect([created, updated, removed, restored].map((entry) => entry?.action)).toEqual([
      'create',
      'update',
      'remove',
      'restore',
    ]);
    expect(created).toMatchObject({ user_id: admin().id, at: api.now() });
    expect(created?.changes).toMatchObject({ [title]: [null, row[title]] });
    const pairs = Object.entries(sample.changed).map(([key, value]) => [key, [row[key], value]]);
    expect(updated?.changes).toEqual(Object.fromEntries(pairs));
  });

  it('answers a stale edit with CONFLICT and the current row', async () => {
    const row = await create();
    const seen = { ...sample.changed, version: row.version };
    const first = await api.request(admin(), 'PUT', one(row), seen);

    const second = await api.request(admin(), 'PUT', one(row), seen);

    expect([first.status, second.status, second.body.message]).toEqual([200, 409, 'CONFLICT']);
    expect(second.body.current).toEqual(first.body);
    expect((await stored(row.id)).version).toBe(2);
  });

  it('accepts exactly one of two concurrent edits', async () => {
    const row = await create();
    const edits = [1, 2, 3].map(() =>
      api.request(admin(), 'PUT', one(row), { ...sample.changed, version: row.version }),
    );

    const statuses = (await Promise.all(edits)).map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409]);
    expect((await stored(row.id)).version).toBe(2);
  });

  it('removes softly and restores', async () => {
    const row = await create();

    const removed = await api.request(admin(), 'DELETE', one(row));
    const gone = await api.request(admin(), 'GET', one(row));
    const list = await api.request(admin(), 'GET', `${endpoint}?page=1`);
    const again = await api.request(admin(), 'DELETE', one(row));
    const restored = await api.request(admin(), 'POST', `${one(row)}/restore`);
    const twice = await api.request(admin(), 'POST', `${one(row)}/restore`);

    expect([removed.status, removed.body]).toEqual([200, true]);
    expect([gone.status, list.body.total, again.status]).toEqual([404, 0, 404]);
    expect(restored.status).toBe(200);
    expect(restored.body).toMatchObject({ id: row.id, [title]: row[title] });
    expect(twice.status).toBe(404);
    expect((await api.request(admin(), 'GET', `${endpoint}?page=1`)).body.total).toBe(1);
  });

  it('accepts DELETE with an empty JSON body', async () => {
    const row = await create();
    const { status } = await api.request(admin(), 'DELETE', one(row), '');

    expect(status).toBe(200);
  });

  it.runIf(resource.translatable.length > 0)(
    'keeps a text per language and falls back to Russian',
    async () => {
      const row = await create();
      const english = sample.english ?? {};

      const written = await api.request(admin(), resource.updateMethod, `${one(row)}?language=en`, {
        ...sample.changed,
        ...english,
      });
      const inEnglish = await api.request(admin(), 'GET', `${one(row)}?language=en`);
      const inRussian = await api.request(admin(), 'GET', one(row));
      const inArabic = await api.request(admin(), 'GET', `${one(row)}?language=ar`);

      expect(written.status).toBe(200);
      expect(inEnglish.body).toMatchObject({
        ...english,
        language: 'en',
        translated_languages: ['ru', 'en'],
      });
      const texts = Object.fromEntries(resource.translatable.map((key) => [key, row[key]]));
      expect(inRussian.body).toMatchObject({ ...texts, language: 'ru', translated_languages: ['ru', 'en'] });
      expect(inArabic.body).toMatchObject(texts);
      // Values other than texts are shared by all languages and not written by a translation.
      for (const key of Object.keys(sample.changed).filter((each) => !resource.translatable.includes(each))) {
        expect([key, inRussian.body[key]]).toEqual([key, row[key]]);
      }
      expect((await auditOf(row.id)).at(-1)?.action).toBe('translate:en');
    },
  );

  it.runIf(resource.translatable.length > 0)(
    'tells a translation’s form which texts are stored, and nobody else',
    async () => {
      const row = await create();
      const key = Object.keys(sample.english ?? {})[0] ?? '';
      const text: unknown = sample.english?.[key];
      const english = `${one(row)}?language=en`;

      const written = await api.request(admin(), resource.updateMethod, english, { [key]: text });
      const read = await api.request(admin(), 'GET', english);
      const inArabic = await api.request(admin(), 'GET', `${one(row)}?language=ar`);
      const inRussian = await api.request(admin(), 'GET', one(row));
      const list = await api.request(admin(), 'GET', `${endpoint}?page=1&language=en`);
      const stranger = await api.request(null, 'GET', english);

      expect(written.body.translation).toEqual({ [key]: text });
      expect(read.body.translation).toEqual({ [key]: text });
      expect(inArabic.body.translation).toEqual({});
      for (const body of [inRussian.body, list.body.data[0], stranger.body]) {
        expect(body ?? {}).not.toHaveProperty('translation');
      }
    },
  );

  it.runIf(resource.translatable.length > 0)('searches and sorts in the requested language', async () => {
    const row = await create();
    const key = resource.translatable[0] ?? '';
    await api.request(admin(), 'PUT', `${one(row)}?language=en`, sample.english);
    const text = String(sample.english?.[key]).slice(0, 4);
    const searchKey = key in resource.search ? `${key}:` : '';

    const ask = async (language: string) =>
      (
        await api.request(
          admin(),
          'GET',
          `${endpoint}?page=1&search=${searchKey}${text}&language=${language}`,
        )
      ).body;
    if (resource.search[key] === 'like') {
      expect([(await ask('en')).total, (await ask('ru')).total]).toEqual([1, 0]);
    }
    const sorted = await api.request(admin(), 'GET', `${endpoint}?page=1&orderBy=${title}&language=en`);
    expect(sorted.body.data[0]).toMatchObject(sample.english ?? {});
  });

  it.runIf(resource.fields.some(({ kind }) => kind === 'slug'))(
    'translates by POST with the same slug in another language',
    async () => {
      const row = await create();

      const { status, body } = await api.request(admin(), 'POST', `${endpoint}?language=en`, {
        slug: row.slug,
        ...sample.english,
      });

      expect([200, 201]).toContain(status);
      expect(body).toMatchObject({ id: row.id, translated_languages: ['ru', 'en'], ...sample.english });
      expect((await api.request(admin(), 'GET', one(row))).body).toMatchObject({ [title]: row[title] });
    },
  );

  it.runIf(resource.slugFrom)('generates a free slug from the title, and never one of digits', async () => {
    const first = await create({ ...sample.unique?.(1), [title]: 'Ёлочные игрушки', slug: undefined });
    const second = await create({ ...sample.unique?.(2), [title]: 'Ёлочные игрушки', slug: '' });
    const digits = await create({ ...sample.unique?.(3), [title]: '2026', slug: undefined });

    expect(first.slug).toBe('yolochnye-igrushki');
    expect(second.slug).toBe('yolochnye-igrushki-2');
    expect(digits.slug).toMatch(/^2026-\d+$/);
  });

  it.runIf(resource.slugFrom)('gives two concurrent rows of one title different slugs', async () => {
    const body = { ...sample.body(scene, 'super_admin'), slug: undefined };
    const made = await Promise.all(
      [1, 2, 3].map((index) =>
        api.request(admin(), 'POST', endpoint, { ...body, ...sample.unique?.(index) }),
      ),
    );

    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(made.map((answer) => answer.body.slug)).size).toBe(3);
  });
});
