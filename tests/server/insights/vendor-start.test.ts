import { describe, expect, it } from 'vitest';
import type { VendorStart, VendorStepName } from '@/contract/insights/vendor-start';
import { defaultVendorFile } from '@/contract/shops/vendor-file';
import { setSettings } from '../../support/checkout';
import { buildShop, buildUser } from '../../support/factories';
import { buildOrder } from '../../support/orders';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

const charter = { key: 'charter', name: '', isRequired: true, hasExpiry: false };

const requisites = {
  legal_form: 'organisation',
  legal_name: 'ПАО Сбербанк',
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  legal_address: 'Москва, ул Вавилова, д 19',
  bic: '044525225',
  bank_name: 'ПАО Сбербанк',
  correspondent_account: '30101810400000000225',
  account: '40702810938000012345',
  tax_system: 'usn_income',
  vat_rate: 'none',
};

async function startOf(person: { id: number }): Promise<VendorStart> {
  const { status, body } = await api.request<VendorStart>(person, 'GET', 'first-steps/vendor');
  expect(status).toBe(200);
  return body;
}

const doneOf = ({ steps }: VendorStart) => steps.filter(({ is_done }) => is_done).map(({ key }) => key);
const step = ({ steps }: VendorStart, name: VendorStepName) => steps.find(({ key }) => key === name);
const changeShop = (id: number, values: object) =>
  api.db.updateTable('shops').set(values).where('id', '=', id).execute();

