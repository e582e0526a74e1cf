import { expect, it } from 'vitest';
import { setUpRegistering } from '../../server/receipts/registering';

/** A long receipt is several documents: one of them fails, and the others are neither repeated nor lost. */
const register = setUpRegistering('atol');
const { api, scene, add, control, runFor, receipt, received } = register;

it.each([
  ['that the register refuses for a moment', 68, ['done', 'done', 'done'], false],
  ['that has a fault', 16, ['done', 'blocked', 'waiting'], true],
])(
  'the second document %s follows the first, holds the third, and is registered once',
  async (_title, code, then, isBlocked) => {
    const first = await add();
    const { entry_id, order_id } = await receipt(first);
    await runFor(10);
    await control({ do: 'receipts', end: 'fail', code, type: 'driver' });
    const ids = [first];
    for (const place of [2, 3]) ids.push(await add({ orderId: order_id, more: { entry_id, place } }));
    const states = () => Promise.all(ids.map(async (id) => (await receipt(id)).state));
    await runFor(10);
    await control({ do: 'receipts' });
    await runFor(60);

    expect(await states()).toEqual(then);
    if (isBlocked) {
      expect((await api.request(scene.super_admin, 'POST', `receipts/${ids[1]}/retry`)).status).toBe(200);
      await runFor(30);
      expect(await states()).toEqual(['done', 'done', 'done']);
    }
    const numbers = await Promise.all(ids.map(async (id) => (await receipt(id)).document_number));
    expect(new Set(numbers).size).toBe(3);
    const sent = (await received('/sell')).length;
    const attempts = await Promise.all(ids.map(async (id) => (await receipt(id)).attempt));
    expect(attempts[0]).toBe(1);
    expect(sent).toBe(attempts.reduce((sum, one) => sum + one, 0));
  },
);
