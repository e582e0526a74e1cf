import { describe, expect, it } from 'vitest';
import type { SettingsOptions } from '@/contract/settings';
import { setUpScene } from '../../support/scene';
import type { Answer, Wire } from '../../support/server';

/** Checkout settings, and that referenced records stay. */
const { api, scene } = setUpScene();

const save = (options: object, by: { id: number } = scene.super_admin) =>
  api.request(by, 'POST', 'settings', { options }) as Promise<Answer<Wire & { options: SettingsOptions }>>;
const add = async (family: 'taxes' | 'shippings', body: object) =>
  (await api.request(scene.super_admin, 'POST', family, { name: 'Класс', ...body })).body.id;

describe('the settings of checkout', () => {
  it('have defaults', async () => {
    const { body } = await api.request<{ options: SettingsOptions }>(null, 'GET', 'settings');

    expect(body.options).toMatchObject({
      freeShipping: false,
      freeShippingAmount: null,
      shippingClass: null,
      taxClass: null,
      pricesIncludeTax: false,
      deliveryTime: [],
      useCashOnDelivery: true,
      useSbp: true,
      guestCheckout: true,
      enableCoupons: true,
      refundDays: 14,
      unpaidOnlineMinutes: 30,
      unpaidPickupHours: 72,
    });
  });

  it('are saved by administrators, each on its own', async () => {
    const slots = [{ title: 'Утром', description: 'С 9 до 12' }];
    const { status, body } = await save({
      deliveryTime: slots,
      freeShipping: true,
      freeShippingAmount: '5 000',
    });
    await save({ guestCheckout: false, lowStockThreshold: 3 });
    const after = await api.request<{ options: SettingsOptions }>(null, 'GET', 'settings');

    expect([status, body.options.deliveryTime]).toEqual([200, slots]);
    expect(after.body.options).toMatchObject({
      deliveryTime: slots,
      freeShipping: true,
      freeShippingAmount: 5000,
      guestCheckout: false,
      lowStockThreshold: 3,
      useSbp: true,
    });
    expect((await save({ useSbp: false }, scene.store_owner)).status).toBe(403);
  });

  it.each([
    { unpaidOnlineMinutes: 0, unpaidPickupHours: 0 },
    { unpaidOnlineMinutes: 5, unpaidPickupHours: 1 },
  ])('accept payment periods: %o', async (periods) => {
    expect((await save(periods)).body.options).toMatchObject(periods);
  });

  it('refuse invalid values', async () => {
    for (const [options, field] of [
      [{ freeShippingAmount: -1 }, 'freeShippingAmount'],
      [{ deliveryTime: [{ title: '' }] }, 'deliveryTime.title'],
      [{ deliveryTime: 'утром' }, 'deliveryTime'],
      [{ taxClass: 987_654 }, 'taxClass'],
      [{ shippingClass: 987_654 }, 'shippingClass'],
      [{ useSbp: 'может быть' }, 'useSbp'],
      [{ refundDays: -1 }, 'refundDays'],
      [{ refundDays: 1.5 }, 'refundDays'],
      [{ refundDays: '' }, 'refundDays'],
      [{ unpaidOnlineMinutes: 4 }, 'unpaidOnlineMinutes'],
      [{ unpaidOnlineMinutes: -5 }, 'unpaidOnlineMinutes'],
      [{ unpaidOnlineMinutes: '' }, 'unpaidOnlineMinutes'],
      [{ unpaidOnlineMinutes: 43_201 }, 'unpaidOnlineMinutes'],
      [{ unpaidPickupHours: 0.5 }, 'unpaidPickupHours'],
      [{ unpaidPickupHours: null }, 'unpaidPickupHours'],
      [{ unpaidPickupHours: 2161 }, 'unpaidPickupHours'],
    ] as const) {
      const { status, body } = await save(options);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    }
  });
});

describe('a class used by the settings', () => {
  it.each([
    ['taxes', 'taxClass', { rate: 20 }],
    ['shippings', 'shippingClass', { type: 'fixed', amount: 300 }],
  ] as const)('of %s cannot be removed, alone or in bulk', async (family, key, body) => {
    const id = await add(family, body);
    const other = await add(family, body);
    expect((await save({ [key]: id })).body.options[key]).toBe(id);
    const refused = await api.request(scene.super_admin, 'DELETE', `${family}/${id}`);
    const both = await api.request(scene.super_admin, 'POST', `${family}/bulk/remove`, { ids: [id, other] });

    expect([refused.status, refused.body.message, refused.body.uses]).toEqual([
      409,
      'IN_USE',
      { settings: 1 },
    ]);
    expect(both.body).toMatchObject({ done: 1, refused: 1 });
    await save({ [key]: null });
    expect((await api.request(scene.super_admin, 'DELETE', `${family}/${id}`)).status).toBe(200);
    expect((await save({ [key]: id })).status).toBe(422);
  });
});
