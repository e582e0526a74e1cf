import { afterEach, describe, expect, it } from 'vitest';
import { setBusinessZone, usualTimeZone } from '@/contract/core/day';
import { moment } from '@/contract/core/rules';
import { couponSchema } from '@/contract/promotions/coupons/schema';
import { picture } from '../../support/needs';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Other clients send days, and times without a zone: they mean those of the marketplace. */
const { api, scene } = setUpScene();
afterEach(() => setBusinessZone(usualTimeZone));

describe('a moment', () => {
  it.each([
    ['Europe/Moscow', '2027-01-10', '2027-01-09T21:00:00.000Z', '2027-01-10T20:59:59.999Z'],
    ['Europe/Moscow', '10.01.2027', '2027-01-09T21:00:00.000Z', '2027-01-10T20:59:59.999Z'],
    ['Asia/Vladivostok', '2027-01-10', '2027-01-09T14:00:00.000Z', '2027-01-10T13:59:59.999Z'],
    // The clocks change: a day of 23 and one of 25 hours.
    ['Europe/Berlin', '2027-03-28', '2027-03-27T23:00:00.000Z', '2027-03-28T21:59:59.999Z'],
    ['Europe/Berlin', '2027-10-31', '2027-10-30T22:00:00.000Z', '2027-10-31T22:59:59.999Z'],
    ['Europe/Moscow', '2027-01-10T12:30', '2027-01-10T09:30:00.000Z', '2027-01-10T09:30:00.000Z'],
    ['Europe/Moscow', '2027-01-10 12:30:15', '2027-01-10T09:30:15.000Z', '2027-01-10T09:30:15.000Z'],
    ['Europe/Moscow', '2027-01-10T12:30:00Z', '2027-01-10T12:30:00.000Z', '2027-01-10T12:30:00.000Z'],
    ['Europe/Moscow', '2027-01-10T12:30:00.5+05:00', '2027-01-10T07:30:00.500Z', '2027-01-10T07:30:00.500Z'],
    ['Europe/Moscow', '10.01.2027 12:30', '2027-01-10T09:30:00.000Z', '2027-01-10T09:30:00.000Z'],
    ['Europe/Moscow', '1.3.2027, 12:30:15', '2027-03-01T09:30:15.000Z', '2027-03-01T09:30:15.000Z'],
    // «For ever», as other systems write it.
    ['Europe/Moscow', '9999-12-31', '9999-12-30T21:00:00.000Z', '9999-12-31T20:59:59.999Z'],
    ['America/New_York', '31.12.9999', '9999-12-31T05:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ])('of %s: %s', (zone, text, begin, end) => {
    setBusinessZone(zone);

    expect([moment().cast(text), moment('end').cast(text)]).toEqual([begin, end]);
  });

  it.each([
    ...[
      '2027-02-30',
      '31.02.2027',
      '2027-01-10T25:00',
      '2027-01-10T12:60',
      '10.13.2027',
      '12/31/2027',
      '31.12.27',
    ],
    ...[
      '2027-1-1',
      'завтра',
      '31 декабря 2027',
      'December 31, 2027',
      '31 ديسمبر 2027',
      '46752',
      '1830297600',
    ],
    ...[
      '31.02.2027 10:00',
      '9999-12-31T23:00:00-05:00',
      '1000-01-01',
      '0001-01-01',
      '2027-12-31T10:00 Moscow',
    ],
  ])('is refused as %s', async (text) => {
    await expect(moment('end').validate(text)).rejects.toThrow('error-date-format');
  });
});

describe('a day that a client sends', () => {
  const bounds = ['2027-01-09T21:00:00.000Z', '2027-01-12T20:59:59.999Z'];

  it.each([
    [
      'flash-sale',
      { title: 'Зимняя', description: 'Скидки', type: 'percentage', rate: 10, sale_status: true },
      ['start_date', 'end_date'],
    ],
    [
      'coupons',
      { code: 'WINTER', type: 'fixed', amount: 10, minimum_cart_amount: 0 },
      ['active_from', 'expire_at'],
    ],
    [
      'advertising-banners',
      { title: 'Зима', place: 'home_top', url: 'gostiny.ru/tea', is_active: true },
      ['start_date', 'end_date'],
    ],
  ])('%s', async (family, body, [from = '', until = '']) => {
    const image = await picture(api.db, scene.super_admin);
    const sent = await api.request<Wire>(scene.super_admin, 'POST', family, {
      ...body,
      image,
      [from]: '2027-01-10',
      [until]: '2027-01-12',
    });
    expect([sent.status, sent.body[from], sent.body[until]]).toEqual([201, ...bounds]);
  });

  it('is the last of a coupon, until its end', () => {
    const { expire_at } = couponSchema.cast({ expire_at: '2027-01-20' }, { assert: false });

    expect(Date.parse(String(expire_at))).toBeGreaterThan(Date.parse('2027-01-20T12:00:00+03:00'));
    expect(Date.parse(String(expire_at))).toBeLessThan(Date.parse('2027-01-21T00:00:00+03:00'));
  });

  it.each(['31.02.2027', '12/31/2027', '9999-12-31T23:00:00-05:00'])(
    'that is none is told at its field alone: %s',
    async (text) => {
      const body = { code: 'WINTER', type: 'fixed', amount: 10, minimum_cart_amount: 0 };
      const ask = async (days: object) =>
        (await api.request<Wire>(scene.super_admin, 'POST', 'coupons', { ...body, ...days })).body.errors;
      expect(await ask({ active_from: text, expire_at: '2026-01-01' })).toEqual({
        active_from: ['error-date-format'],
      });
      expect(await ask({ active_from: '2027-01-01', expire_at: text })).toEqual({
        expire_at: ['error-date-format'],
      });
      expect(await ask({ active_from: '2027-01-02', expire_at: '2027-01-01' })).toEqual({
        expire_at: ['error-end-before-start'],
      });
    },
  );

  it('may be the last of all', async () => {
    const body = {
      code: 'EVER',
      type: 'fixed',
      amount: 10,
      active_from: '1.3.2026',
      expire_at: '31.12.9999',
    };
    const { status, body: coupon } = await api.request<Wire>(scene.super_admin, 'POST', 'coupons', body);
    expect([status, coupon.expire_at]).toEqual([201, '9999-12-31T20:59:59.999Z']);
    expect((await api.request(scene.super_admin, 'GET', 'coupons')).status).toBe(200);
  });

  it('may begin and end a sale', async () => {
    const body = { title: 'День', description: 'Скидки', type: 'percentage', rate: 10, sale_status: true };
    const { status } = await api.request(scene.super_admin, 'POST', 'flash-sale', {
      ...body,
      start_date: '2027-01-10',
      end_date: '2027-01-10',
    });

    expect(status).toBe(201);
  });
});

describe('a bulk change of all that a list of days shows', () => {
  it.each([
    [
      'Europe/Moscow',
      ['2026-03-09T20:59:59Z', '2026-03-09T21:00:00Z', '2026-03-10T20:59:59Z', '2026-03-10T21:00:00Z'],
    ],
    [
      'Asia/Vladivostok',
      ['2026-03-09T13:59:59Z', '2026-03-09T14:00:00Z', '2026-03-10T13:59:59Z', '2026-03-10T14:00:00Z'],
    ],
  ])('in %s has the whole last day, and nothing of the next', async (timeZone, moments) => {
    await api.db
      .insertInto('settings')
      .values({ options: JSON.stringify({ timeZone }) })
      .execute();
    for (const [place, created_at] of moments.entries())
      await api.db
        .insertInto('shops')
        .values({
          name: `Лавка ${place}`,
          slug: `l-${place}`,
          owner_id: scene.store_owner.id,
          is_active: true,
          created_at,
        })
        .execute();
    const { status, body } = await api.request<{ done: number } & Wire>(
      scene.super_admin,
      'POST',
      'shops/bulk/remove',
      { query: { search: 'created_from:2026-03-10;created_to:2026-03-10', searchJoin: 'and' } },
    );

    expect([status, body.done]).toEqual([200, 2]);
    const left = await api.db.selectFrom('shops').select('name').where('deleted_at', 'is', null).execute();
    expect(left.map(({ name }) => name)).toEqual(expect.arrayContaining(['Лавка 0', 'Лавка 3']));
  });
});
