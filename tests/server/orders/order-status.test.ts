import { describe, expect, it } from 'vitest';
import { setUpScene } from '../../support/scene';

/** Order statuses beyond the family's: positions, slugs, and those that orders use. */
const { api, scene } = setUpScene();

const body = (more: object = {}) => ({ name: 'Ждёт самовывоза', serial: 9, color: '#2a6f97', ...more });
const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', sent?: object) =>
  api.request(scene.super_admin, method, `order-status${path}`, sent);

describe('order statuses', () => {
  it.each([0, 100, 1.5, -3, 'first', null])('refuse %s as their position', async (serial) => {
    const { status, body: answer } = await ask('POST', '', body({ serial }));

    expect([status, Object.keys(answer.errors)]).toEqual([422, ['serial']]);
  });

  it.each(['red', '#12', '#12345g', ''])('refuse “%s” as their colour', async (color) => {
    const { status, body: answer } = await ask('POST', '', body({ color }));

    expect([status, Object.keys(answer.errors)]).toEqual([422, ['color']]);
  });

  it('have unique positions, also when created concurrently; a removed one frees its position', async () => {
    const made = await Promise.all([ask('POST', '', body()), ask('POST', '', body({ name: 'Другой' }))]);
    const statuses = made.map(({ status }) => status).sort((a, b) => a - b);
    const refused = made.find(({ status }) => status === 422);
    const first = made.find(({ status }) => status === 201);

    expect(statuses).toEqual([201, 422]);
    expect(refused?.body.errors).toEqual({ serial: ['error-taken'] });
    await ask('DELETE', `/${first?.body.id}`);
    const again = await ask('POST', '', body({ name: 'Третий' }));
    const restored = await api.request(scene.super_admin, 'POST', `order-status/${first?.body.id}/restore`);
    expect([again.status, restored.status, restored.body.errors]).toEqual([
      201,
      422,
      { serial: ['error-taken'] },
    ]);
  });

  it('are listed by position', async () => {
    for (const serial of [30, 2, 11]) await ask('POST', '', body({ serial, name: `Шаг ${serial}` }));

    const { body: list } = await api.request(null, 'GET', 'order-status');
    expect(list.data.map(({ serial }) => serial)).toEqual([2, 11, 30]);
  });

  it('keep their slug', async () => {
    const { body: row } = await ask('POST', '', body());
    const { status, body: changed } = await ask('PUT', `/${row.id}`, { name: 'Иначе', slug: 'another' });

    expect([status, changed.name, changed.slug]).toEqual([200, 'Иначе', 'zhdyot-samovyvoza']);
  });

  it('that the order machine uses are never removed, alone or in bulk', async () => {
    const { body: system } = await ask('POST', '', body({ slug: 'order-completed', name: 'Выполнен' }));
    const { body: own } = await ask('POST', '', body({ serial: 10 }));

    const alone = await ask('DELETE', `/${system.id}`);
    const many = await api.request(scene.super_admin, 'POST', 'order-status/bulk/remove', {
      ids: [system.id, own.id],
    });
    const { body: list } = await ask('GET');

    expect([alone.status, alone.body.message]).toEqual([409, 'IN_USE']);
    expect(alone.body.uses).toEqual({ 'order-flow': 1 });
    expect(many.body).toMatchObject({ done: 1, refused: 1, uses: { 'order-flow': 1 } });
    expect(list.data.map(({ id }) => id)).toEqual([system.id]);
    expect((await ask('PUT', `/${system.id}`, { name: 'Получен' })).body.name).toBe('Получен');
  });
});
