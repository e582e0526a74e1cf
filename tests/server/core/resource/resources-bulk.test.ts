import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import { type BulkAnswer, bulkFields } from '@/contract/core/bulk';
import type { AnyResource } from '@/contract/core/define';
import { isAllowed, permissionsOfRole } from '@/contract/core/permissions';
import { withNeeds } from '../../../support/needs';
import { sampleNames, samples } from '../../../support/samples';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** Every family, bulk actions: by selection or by filter, counted, and undone; its list as a file. */
const { api, scene } = setUpScene();

describe.each(sampleNames)('%s', (name) => {
  beforeEach(() => withNeeds(api, scene, name));
  const resource: AnyResource = resources[name];
  const sample = samples[name];
  const { endpoint } = resource;
  const title = resource.columns[0]?.key ?? '';
  const admin = () => scene.super_admin;
  const bulk = (action: string, body: object) =>
    api.request<BulkAnswer & Wire>(admin(), 'POST', `${endpoint}/bulk/${action}`, body);
  const total = async () => (await api.request(admin(), 'GET', `${endpoint}?page=1`)).body.total;

  async function createThree(): Promise<Wire[]> {
    const made: Wire[] = [];
    for (const text of sample.inOrder.slice(0, 3)) {
      const body = { ...sample.body(scene, 'super_admin'), ...sample.unique?.(made.length) };
      const answer = await api.request(admin(), 'POST', endpoint, {
        ...body,
        [title]: text,
        slug: undefined,
      });
      expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
      made.push(answer.body);
    }
    return made;
  }

  it('removes the selected rows and undoes it', async () => {
    const [first, second] = await createThree();
    const before = await total();

    const removed = await bulk('remove', { ids: [first?.id, second?.id, 999_999] });

    expect([removed.status, removed.body.done, await total()]).toEqual([200, 2, before - 2]);
    const undone = await bulk(`${removed.body.id}/undo`, {});
    expect([undone.status, undone.body.done, undone.body.refused, await total()]).toEqual([
      200,
      2,
      0,
      before,
    ]);
    expect((await bulk(`${removed.body.id}/undo`, {})).status).toBe(404);
  });

  it('removes everything that the filter matches, and only that', async () => {
    const rows = await createThree();
    const before = await total();
    const wanted = String(rows[2]?.[title]);

    const { body } = await bulk('remove', {
      query: { search: `${Object.keys(resource.search)[0]}:${wanted}`, searchJoin: 'and' },
    });

    expect([body.done, await total()]).toEqual([1, before - 1]);
    expect((await api.request(admin(), 'GET', `${endpoint}/${rows[2]?.id}`)).status).toBe(404);
  });

  it('does not touch rows that somebody changed since', async () => {
    const [first] = await createThree();
    const removed = await bulk('remove', { ids: [first?.id] });
    await api.request(admin(), 'POST', `${endpoint}/${first?.id}/restore`);

    expect((await bulk(`${removed.body.id}/undo`, {})).body).toMatchObject({ done: 0, refused: 1 });
  });

  it('audits every row', async () => {
    const [first, second] = await createThree();
    await bulk('remove', { ids: [first?.id, second?.id] });

    const entries = await api.db
      .selectFrom('audit_log')
      .select(['row_id', 'user_id'])
      .where('family', '=', name)
      .where('action', '=', 'remove')
      .orderBy('row_id')
      .execute();
    expect(entries).toEqual([first, second].map((row) => ({ row_id: row?.id, user_id: admin().id })));
  });

  it('refuses an invalid target', async () => {
    for (const body of [{}, { ids: ['a'] }, { ids: 'all' }, { query: { nonsense: '1' } }]) {
      expect((await bulk('remove', body)).status).toBe(422);
    }
  });

  it('is closed to guests, customers, and roles without the family', async () => {
    const [first] = await createThree();
    for (const user of [null, scene.customer]) {
      for (const path of ['bulk/remove', 'bulk/set', 'bulk/1/undo']) {
        const { status } = await api.request(user, 'POST', `${endpoint}/${path}`, { ids: [first?.id] });
        expect([path, status]).toEqual([path, user ? 403 : 401]);
      }
      expect((await api.request(user, 'GET', `${endpoint}/export`)).status).toBe(user ? 403 : 401);
    }
    expect((await api.request(admin(), 'GET', `${endpoint}/${first?.id}`)).status).toBe(200);
  });

  it("touches no row of another shop's people", async () => {
    const [first] = await createThree();
    const { status, body } = await api.request<BulkAnswer & Wire>(
      scene.otherOwner,
      'POST',
      `${endpoint}/bulk/remove`,
      { ids: [first?.id] },
    );

    const isOpen = isAllowed(resource.allow.remove, permissionsOfRole.store_owner);
    expect([status, body.done]).toEqual(isOpen ? [200, 0] : [403, undefined]);
    expect((await api.request(admin(), 'GET', `${endpoint}/${first?.id}`)).status).toBe(200);
  });

  const [field] = bulkFields(resource);
  it.runIf(field)('sets a status on the selected rows and undoes it', async () => {
    const [first, second] = await createThree();
    const key = field?.key ?? '';
    const value = field?.values.find((one) => one !== first?.[key]) ?? '';
    const read = async () =>
      Promise.all(
        [first, second].map(
          async (row) => (await api.request(admin(), 'GET', `${endpoint}/${row?.id}`)).body,
        ),
      );

    const before = await read();
    const logged = async () => (await api.db.selectFrom('audit_log').select('id').execute()).length;
    const entries = await logged();
    const preview = await bulk('set/preview', { ids: [first?.id, second?.id, 999_999], key, value });
    expect([preview.status, preview.body.done]).toEqual([200, 2]);
    expect(preview.body.kept).toEqual({ same: 0, refused: 0, deleted: 0, foreign: 0, missing: 1 });
    const samples = before.map((row) => ({
      title: resource.titleOf(row as never),
      before: row[key],
      after: value,
    }));
    expect(preview.body.samples).toEqual(samples);
    expect((await bulk('set/preview', { ids: [first?.id], key, value: 'nonsense' })).status).toBe(422);
    // Nothing has happened.
    expect([await read(), await logged()]).toEqual([before, entries]);
    const path = `${endpoint}/bulk/set/preview`;
    const sent = { ids: [first?.id], key, value };
    expect((await api.request(null, 'POST', path, sent)).status).toBe(401);
    expect((await api.request(scene.customer, 'POST', path, sent)).status).toBe(403);

    const { status, body } = await bulk('set', { ids: [first?.id, second?.id], key, value });

    expect([status, body.done]).toEqual([200, 2]);
    expect((await read()).map((row) => [row[key], row.version])).toEqual([
      [value, 2],
      [value, 2],
    ]);
    await bulk(`${body.id}/undo`, {});
    expect((await read()).map((row) => row[key])).toEqual([first?.[key], second?.[key]]);
    expect((await bulk('set', { ids: [first?.id], key, value: 'nonsense' })).status).toBe(422);
    expect((await bulk('set', { ids: [first?.id], key: 'version', value: true })).status).toBe(422);
  });

  it('exports its list: the filtered rows, the chosen columns, with labels', async () => {
    const rows = await createThree();
    const wanted = String(rows[1]?.[title]);
    const ask = (query: string) => api.request<string>(admin(), 'GET', `${endpoint}/export?${query}`);

    const all = await ask(`columns=${title}&orderBy=${title}`);
    const one = await ask(`search=${encodeURIComponent(`${Object.keys(resource.search)[0]}:${wanted}`)}`);

    expect(all.headers['content-type']).toContain('text/csv');
    expect(all.headers['content-disposition']).toContain(`${name}-2026-03-10.csv`);
    expect(all.body.startsWith('\ufeff')).toBe(true);
    const [heading, ...lines] = parse(all.body, { bom: true, delimiter: ';' });
    expect(heading?.[0]).not.toBe(title);
    for (const text of sample.inOrder.slice(0, 3)) expect(lines.flat()).toContain(text);
    expect(parse(one.body, { bom: true, delimiter: ';' })).toHaveLength(2);
    expect((await ask('columns=password')).status).toBe(422);
    expect((await ask('orderBy=password')).status).toBe(422);
  });
});

describe('an exported list', () => {
  it('contains no formula', async () => {
    await api.request(scene.super_admin, 'POST', 'tags', { name: '=1+1', slug: 'formula' });
    const made = await api.request(scene.super_admin, 'POST', 'tags', { name: 'Скидка -5%', details: 'x' });
    expect(made.status).toBe(201);
    await api.db
      .updateTable('tags')
      .set({ name: '=HYPERLINK("http://a.ru")' })
      .where('id', '=', made.body.id)
      .execute();

    const { body } = await api.request<string>(scene.super_admin, 'GET', 'tags/export?columns=name');

    expect(body).toContain(`"'=HYPERLINK(""http://a.ru"")"`);
  });
});
