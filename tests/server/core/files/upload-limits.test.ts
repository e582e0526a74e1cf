import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WorkQueue } from '@/server/core/work-queue';
import { sendFile } from '../../../support/import-files';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** Quotas, rate limits of uploads, and their queue. */
const { api, scene } = setUpScene();

type User = { id: number };

const document = (size: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(size - 9, ' ')]);
const upload = (user: User, size = 300_000) =>
  sendFile<Wire>(api, user, 'attachments', {
    name: 'a.pdf',
    content: document(size),
    field: 'attachment[]',
  });
const setQuotas = async (options: { uploadQuotaPerson?: number; uploadQuotaShop?: number }) => {
  const answer = await api.request(scene.super_admin, 'POST', 'settings', { options });
  expect(answer.status).toBe(200);
};
const rows = () =>
  api.db.selectFrom('attachments').select(['user_id', 'shop_id', 'size']).orderBy('id').execute();

describe('quotas', () => {
  it('of a person hold under twenty concurrent uploads', async () => {
    await setQuotas({ uploadQuotaPerson: 1 });

    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(scene.customer)));

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(new Set(statuses)).toEqual(new Set([200, 413]));
    const refused = answers.find(({ status }) => status === 413);
    expect(refused?.body.message).toBe('STORAGE_QUOTA_EXCEEDED');
    expect((await rows()).length).toBe(3);
    expect(await api.db.selectFrom('stray_files').select('path').execute()).toEqual([]);
  });

  it('of a shop are shared by its owner and staff, and do not affect other people', async () => {
    await setQuotas({ uploadQuotaShop: 1 });

    expect((await upload(scene.store_owner)).status).toBe(200);
    expect((await upload(scene.staff)).status).toBe(200);
    expect((await upload(scene.store_owner)).status).toBe(200);
    expect((await upload(scene.staff)).body.message).toBe('STORAGE_QUOTA_EXCEEDED');
    expect((await upload(scene.customer)).status).toBe(200);
    expect((await rows()).map(({ shop_id }) => shop_id)).toEqual([
      scene.shop.id,
      scene.shop.id,
      scene.shop.id,
      null,
    ]);
  });

  it('do not apply to administrators, and count only existing files', async () => {
    await setQuotas({ uploadQuotaPerson: 1, uploadQuotaShop: 1 });
    for (let count = 0; count < 4; count += 1) expect((await upload(scene.super_admin)).status).toBe(200);
    await upload(scene.customer, 900_000);
    expect((await upload(scene.customer)).status).toBe(413);

    const own = await api.db
      .selectFrom('attachments')
      .select('id')
      .where('user_id', '=', scene.customer.id)
      .executeTakeFirstOrThrow();
    await api.request(scene.customer, 'DELETE', `attachments/${own.id}`);

    expect((await upload(scene.customer)).status).toBe(200);
  });

  it.each([0, -1, 1.5, 'x', null, 1e9])('cannot be set to %s', async (value) => {
    const { status, body } = await api.request(scene.super_admin, 'POST', 'settings', {
      options: { uploadQuotaPerson: value },
    });

    expect([status, Object.keys(body.errors)]).toEqual([422, ['uploadQuotaPerson']]);
  });
});

describe('the rate of uploads', () => {
  it.each([
    ['attachments', 'upload', 120],
    ['product-imports', 'import-file', 30],
    ['import-products', 'import-file', 30],
    ['import-variation-options', 'import-file', 30],
    ['import-attributes', 'import-file', 30],
  ])('POST %s answers 429 with the seconds to wait', async (path, key, limit) => {
    await api.db
      .insertInto('rate_limits')
      .values({
        key: `${key}:${scene.store_owner.id}`,
        hits: limit - 1,
        resets_at: new Date(api.now().getTime() + 60_000),
      })
      .execute();
    const send = (user: User) => api.request(user, 'POST', path, {});

    expect((await send(scene.store_owner)).status).toBe(400);
    const { status, headers } = await send(scene.store_owner);

    expect([status, headers['retry-after']]).toEqual([429, '60']);
    expect((await send(scene.super_admin)).status).toBe(400);
  });
});

describe('a queue', () => {
  const held = () => {
    let finish = () => {};
    const ended = new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { ended, finish };
  };

  it('runs one task at a time, in their order, whether they fail or not', async () => {
    const queue = new WorkQueue({ slots: 1, maxWaiting: 10 });
    const log: string[] = [];
    const task = (name: string) => async () => {
      log.push(`${name} begins`);
      await sleep(1);
      log.push(`${name} ends`);
      if (name === 'a') throw new Error(name);
    };

    const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => queue.run(task(name))));

    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('refuses tasks when it is full, except background work, which waits', async () => {
    const queue = new WorkQueue({ slots: 1, maxWaiting: 1 });
    const { ended, finish } = held();
    const running = [queue.run(() => ended), queue.run(async () => {})];

    await expect(queue.run(async () => {})).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: 10,
    });
    const patient = queue.run(async () => 'done', { isPatient: true });
    finish();

    expect(await patient).toBe('done');
    await Promise.all(running);
    expect(await queue.run(async () => 'free')).toBe('free');
  });

  it('drops a task whose client has left, before and after it gets a slot', async () => {
    const queue = new WorkQueue({ slots: 1, maxWaiting: 5 });
    const { ended, finish } = held();
    const running = queue.run(() => ended);
    const gone = new AbortController();
    let isDone = false;
    const waiting = queue.run(async () => {
      isDone = true;
    }, gone);

    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    finish();
    await running;

    await expect(queue.run(async () => {}, gone)).rejects.toThrow('gone');
    expect([isDone, await queue.run(async () => 'free')]).toEqual([false, 'free']);
  });
});
