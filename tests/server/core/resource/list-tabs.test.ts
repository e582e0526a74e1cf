import { describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import { toSearch } from '@/contract/core/search';
import { resources } from '@/contract/index';
import { buildUser } from '../../../support/factories';
import { buildQuestion } from '../../../support/feedback';
import { setUpScene } from '../../../support/scene';

const { api, scene } = setUpScene();

const families = ['refunds', 'withdraws', 'coupons', 'users', 'questions'] as const;
type Family = (typeof families)[number];

const tabsOf = (family: Family): Record<string, Record<string, string>> => {
  const { tabs } = resources[family] as { tabs?: Record<string, Record<string, string>> };
  return tabs ?? {};
};

const count = (family: Family, person: { id: number } | null = scene.super_admin, query = '') =>
  api.request<Record<string, number>>(person, 'GET', `${family}/counts${query}`);

/** Rows that differ in what the tabs tell apart. */
async function fill() {
  const day = 86_400_000;
  const at = (days: number) => new Date(api.now().getTime() + days * day);
  const coupon = { type: 'fixed', amount: 5, active_from: at(-2), expire_at: at(2), is_approve: true };
  const rows = [
    { ...coupon, code: 'VALID' },
    { ...coupon, code: 'WAITS', is_approve: false },
    { ...coupon, code: 'SOON', active_from: at(1) },
    { ...coupon, code: 'OVER', expire_at: at(-1), is_approve: false },
    { ...coupon, code: 'GONE', usage_limit: 1 },
  ];
  const built = await api.db.insertInto('coupons').values(rows).returning(['id', 'code']).execute();
  const used = built.flatMap(({ id, code }) =>
    code === 'GONE' ? [{ coupon_id: id, used_at: api.now() }] : [],
  );
  await api.db.insertInto('coupon_usages').values(used).execute();
  const banned = await buildUser(api.db, { isActive: false });
  await api.db.updateTable('users').set({ ban_reason: 'Спам' }).where('id', '=', banned.id).execute();
  await buildUser(api.db, { role: 'store_owner', isActive: false });
  const asked = { user: scene.customer, shop: scene.shop };
  await buildQuestion(api.db, { ...asked, answer: 'Да' });
  await buildQuestion(api.db, { ...asked, shop: scene.otherShop });
  await buildQuestion(api.db, asked);
}

describe.each(families)('GET %s/counts', (family) => {
  it('counts each tab as its list does', async () => {
    await fill();

    const { status, body } = await count(family);

    expect(status).toBe(200);
    const lists = Object.entries(tabsOf(family)).map(async ([tab, pairs]) => {
      const query = new URLSearchParams({ search: toSearch(pairs) ?? '', searchJoin: 'and' });
      const list = await api.request<Page<object>>(scene.super_admin, 'GET', `${family}?${query}`);
      return [tab, list.body.total];
    });
    expect(body).toEqual(Object.fromEntries(await Promise.all(lists)));
  });

  it('is closed to guests and customers, and refuses an unknown tab and an unknown key', async () => {
    expect((await count(family, null)).status).toBe(401);
    expect((await count(family, scene.customer)).status).toBe(403);
    expect((await count(family, scene.super_admin, '?tabs=all,gone')).status).toBe(422);
    expect((await count(family, scene.super_admin, '?gone=1')).status).toBe(422);
    expect(Object.keys((await count(family, scene.super_admin, '?tabs=all')).body)).toEqual(['all']);
  });
});

describe('the counts', () => {
  it('of coupons tell each state apart', async () => {
    await fill();
    expect((await count('coupons')).body).toEqual({
      ...{ all: 5, valid: 1, waiting: 1, upcoming: 1, expired: 1, used_up: 1 },
    });
  });

  it('of users tell who waits and who is banned', async () => {
    await fill();
    expect((await count('users', scene.super_admin, '?tabs=waiting,banned')).body).toEqual({
      waiting: 1,
      banned: 1,
    });
  });

  it('of questions are of the shop, and of what the person may see', async () => {
    await fill();
    const inShop = `?shop_id=${scene.shop.id}`;
    expect((await count('questions')).body).toMatchObject({ all: 3, unanswered: 2, answered: 1 });
    expect((await count('questions', scene.store_owner, inShop)).body).toMatchObject({
      all: 2,
      unanswered: 1,
    });
    // Nothing of another owner's shop.
    expect((await count('questions', scene.otherOwner, inShop)).body).toMatchObject({
      all: 0,
      unanswered: 0,
    });
  });
});
