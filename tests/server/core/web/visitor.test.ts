import { setUpScene } from '@tests/support/scene';
import { expect, it } from 'vitest';
import { findPerson } from '@/server/core/sessions';
import { visitorOf } from '@/server/core/web/visitor';

/** Which shops the gate shows to whom: another's is as missing as one that never was. */
const { api, scene } = setUpScene();

it.each([
  ['super_admin', true, true],
  ['store_owner', true, false],
  ['staff', true, false],
  ['otherOwner', false, true],
  ['customer', false, false],
] as const)('for %s', async (name, first, second) => {
  const person = await findPerson(api.db, scene[name].id);
  const { hasShop, ownShops } = visitorOf(api.db, person ?? expect.fail('nobody'));
  const { slug } = scene.shop;
  const other = await api.db
    .selectFrom('shops')
    .select('slug')
    .where('owner_id', '=', scene.otherOwner.id)
    .executeTakeFirstOrThrow();

  expect(await hasShop?.(slug)).toBe(first);
  expect(await hasShop?.(other.slug)).toBe(second);
  expect(await hasShop?.('nonsense')).toBe(false);
  expect(await hasShop?.(String(scene.shop.id))).toBe(name === 'super_admin');
  const own = [...(first ? [slug] : []), ...(second ? [other.slug] : [])];
  expect(await ownShops?.()).toEqual(name === 'super_admin' ? [] : own);
});