describe('GET first-steps/vendor', () => {
  it('is open to vendors only', async () => {
    expect((await api.request(null, 'GET', 'first-steps/vendor')).status).toBe(401);
    for (const role of ['staff', 'customer'] as const)
      expect((await api.request(scene[role], 'GET', 'first-steps/vendor')).status).toBe(403);
  });

  it('starts with a shop, and shows the usual rate and where the answer is sent', async () => {
    const newcomer = await buildUser(api.db, { role: 'store_owner' });
    await changeShop(scene.shop.id, { admin_commission_rate: 12.5 });

    const start = await startOf(newcomer);

    expect(start).toMatchObject({ is_shown: true, shop: null, commission_rate: 12.5, is_own_rate: false });
    expect([doneOf(start), start.email, start.review_hours]).toEqual([[], newcomer.email, null]);
  });

  it('asks for the papers of the seller’s kind where the settings do, and for none that waits for the operator', async () => {
    const owner = scene.store_owner;
    const papers = { ...defaultVendorFile.papers, organisation: [charter] };
    await setSettings(api, { vendorFile: { ...defaultVendorFile, isOn: true, papers } });
    const newcomer = await buildUser(api.db, { role: 'store_owner' });
    expect(step(await startOf(newcomer), 'papers')).toMatchObject({ is_done: false, count: 0 });
    const shop = await buildShop(api.db, { owner, name: 'Кузница', isActive: false });
    expect(step(await startOf(owner), 'papers')).toMatchObject({ is_done: false, count: 0 });

    await changeShop(shop.id, { requisites: JSON.stringify(requisites) });
    expect(step(await startOf(owner), 'papers')).toMatchObject({ is_done: false, count: 1 });

    const file = await api.db
      .insertInto('attachments')
      .values({ path: 'charter.pdf', file_name: 'charter.pdf', kind: 'file', size: 1, user_id: owner.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await api.db
      .insertInto('vendor_papers')
      .values({
        shop_id: shop.id,
        owner_id: owner.id,
        item: 'charter',
        attachment_id: file.id,
        ...{ created_at: api.now(), updated_at: api.now() },
      })
      .execute();
    expect(step(await startOf(owner), 'papers')?.is_done).toBe(true);
  });

  it('ticks off entered data and shows it, only for the newest shop', async () => {
    const owner = scene.store_owner;
    const shop = await buildShop(api.db, { owner, name: 'Кузница', isActive: false });
    await buildProduct(api.db, { shop: scene.shop });
    expect(doneOf(await startOf(owner))).toEqual(['shop']);

    await changeShop(shop.id, {
      requisites: JSON.stringify(requisites),
      address: JSON.stringify({ city: 'Тула', street_address: 'ул Советская, д 1' }),
      logo: '{"id": 1}',
      settings: JSON.stringify({ contact: '+79123302518', schedule: [{ day: 'mon' }], handling_days: 2 }),
    });
    const draft = await buildProduct(api.db, { shop, name: 'Подкова' });
    await api.db.updateTable('products').set({ status: 'draft' }).where('id', '=', draft.id).execute();
    const half = await startOf(owner);

    expect(half.shop).toMatchObject({ name: 'Кузница', is_active: false, was_open: false });
    expect(doneOf(half)).toEqual(['shop', 'requisites', 'delivery']);
    expect(step(half, 'shop')?.facts).toEqual(['Тула', 'ул Советская, д 1', '+79123302518']);
    expect(step(half, 'requisites')?.facts).toEqual(['ПАО Сбербанк', 'ПАО Сбербанк']);
    expect([step(half, 'pictures')?.count, step(half, 'products')?.count]).toEqual([1, 1]);

    await api.db.updateTable('products').set({ status: 'under_review' }).where('id', '=', draft.id).execute();
    await changeShop(shop.id, { cover_image: '{"id": 2}' });
    const ready = await startOf(owner);
    expect(doneOf(ready)).toEqual(['shop', 'requisites', 'pictures', 'products', 'delivery']);
    expect(step(ready, 'products')?.facts).toEqual(['Подкова']);
    expect(ready.example_price).toBeGreaterThan(0);
    expect(ready.is_shown).toBe(true);
  });

  it('names the first products without a picture, of that shop alone', async () => {
    const owner = scene.store_owner;
    await buildProduct(api.db, { shop: scene.shop, name: 'Чужой' });
    const shop = await buildShop(api.db, { owner, name: 'Кузница', isActive: false });
    const [first] = [
      await buildProduct(api.db, { shop, name: 'Подкова' }),
      await buildProduct(api.db, { shop, name: 'Кочерга' }),
    ];
    await api.db.updateTable('products').set({ image: null }).where('shop_id', '=', shop.id).execute();
    expect((await startOf(owner)).unpictured.map(({ name }) => name)).toEqual(['Подкова', 'Кочерга']);

    await api.db.updateTable('products').set({ image: '{"id": 3}' }).where('id', '=', first.id).execute();

    expect((await startOf(owner)).unpictured.map(({ name }) => name)).toEqual(['Кочерга']);
  });

  it('does not tick off requisites that no shop would be approved with', async () => {
    await changeShop(scene.shop.id, { requisites: JSON.stringify({ ...requisites, inn: '7707083894' }) });

    expect(doneOf(await startOf(scene.store_owner))).not.toContain('requisites');
  });

  it('ends with the first sale, which a cancelled order is not', async () => {
    await changeShop(scene.shop.id, {
      requisites: JSON.stringify(requisites),
      logo: '{"id": 1}',
      cover_image: '{"id": 2}',
      settings: JSON.stringify({ schedule: [{ day: 'mon' }], delivery_note: 'Почтой' }),
    });
    const product = await buildProduct(api.db, { shop: scene.shop });
    await buildOrder(api, { lines: [{ shop: scene.shop, product }] });
    const setStatus = (order_status: string) => api.db.updateTable('orders').set({ order_status }).execute();
    await setStatus('order-cancelled');
    const before = await startOf(scene.store_owner);
    expect([before.is_shown, before.first_order_id]).toEqual([true, null]);

    await setStatus('order-processing');
    const after = await startOf(scene.store_owner);

    expect(after.is_shown).toBe(false);
    expect(doneOf(after)).toContain('sale');
    expect(after.first_order_id).toEqual(expect.any(Number));
  });

  it('can be dismissed once there is a shop', async () => {
    const newcomer = await buildUser(api.db, { role: 'store_owner' });
    for (const person of [newcomer, scene.store_owner])
      expect((await api.request(person, 'POST', 'first-steps/put-away')).status).toBe(200);

    expect((await startOf(scene.store_owner)).is_shown).toBe(false);
    expect((await startOf(newcomer)).is_shown).toBe(true);
    expect((await startOf(scene.otherOwner)).is_shown).toBe(true);
  });

  it('shows the shop’s own rate and the usual time to approval', async () => {
    const created = new Date('2026-03-01T09:00:00Z');
    for (const hours of [2, 5, 30]) {
      const { id } = await buildShop(api.db);
      const approved_at = new Date(created.getTime() + hours * 3600_000);
      await changeShop(id, { created_at: created, approved_at, admin_commission_rate: 10 });
    }
    await changeShop(scene.shop.id, { admin_commission_rate: 7, is_custom_commission: true });

    const mine = await startOf(scene.store_owner);
    expect([mine.commission_rate, mine.is_own_rate, mine.review_hours]).toEqual([7, true, 5]);
    const other = await startOf(scene.otherOwner);
    expect([other.commission_rate, other.is_own_rate]).toEqual([10, false]);
  });
});
