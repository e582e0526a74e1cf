import { beforeEach, describe, expect, it } from 'vitest';
import type { Settings } from '@/contract/settings';
import type { Approval } from '@/contract/settings/approvals';
import {
  guardedSettings,
  provenSettings,
  settingsWithoutMoney,
} from '@/server/modules/settings/money-settings';
import { tabSchemas } from '@/server/modules/settings/settings';
import { type BuiltUser, buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import { buildMember } from '../../support/team';

/** A setting that moves money is guarded like money (rules/settings). */
const { api, scene } = setUpScene();

interface Answered extends Settings {
  message: string;
  approval: Approval;
}
let second: BuiltUser;
const save = (by: { id: number }, options: object) =>
  api.request<Answered>(by, 'POST', 'settings', { options });
const confirm = (by: { id: number }, { id, hash }: Approval) =>
  api.request<Answered>(by, 'POST', `approvals/${id}/confirm`, { hash });
const stored = async () => (await api.request<Settings>(second, 'GET', 'settings')).body.options;

beforeEach(async () => {
  second = await buildUser(api.db, { role: 'super_admin', name: 'Ольга Финансова' });
  await api.db.insertInto('approval_rules').values({ mode: 'auto' }).execute();
});

describe('every setting', () => {
  it('is known as one that moves money, needs a fresh proof, or moves none', () => {
    const known = [...guardedSettings, ...provenSettings, ...settingsWithoutMoney];
    const all = new Set(tabSchemas.flatMap((schema) => Object.keys(schema.fields)));

    expect([...all].filter((key) => !known.includes(key))).toEqual([]);
    expect(known.filter((key) => !all.has(key))).toEqual([]);
    expect(known).toHaveLength(new Set(known).size);
  });
});

describe('a setting that moves money', () => {
  it('waits for a second person, who sees what the points are worth; the rest is saved at once', async () => {
    await api.db.updateTable('approval_rules').set({ refunds_from: 10_000_000 }).execute();
    const gift = { customer_id: scene.customer.id, points: 705 };
    expect((await api.request(scene.super_admin, 'POST', 'add-points', gift)).status).toBe(200);
    const before = await stored();

    const answer = await save(scene.super_admin, { siteTitle: 'Ярмарка', currencyToWalletRatio: 0.01 });

    expect([answer.status, answer.body.approval.kind]).toEqual([202, 'settings']);
    expect(answer.body.approval.facts).toEqual([
      { key: 'currencyToWalletRatio', kind: 'text', before: 3, after: 0.01 },
      { key: 'points_worth', kind: 'money', before: 235, after: 70_500 },
    ]);
    expect(await stored()).toEqual({ ...before, siteTitle: 'Ярмарка' });
    expect((await confirm(scene.super_admin, answer.body.approval)).body.message).toBe('OWN_APPROVAL');
    expect((await confirm(second, answer.body.approval)).status).toBe(200);
    expect((await stored()).currencyToWalletRatio).toBe(0.01);
  });

  it.each([
    ['signupPoints', 1_000_000],
    ['currencyToWalletRatio', 0.000_003],
    ['commissionVat', '5'],
  ])('%s is not changed alone, nor without the right to decide about money', async (key, value) => {
    const clerk = await buildMember(api.db, { settings: 'write' });
    const before = await stored();

    const refused = await save(clerk, { [key]: value });
    const waits = await save(scene.super_admin, { [key]: value });

    expect([refused.status, refused.body.message]).toEqual([403, 'FORBIDDEN']);
    expect(waits.status).toBe(202);
    expect(await stored()).toEqual(before);
  });

  it('is not confirmed when it has changed since', async () => {
    const answer = await save(scene.super_admin, { signupPoints: 500 });
    await api.db.updateTable('approval_rules').set({ mode: 'off' }).execute();
    await save(second, { signupPoints: 7 });
    await api.db.updateTable('approval_rules').set({ mode: 'auto' }).execute();

    expect((await confirm(second, answer.body.approval)).status).toBe(409);
    expect((await stored()).signupPoints).toBe(7);
  });
});
