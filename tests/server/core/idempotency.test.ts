import { describe, expect, it } from 'vitest';
import { setUpScene } from '../../support/scene';

/** `Idempotency-Key`: a request that moves money may be sent twice and runs once. */
const { api, scene } = setUpScene();

const pay = (
  key: string | undefined,
  more: object = {},
  person: 'super_admin' | 'store_owner' = 'super_admin',
) =>
  api.request(
    scene[person],
    'POST',
    `shops/${scene.shop.id}/adjustments`,
    { amount: 100, reason: 'Возмещение', ...more },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const entries = async () => (await api.db.selectFrom('ledger_entries').select('id').execute()).length;

describe('the same key', () => {
  it('returns the first response and does nothing again', async () => {
    const first = await pay('a1');
    const second = await pay('a1');

    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await entries()).toBe(1);
  });

  it('with another body is refused', async () => {
    await pay('a1');
    const other = await pay('a1', { amount: 200 });

    expect([other.status, other.body.message]).toEqual([400, 'ACTION_NOT_VALID']);
    expect(await entries()).toBe(1);
  });

  it('is unused again after a refusal', async () => {
    expect((await pay('a1', { amount: 0 })).status).toBe(422);
    expect((await pay('a1')).status).toBe(201);
  });

  it('runs once under ten concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay('a1')));

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await entries()).toBe(1);
  });

  it('is deleted after a day', async () => {
    await pay('a1');
    api.setNow(new Date(api.now().getTime() + 25 * 3600_000));
    await pay('a1');

    expect(await entries()).toBe(2);
  });
});

it('treats a request without a key, or with another one, as new', async () => {
  for (const key of [undefined, undefined, 'a1', 'a2']) await pay(key);

  expect(await entries()).toBe(4);
});

it.each(['with space', 'x'.repeat(256)])('refuses the key %j', async (key) => {
  expect((await pay(key)).status).toBe(422);
});

it('is scoped to a person: a stranger learns nothing from it', async () => {
  const other = await api.db
    .insertInto('users')
    .values({
      name: 'Инна',
      email: 'inna@test.ru',
      password_hash: 'none',
      permissions: ['super_admin', 'store_owner', 'customer'],
      email_verified_at: api.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const first = await pay('a1');
  const second = await api.request(
    other,
    'POST',
    `shops/${scene.shop.id}/adjustments`,
    { amount: 100, reason: 'Возмещение' },
    { 'idempotency-key': 'a1' },
  );

  expect(second.body.id).not.toBe(first.body.id);
  expect(await entries()).toBe(2);
});

it('checks permissions before the key', async () => {
  await pay('a1');

  expect((await pay('a1', {}, 'store_owner')).status).toBe(403);
});
