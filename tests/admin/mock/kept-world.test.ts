import { beforeEach, expect, it } from 'vitest';
import { forgetWorld, keepWorld, restoreWorld } from '@/mock/kept-world';
import { makeWorld } from '@/mock/world';

beforeEach(() => sessionStorage.clear());

it('keeps changed rows, settings and notifications of the tab over a reload, until they are forgotten', () => {
  const before = makeWorld();
  const [tag] = before.tables.tags;
  if (tag) tag.name = 'Самое новое';
  before.settings.options.siteTitle = 'Ярмарка';
  const admin = before.people['admin@demo.ru'];
  if (admin) admin.notifications = [];

  keepWorld(before);

  const after = makeWorld();
  restoreWorld(after);
  expect(after.tables.tags[0]?.name).toBe('Самое новое');
  expect(after.settings.options.siteTitle).toBe('Ярмарка');
  expect(after.people['admin@demo.ru']?.notifications).toEqual([]);
  expect(after.people['admin@demo.ru']?.me).toEqual(makeWorld().people['admin@demo.ru']?.me);

  forgetWorld();
  keepWorld(before);
  const fresh = makeWorld();
  restoreWorld(fresh);
  expect(fresh.tables.tags[0]?.name).not.toBe('Самое новое');
});

it('ignores data of another recording, and what is no data', () => {
  for (const kept of ['{', JSON.stringify({ recording: 1, tables: { tags: [] } })]) {
    sessionStorage.setItem('gostiny-mock-data', kept);
    const world = makeWorld();
    restoreWorld(world);
    expect(world.tables.tags).not.toEqual([]);
  }
});
