import { beforeEach, describe, expect, it } from 'vitest';
import type { PersonalDataView, RevealedContact } from '@/contract/accounts/personal-data';
import type { Page } from '@/contract/core/paging';
import type { Approval } from '@/contract/settings/approvals';
import { forgetViews } from '@/server/modules/accounts/personal-data/views';
import { type BuiltUser, buildUser } from '../../../support/factories';
import { buildReview } from '../../../support/feedback';
import { moscow } from '../../../support/order-body';
import { buildOrder } from '../../../support/orders';
import { setUpScene } from '../../../support/scene';
import { buildMember, buildRole } from '../../../support/team';

/** A contact is shown by a click that is kept, and leaves as a file with two persons. */
const { api, scene } = setUpScene();

const phone = '+7 (917) 555-81-36';
let order: { id: number; parts: readonly { id: number }[] };
let clerk: BuiltUser;

const reveal = (person: { id: number } | null, body: object) =>
  api.request<RevealedContact & { message: string; needs?: string[]; errors?: object }>(
    person,
    'POST',
    'personal-data/reveal',
    body,
  );
const phoneOf = (id: number) => ({ family: 'orders', id, field: 'customer_contact' });
const viewsOf = (person: { id: number } | null, id: number) =>
  api.request<Page<PersonalDataView>>(person, 'GET', `personal-data/views?user_id=${id}`);
const kept = () => api.db.selectFrom('personal_data_views').selectAll().orderBy('id').execute();

beforeEach(async () => {
  order = await buildOrder(api, {
    ...{ lines: [{ shop: scene.shop }, { shop: scene.otherShop }], customer: scene.customer, contact: phone },
  });
  await api.db
    .updateTable('orders')
    .set({ shipping_address: JSON.stringify(moscow) })
    .execute();
  clerk = await buildMember(api.db, { orders: 'write', feedback: 'write' });
});

describe('a contact that is asked for', () => {
  it('is shown to who works with the record, and kept with person, record, field and reason', async () => {
    const { status, body } = await reveal(clerk, { ...phoneOf(order.id), reason: 'Курьер не нашёл дом' });

    expect([status, body]).toEqual([200, { value: phone }]);
    expect(await kept()).toMatchObject([
      {
        ...{
          user_id: clerk.id,
          kind: 'reveal',
          family: 'orders',
          row_id: order.id,
          field: 'customer_contact',
        },
        ...{ subject_id: scene.customer.id, reason: 'Курьер не нашёл дом', ip: '127.0.0.1', at: api.now() },
      },
    ]);
  });

  it('is an address in one line, and the e-mail of an author', async () => {
    const review = await buildReview(api.db, { user: scene.customer, shop: scene.shop });

    const place = await reveal(clerk, { ...phoneOf(order.id), field: 'shipping_address' });
    const author = await reveal(clerk, { family: 'reviews', id: review.id, field: 'email' });

    expect(place.body.value).toBe('101000, Россия, Москва, Тверская, 1');
    expect(author.body.value).toBe(scene.customer.email);
  });

  it('is refused without a session, to who only reads, to other areas, and to customers', async () => {
    const reader = await buildMember(api.db, { orders: 'read' });
    const auditor = await buildMember(api.db, 'auditor');
    const answers = [];
    for (const person of [null, reader, auditor, scene.customer])
      answers.push(await reveal(person, phoneOf(order.id)));
    answers.push(await reveal(clerk, { family: 'newsletter-subscribers', id: 1, field: 'email' }));

    expect(answers.map(({ status }) => status)).toEqual([401, 403, 403, 403, 403]);
    expect(answers[1]?.body.needs).toEqual(['orders:write']);
    expect(await kept()).toEqual([]);
  });

  it('names what is wrong in the request', async () => {
    const { status, body } = await reveal(clerk, { ...phoneOf(order.id), field: 'email' });

    expect([status, body.errors]).toEqual([422, { field: ['error-wrong-value'] }]);
    expect((await reveal(clerk, phoneOf(987_654))).status).toBe(404);
  });

  it('is of the own shop only, and never the e-mail of who wrote a review, for people of a shop', async () => {
    const [own, other] = order.parts;
    const review = await buildReview(api.db, { user: scene.customer, shop: scene.shop });

    expect((await reveal(scene.store_owner, phoneOf(own?.id ?? 0))).body.value).toBe(phone);
    expect((await reveal(scene.store_owner, phoneOf(other?.id ?? 0))).status).toBe(404);
    expect((await reveal(scene.store_owner, phoneOf(order.id))).status).toBe(404);
    for (const body of [
      { family: 'reviews', id: review.id, field: 'email' },
      { family: 'contact-messages', id: 1, field: 'email' },
    ])
      expect((await reveal(scene.store_owner, body)).status).toBe(403);
    const accountant = await buildRole(api.db, { orders: 'read', finance: 'read' }, 'shop');
    await api.db.updateTable('users').set({ role_id: accountant }).where('id', '=', scene.staff.id).execute();
    expect((await reveal(scene.staff, phoneOf(own?.id ?? 0))).status).toBe(403);
  });

  it('is shown sixty times in an hour, also when the requests are wrong', async () => {
    await api.db
      .insertInto('rate_limits')
      .values({ key: `reveal:${clerk.id}`, hits: 59, resets_at: new Date(api.now().getTime() + 60_000) })
      .execute();

    expect((await reveal(clerk, {})).status).toBe(422);
    expect((await reveal(clerk, phoneOf(order.id))).status).toBe(429);
    expect(await kept()).toEqual([]);
  });
});

