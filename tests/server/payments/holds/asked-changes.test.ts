import { expect, it } from 'vitest';
import { setSettings } from '../../../support/checkout';
import { setUpPaying } from '../paying';
import { partsOf } from './holding';

/** A change that its customer agrees to after the money of the order was held. */
const paying = setUpPaying('yookassa');
const { api, scene, ask, attempts, control, runJobs, unpaid } = paying;

it('is given up, and whoever asked hears of it, and the owner of the shop', async () => {
  await setSettings(api, { captureAt: 'handover' });
  const order = await unpaid();
  await ask(order.number);
  const [part] = await partsOf(paying, order.id);
  const lines = [{ id: order.lineIds[0], quantity: 3 }];
  const asked = await api.request(scene.staff, 'PUT', `orders/${part?.id}/lines`, { lines, asks: true });
  expect(asked.status).toBe(200);
  await control({ do: 'pay', id: (await attempts()).at(-1)?.payment_id ?? '' });
  await runJobs();
  const letter = await api.db
    .selectFrom('outbox')
    .select('body')
    .where('template', '=', 'change-asked')
    .executeTakeFirstOrThrow();
  const secret = /secret=([\w-]{43})/.exec(letter.body)?.[1];

  const { body } = await api.request(null, 'POST', `order-changes/${secret}`, { answer: 'accept' });

  expect(body).toMatchObject({ state: 'withdrawn' });
  const told = await api.db
    .selectFrom('outbox')
    .select(['recipient', 'body'])
    .where('template', '=', 'change-answered')
    .where('channel', '=', 'mail')
    .execute();
  const owner = await api.db
    .selectFrom('users')
    .select('email')
    .where('id', 'in', [scene.staff.id, scene.store_owner.id])
    .execute();
  expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
    owner.map(({ email }) => email).toSorted(),
  );
  for (const one of told) expect(one.body).toContain('вопрос снят');
});
