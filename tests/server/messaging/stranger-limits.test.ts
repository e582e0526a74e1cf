import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { SentLink } from '@/contract/payments/links';
import { dailyLimit, type OutboxLetter } from '@/contract/settings/outside';
import { setSettings } from '../../support/checkout';
import { buildUser } from '../../support/factories';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** People without an account get few messages, whatever causes them (rules/messaging). */
const { api, scene } = setUpScene();

const phone = '+7 (910) 882-47-66';
const email = 'e.bykova@demo.ru';
let tea: { id: number };

beforeEach(async () => {
  tea = await buildProduct(api.db, { shop: scene.shop, price: 420 });
  await api.db.updateTable('products').set({ quantity: 1000 }).where('id', '=', tea.id).execute();
  await setSettings(api, { useSbp: true });
});

const address = {
  ...{ country: 'Россия', state: 'Москва', city: 'Москва', zip: '101000', street_address: 'ул. Мира, 1' },
};
const shopOrder = (more: object = {}) =>
  api.request(scene.store_owner, 'POST', `shop-orders/${scene.shop.slug}`, {
    ...{ products: [{ product_id: tea.id, order_quantity: 1 }], customer_contact: phone },
    ...{ customer_name: 'Елизавета', customer_email: email, shipping_address: address },
    ...{ payment_gateway: 'SBP', total: 420, sends_sms: true, sends_email: true, ...more },
  });
const sentTo = async (recipient: string) => {
  const found = api.db.selectFrom('outbox').select('id').where('recipient', '=', recipient);
  return (await found.where('failed_at', 'is', null).execute()).length;
};
const later = (hours: number) => api.setNow(new Date(api.now().getTime() + hours * 3600_000));

describe('a shop that makes orders for a stranger', () => {
  it('sends five letters and five SMS a day, also twenty at once, and goes on the next day', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => shopOrder()));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect([await sentTo(email), await sentTo(phone)]).toEqual([5, 5]);

    const { body: kept } = await api.request<Page<OutboxLetter>>(
      scene.super_admin,
      'GET',
      `outside/outbox?limit=100&search=state:expired`,
    );
    expect(kept.data.length).toBeGreaterThanOrEqual(30);
    expect(kept.data.every((row) => row.last_error === dailyLimit && row.attempts === 0)).toBe(true);
    const { body: again } = await api.request(scene.super_admin, 'POST', 'outside/outbox/retry');
    expect(again).toEqual({ count: 0 });
    const { body: timeline } = await api.request(
      scene.store_owner,
      'GET',
      `orders/${answers.at(-1)?.body.id}`,
    );
    expect(JSON.stringify(timeline)).not.toContain(dailyLimit);
    const states = await Promise.all(
      answers.map(async ({ body }) => {
        const path = `orders/${body.id}/payment-links`;
        return (await api.request<SentLink[]>(scene.store_owner, 'GET', path)).body.map(({ state }) => state);
      }),
    );
    expect(states.flat().filter((state) => state !== 'waiting')).toEqual([]);
    expect(states.filter((own) => own.length > 0).length).toBeGreaterThanOrEqual(1);

    later(24.1);
    await shopOrder();
    expect(await sentTo(email)).toBeGreaterThan(5);
    expect(await sentTo(phone)).toBeGreaterThan(5);
  });

  it('reaches a person with an account as before', async () => {
    await buildUser(api.db, { role: 'customer', email });
    for (let count = 0; count < 7; count++) await shopOrder({ sends_sms: false });

    expect(await sentTo(email)).toBeGreaterThanOrEqual(7);
  });

  it('sends two hundred a day to all strangers together', async () => {
    await api.db
      .insertInto('rate_limits')
      .values({
        key: `strangers:shop:${scene.shop.id}`,
        hits: 199,
        resets_at: new Date(api.now().getTime() + 3600_000),
      })
      .execute();
    await shopOrder({ sends_sms: false });
    await shopOrder({ sends_sms: false, customer_email: 'other@demo.ru' });

    expect((await sentTo(email)) + (await sentTo('other@demo.ru'))).toBe(1);
  });
});

describe('a guest who types an address', () => {
  it('has five letters sent there in a day', async () => {
    for (let count = 0; count < 12; count++) {
      const { status } = await api.request(null, 'POST', 'orders', {
        ...{ products: [{ product_id: tea.id, order_quantity: count + 1 }], customer_contact: phone },
        ...{ customer_name: 'Гость', customer_email: email, shipping_address: address },
        ...{ billing_address: address, payment_gateway: 'CASH_ON_DELIVERY' },
      });
      expect(status).toBe(201);
    }

    expect(await sentTo(email)).toBe(5);
  });
});
