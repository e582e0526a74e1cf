import { expect, it } from 'vitest';
import { setUpScene } from '../../../support/scene';

const { api, scene } = setUpScene();

const writes = [
  ['POST', 'cards'],
  ['PUT', 'cards/1'],
  ['DELETE', 'cards/1'],
  ['POST', 'set-default-card'],
  ['POST', 'save-payment-method'],
] as const;

it('are none, and nothing stores one', async () => {
  const { status, body } = await api.request(scene.customer, 'GET', 'cards');

  expect([status, body]).toEqual([200, []]);
  for (const [method, path] of writes) {
    const refused = await api.request(scene.customer, method, path, { method_key: 'card_1' });
    expect([path, refused.status, refused.body.message]).toEqual([path, 400, 'SAVED_CARDS_OFF']);
  }
});

it('need a session', async () => {
  for (const [method, path] of [['GET', 'cards'], ...writes] as const)
    expect([path, (await api.request(null, method, path, {})).status]).toEqual([path, 401]);
});
