import { beforeEach, describe, expect, it } from 'vitest';
import { defaultVendorFile } from '@/contract/shops/vendor-file';
import { jobCtx } from '@/server/core/jobs/job';
import { expirePapers, forgetPapers } from '@/server/modules/shops/vendor-file/expire-papers';
import { buildAttachment } from '../../../support/factories';
import { setUpScene } from '../../../support/scene';
import { requisites } from '../../../support/shops';

/** Reminders before a paper expires, the closed shop after it, and what opens it again. Moscow is three hours ahead. */
const { api, scene } = setUpScene();

const run = async (at: string) => {
  api.setNow(new Date(at));
  await expirePapers({
    ctx: jobCtx(api.db, new Date(at), 'https://shop.test'),
    signal: new AbortController().signal,
    report: (error) => {
      throw error;
    },
  });
};
const letters = async () =>
  (await api.db.selectFrom('outbox').select('template').orderBy('id').execute()).map(
    ({ template }) => template,
  );
const isOpen = async () =>
  (
    await api.db
      .selectFrom('shops')
      .select('is_active')
      .where('id', '=', scene.shop.id)
      .executeTakeFirstOrThrow()
  ).is_active;
const setFile = async (more: object = {}) => {
  const director = defaultVendorFile.papers.organisation.filter(({ key }) => key === 'director');
  const papers = { ...defaultVendorFile.papers, organisation: director };
  const options = JSON.stringify({ vendorFile: { ...defaultVendorFile, isOn: true, papers, ...more } });
  await api.db.deleteFrom('settings').execute();
  await api.db.insertInto('settings').values({ options }).execute();
};
const addPaper = async (expires_on: string, state = 'accepted') => {
  const { id } = await buildAttachment(api.db, { user: scene.store_owner, kind: 'pdf' });
  const moments = { created_at: api.now(), updated_at: api.now(), decided_at: api.now() };
  return api.db
    .insertInto('vendor_papers')
    .values({
      ...moments,
      shop_id: scene.shop.id,
      owner_id: scene.store_owner.id,
      item: 'director',
      attachment_id: id,
      expires_on,
      state,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};
const decide = (paper: { id: number; version: number }) =>
  api.request(scene.super_admin, 'POST', `shops/${scene.shop.id}/papers/${paper.id}/decide`, {
    state: 'accepted',
    version: paper.version,
  });

beforeEach(async () => {
  await setFile();
  await api.db
    .updateTable('shops')
    .set({ requisites: JSON.stringify(requisites) })
    .where('id', '=', scene.shop.id)
    .execute();
  await api.request(scene.super_admin, 'POST', `shops/${scene.shop.id}/checks/decide`, {
    ...{ register: 'registry', state: 'accepted', version: 0 },
  });
});

describe('reminders', () => {
  it('come 30, 7 and 1 days before the last day, each once, and once after it', async () => {
    await setFile({ pauses: false });
    await addPaper('2026-06-30');
    const reminder = 'vendor-paper-expires';

    await run('2026-05-30T20:59:00Z'); // 30 May in Moscow: 31 days.
    expect(await letters()).toEqual([]);
    await run('2026-05-30T21:01:00Z');
    await run('2026-06-01T09:00:00Z');
    expect(await letters()).toEqual([reminder]);
    await run('2026-06-22T21:01:00Z');
    await run('2026-06-25T09:00:00Z');
    expect(await letters()).toEqual([reminder, reminder]);
    await run('2026-06-28T21:01:00Z');
    await run('2026-06-30T20:59:00Z'); // The last day.
    expect(await letters()).toEqual([reminder, reminder, reminder]);
    await run('2026-06-30T21:01:00Z');
    await run('2026-07-20T09:00:00Z');
    expect(await letters()).toEqual([reminder, reminder, reminder, 'vendor-paper-expired']);
    expect(await isOpen()).toBe(true);
    const bells = await api.db.selectFrom('notify_logs').select(['receiver', 'notify_event']).execute();
    expect(bells).toEqual(
      Array.from({ length: 4 }, () => ({ receiver: scene.store_owner.id, notify_event: 'paper-expires' })),
    );
  });

  it('come once from two processes at the same time', async () => {
    await addPaper('2026-06-30');
    await Promise.all([run('2026-06-24T09:00:00Z'), run('2026-06-24T09:00:00Z')]);
    expect(await letters()).toHaveLength(1);
  });

  it('do not come for a paper that a newer accepted one follows, nor while the setting is off', async () => {
    await addPaper('2026-06-30');
    await addPaper('2027-06-30');
    await run('2026-07-02T09:00:00Z');
    await setFile({ isOn: false });
    await run('2027-07-02T09:00:00Z');
    expect([await letters(), await isOpen()]).toEqual([[], true]);
  });
});

describe('an expired obligatory paper', () => {
  it('closes the shop after its last day, and a new accepted one opens it again', async () => {
    await addPaper('2026-06-30');
    await run('2026-06-30T20:59:00Z');
    expect(await isOpen()).toBe(true);
    await run('2026-06-30T21:01:00Z');
    expect(await isOpen()).toBe(false);
    const file = await api.request<{ paused_at: string; lacks: string[] }>(
      scene.store_owner,
      'GET',
      `shops/${scene.shop.id}/file`,
    );
    expect([file.body.paused_at, file.body.lacks]).toEqual(['2026-06-30T21:01:00.000Z', ['director']]);

    expect((await decide(await addPaper('2027-06-30', 'waiting'))).status).toBe(200);
    expect(await isOpen()).toBe(true);
    expect((await letters()).at(-1)).toBe('vendor-file-complete');
  });

  it('does not open a shop that a person has closed meanwhile', async () => {
    await addPaper('2026-06-30');
    await run('2026-07-01T09:00:00Z');
    await api.request(scene.super_admin, 'POST', 'disapprove-shop', {
      id: scene.shop.id,
      reason: 'Подделка',
    });

    await decide(await addPaper('2027-06-30', 'waiting'));

    expect(await isOpen()).toBe(false);
  });

  it('closes nothing when a newer paper is accepted, when it is not obligatory, or the setting says no', async () => {
    await addPaper('2026-06-30');
    const optional = [{ key: 'director', name: '', isRequired: false, hasExpiry: true }];
    await setFile({ papers: { ...defaultVendorFile.papers, organisation: optional } });
    await run('2026-07-01T09:00:00Z');
    expect(await isOpen()).toBe(true);
  });
});

it('papers without use are deleted a year later, and their files become unused', async () => {
  const kept = await addPaper('2026-06-30');
  await addPaper('2026-06-30', 'declined');
  await addPaper('2026-06-30', 'replaced');
  const ids = async () =>
    (await api.db.selectFrom('vendor_papers').select('id').orderBy('id').execute()).map(({ id }) => id);

  await forgetPapers({ db: api.db, now: new Date('2027-03-09T00:00:00Z') });
  expect(await ids()).toHaveLength(3);
  await forgetPapers({ db: api.db, now: new Date('2027-03-11T00:00:00Z') });
  expect(await ids()).toEqual([kept.id]);
});
