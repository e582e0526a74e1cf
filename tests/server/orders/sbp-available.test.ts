import { describe, expect, it } from 'vitest';
import type { Settings } from '@/contract/settings';
import type { OutsideState } from '@/contract/settings/outside';
import { place, setSettings } from '../../support/checkout';
import { orderOf } from '../../support/order-body';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** The settings, the list of services and the checkout agree on whether orders can be paid by the fast payment system. */
describe.each([
  ['with a key of the bank', { sbpSecret: 'secret-of-the-test-bank' }, 'connected'],
  ['in a demo, where an administrator plays the bank', { sbpSecret: undefined, demo: true }, 'built-in'],
  ['without a bank', { sbpSecret: undefined }, 'off'],
] as const)('%s', (_name, deps, state) => {
  const { api, scene } = setUpScene(deps);
  const isThere = state !== 'off';

  const told = async () => {
    const { body: outside } = await api.request<OutsideState>(scene.super_admin, 'GET', 'outside');
    const { body: settings } = await api.request<Settings>(null, 'GET', 'settings');
    return {
      service: outside.services.find(({ name }) => name === 'sbp-payments')?.state,
      hasSbp: settings.options.onlineGateways?.includes('SBP'),
    };
  };
  const buy = async (payment_gateway: string) => {
    const { id } = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
    return place(api, scene.customer, orderOf([{ product_id: id, order_quantity: 1 }], { payment_gateway }));
  };

  it('is the same in the services and the settings', async () => {
    expect(await told()).toEqual({ service: state, hasSbp: isThere });
  });

  it('is offered only if somebody accepts the payment', async () => {
    const { status, body } = await buy('SBP');

    expect(status).toBe(isThere ? 201 : 422);
    if (!isThere) expect(body.errors).toEqual({ payment_gateway: ['error-gateway-off'] });
    const other = await buy('CASH_ON_DELIVERY');
    const way = await api.request(scene.customer, 'GET', `orders/${other.body.tracking_number}/payment`);
    expect(way.body.gateways).toEqual(isThere ? ['CASH', 'SBP'] : ['CASH']);
    const link = `payment-intent?tracking_number=${other.body.tracking_number}&recall_gateway=1`;
    expect((await api.request(scene.customer, 'GET', link)).status).toBe(isThere ? 200 : 422);
  });

  it('stays closed when the marketplace switches it off', async () => {
    await setSettings(api, { useSbp: false });

    expect((await buy('SBP')).status).toBe(422);
  });

  it('cannot be set by a request', async () => {
    const { body } = await api.request<Settings>(scene.super_admin, 'POST', 'settings', {
      options: { onlineGateways: ['TPAY'], useSbp: true },
    });

    expect(body.options.onlineGateways).toEqual(isThere ? ['SBP'] : []);
  });
});