describe('who looked at a person', () => {
  it('is told newest first: shown contacts, the opened record once an hour, and lists taken out', async () => {
    await reveal(clerk, phoneOf(order.id));
    const record = () => api.request(scene.super_admin, 'GET', `users/${scene.customer.id}`);
    await record();
    await record();
    await api.request(scene.super_admin, 'GET', 'users/export');
    api.setNow(new Date(api.now().getTime() + 3_600_001));
    await record();

    const { status, body } = await viewsOf(scene.super_admin, scene.customer.id);

    expect(status).toBe(200);
    expect(body.data.map(({ kind, family, user }) => [kind, family, user.id])).toEqual([
      ['open', 'users', scene.super_admin.id],
      ['export', 'users', scene.super_admin.id],
      ['open', 'users', scene.super_admin.id],
      ['reveal', 'orders', clerk.id],
    ]);
    expect(body.data.at(-1)).toMatchObject({ row_id: order.id, field: 'customer_contact' });
  });

  it('is told to the area of customers only, of people who exist', async () => {
    const helper = await buildMember(api.db, 'support');

    expect((await viewsOf(null, scene.customer.id)).status).toBe(401);
    expect((await viewsOf(clerk, scene.customer.id)).status).toBe(403);
    expect((await viewsOf(scene.store_owner, scene.customer.id)).status).toBe(403);
    expect((await viewsOf(helper, scene.customer.id)).status).toBe(200);
    expect((await viewsOf(helper, 987_654)).status).toBe(404);
    expect((await api.request(helper, 'GET', 'personal-data/views')).status).toBe(404);
  });

  it('is not the person, and is forgotten after three years', async () => {
    await api.request(scene.super_admin, 'GET', `users/${scene.super_admin.id}`);
    expect(await kept()).toEqual([]);

    await reveal(clerk, phoneOf(order.id));
    const later = (days: number) => new Date(api.now().getTime() + days * 24 * 3600_000);
    await forgetViews({ db: api.db, now: later(1094) });
    expect(await kept()).toHaveLength(1);
    await forgetViews({ db: api.db, now: later(1096) });
    expect(await kept()).toEqual([]);
  });
});

