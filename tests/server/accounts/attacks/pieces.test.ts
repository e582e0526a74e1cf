import { beforeEach, describe, expect, it } from 'vitest';
import type { Approval } from '@/contract/settings/approvals';
import { type BuiltUser, buildUser } from '../../../support/factories';
import { buildCompleted } from '../../../support/refunds';
import { setUpScene } from '../../../support/scene';

/** A sum is not passed in pieces (rules/settings: pieces count together). */
const { api, scene } = setUpScene();

let second: BuiltUser;
const later = (hours: number) => api.setNow(new Date(api.now().getTime() + hours * 3600_000));
const give = (by: { id: number }, customer_id: number, points: number) =>
  api.request<{ approval: Approval }>(by, 'POST', 'add-points', { customer_id, points });
const balances = async () =>
  (await api.db.selectFrom('ledger_accounts').select('balance').where('kind', '=', 'wallet').execute())
    .map(({ balance }) => Number(balance))
    .toSorted((one, other) => one - other);
// Three points for a rouble.
const points = 9_999 * 3;

beforeEach(async () => {
  second = await buildUser(api.db, { role: 'super_admin' });
  await api.db.insertInto('approval_rules').values({ mode: 'auto', refunds_from: 10_000 }).execute();
});

describe('points given in pieces', () => {
  it('count together for who gives them, also twenty at once', async () => {
    const customers = await Promise.all(
      Array.from({ length: 20 }, () => buildUser(api.db, { role: 'customer' })),
    );
    const answers = await Promise.all(customers.map(({ id }) => give(scene.super_admin, id, points)));

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array(19).fill(202),
    ]);
    expect(await balances()).toEqual([points]);
  });

  it('count together for who gets them, whoever gives, over 24 hours', async () => {
    const customer = scene.customer.id;
    expect((await give(scene.super_admin, customer, points)).status).toBe(200);
    later(23);
    const answer = await give(second, customer, 3);
    expect(answer.status).toBe(202);
    const { id, hash } = answer.body.approval;
    expect((await api.request(scene.super_admin, 'POST', `approvals/${id}/confirm`, { hash })).status).toBe(
      200,
    );
    expect(await balances()).toEqual([points + 3]);
    later(1.5);
    // What two have confirmed does not count.
    expect((await give(second, customer, points)).status).toBe(200);
  });
});

describe('refunds in pieces', () => {
  const bought = (customer = scene.customer) =>
    buildCompleted(api, {
      lines: Array.from({ length: 4 }, () => ({ shop: scene.shop, quantity: 1, unitPrice: 774_000 })),
      customer,
    });
  const request = async (order: { id: number; lineIds: number[] }, place: number) => {
    const answer = await api.request(scene.super_admin, 'POST', 'refunds', {
      ...{ order_id: order.id, lines: [{ order_line_id: order.lineIds[place], quantity: 1 }] },
    });
    expect(answer.status).toBeLessThan(300);
    return answer.body.id;
  };
  const approve = (by: { id: number }, id: number) =>
    api.request(by, 'PUT', `refunds/${id}`, { status: 'approved', method: 'wallet' });

  it('count together for who decides them, whoever the buyers are, and a colleague has a sum of their own', async () => {
    const buyers = await Promise.all(
      Array.from({ length: 3 }, () => buildUser(api.db, { role: 'customer' })),
    );
    const requests: number[] = [];
    for (const customer of buyers) requests.push(await request(await bought(customer), 0));
    const statuses: number[] = [];
    for (const id of requests.slice(0, 2)) statuses.push((await approve(scene.super_admin, id)).status);

    expect(statuses).toEqual([200, 202]);
    expect((await approve(second, requests[2] ?? 0)).status).toBe(200);
  });

  it('count together for an order and for its buyer, whoever decides', async () => {
    const [first, other] = [await bought(), await bought()];
    expect((await approve(scene.super_admin, await request(first, 0))).status).toBe(200);
    expect((await approve(second, await request(first, 1))).status).toBe(202);
    expect((await approve(second, await request(other, 0))).status).toBe(202);
    later(24.5);
    expect((await approve(second, await request(await bought(), 0))).status).toBe(200);
  });
});