describe('a list of contacts that is taken out', () => {
  interface Waits {
    approval: Approval;
    message: string;
    current: { approval: Approval };
  }
  let second: BuiltUser;

  const takeOut = (person: { id: number }, path = 'users/export?role=customer', accept?: string) =>
    api.request<Waits & string>(person, 'GET', path, undefined, accept ? { accept } : {});
  const decide = (person: { id: number }, { id, hash }: Approval, act: 'confirm' | 'decline') =>
    api.request<Approval & { message: string }>(
      person,
      'POST',
      `approvals/${id}/${act}`,
      act === 'confirm' ? { hash } : { reason: 'Незачем' },
    );
  const asked = async (path?: string) => (await takeOut(scene.super_admin, path)).body.approval;
  const taken = async () => (await kept()).filter(({ kind }) => kind === 'export');

  beforeEach(async () => {
    second = await buildUser(api.db, { role: 'super_admin', name: 'Ольга Вторая' });
    await api.db
      .insertInto('approval_rules')
      .values({ mode: 'auto' })
      .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ mode: 'auto' }))
      .execute();
  });

  it('waits for the second person, who sees which list, and leaves once within a day', async () => {
    const first = await takeOut(scene.super_admin);
    expect(first.status).toBe(202);
    expect(first.body.approval).toMatchObject({ kind: 'export', title: scene.super_admin.name });
    expect(first.body.approval.facts).toEqual([
      { key: 'list', kind: 'text', after: 'users' },
      { key: 'rows', kind: 'text', after: 'part' },
    ]);
    expect(await taken()).toEqual([]);

    expect((await decide(scene.super_admin, first.body.approval, 'confirm')).body.message).toBe(
      'OWN_APPROVAL',
    );
    expect((await decide(second, first.body.approval, 'confirm')).status).toBe(200);
    const both = await Promise.all([takeOut(scene.super_admin), takeOut(scene.super_admin)]);

    expect(both.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 202]);
    expect(await taken()).toMatchObject([{ user_id: scene.super_admin.id, family: 'users', row_id: null }]);
  });

  it('is that list alone, of that person, and not a day later', async () => {
    await decide(second, await asked(), 'confirm');

    expect((await takeOut(second)).status).toBe(202);
    expect((await takeOut(scene.super_admin, 'users/export')).status).toBe(202);
    api.setNow(new Date(api.now().getTime() + 25 * 3600_000));
    expect((await takeOut(scene.super_admin)).status).not.toBe(200);
  });

  it('stays when it is declined, and is refused to other clients', async () => {
    await decide(second, await asked(), 'decline');
    expect((await takeOut(scene.super_admin)).status).toBe(202);

    const other = await takeOut(scene.super_admin, 'users/export', 'application/json');
    expect([other.status, other.body.message]).toEqual([409, 'APPROVAL_WAITING']);
    expect(await taken()).toEqual([]);
  });

  it('is every list with a contact column, the workbook of orders, and no list without', async () => {
    const paths = [
      ...['newsletter-subscribers/export', 'contact-messages/export', 'refunds/export'],
      ...['orders/export', 'orders/export?columns=tracking_number,customer_contact', 'export-order-url'],
    ];
    for (const path of paths) {
      await api.db.deleteFrom('approvals').execute();
      expect([path, (await takeOut(scene.super_admin, path)).status]).toEqual([path, 202]);
    }
    for (const path of ['orders/export?columns=tracking_number,total', 'products/export', 'activity/export'])
      expect([path, (await takeOut(scene.super_admin, path)).status]).toEqual([path, 200]);
  });

  it('is a shop’s own without anybody else, masked without asking, and at once where the rule is off', async () => {
    const seller = await takeOut(scene.store_owner, 'orders/export?columns=customer_contact');
    expect([seller.status, String(seller.body).includes(phone)]).toEqual([200, true]);
    const masked = await takeOut(clerk, 'orders/export?columns=customer_contact');
    expect([masked.status, String(masked.body).includes('+7 ••• •••-81-36')]).toEqual([200, true]);

    await api.db.updateTable('approval_rules').set({ mode: 'off' }).execute();
    expect((await takeOut(scene.super_admin)).status).toBe(200);
    expect(await taken()).toHaveLength(1);
  });
});
