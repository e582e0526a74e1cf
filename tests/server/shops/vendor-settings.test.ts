import { describe, expect, it } from 'vitest';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

const { api, scene } = setUpScene();

const company = {
  legal_form: 'organisation',
  legal_name: 'ООО «Лавка»',
  inn: '7707083893',
  kpp: '770701001',
  ogrn: '1027700132195',
  legal_address: 'г. Москва, ул. Вавилова, д. 19',
  bic: '044525225',
  bank_name: 'ПАО Сбербанк',
  correspondent_account: '30101810400000000225',
  account: '40702810638050013199',
  payment_email: null,
  tax_system: 'usn_income',
  vat_rate: 'none',
};
const fast_payments = { phone: '8 916 123-45-67', member: 'bank100000000111' };
const notifications = { email: 'Owner@Test.ru', enable: true };

const get = () => api.request(scene.store_owner, 'GET', 'vendor/settings');
const put = (body: object) => api.request(scene.store_owner, 'PUT', 'vendor/settings', body);
const stored = (id: number) =>
  api.db
    .selectFrom('users')
    .select(['company', 'fast_payments', 'notifications', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('settings of a vendor', () => {
  it.each(['GET', 'PUT'] as const)('%s require a session and an owner', async (method) => {
    const body = method === 'PUT' ? {} : undefined;

    expect((await api.request(null, method, 'vendor/settings', body)).status).toBe(401);
    expect((await api.request(scene.staff, method, 'vendor/settings', body)).status).toBe(403);
    expect((await api.request(scene.customer, method, 'vendor/settings', body)).status).toBe(403);
  });

  it('are empty at first', async () => {
    expect((await get()).body).toEqual({
      company: null,
      fast_payments: null,
      notifications: { email: null, enable: false },
      version: 1,
    });
  });

  it('are stored in the user’s row and visible to nobody else', async () => {
    const answer = await put({ company, fast_payments, notifications });

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      company: { inn: '7707083893', ogrn: '1027700132195' },
      fast_payments: { phone: '+7 (916) 123-45-67', member: 'bank100000000111' },
      notifications: { email: 'owner@test.ru', enable: true },
      version: 2,
    });
    expect((await stored(scene.store_owner.id)).company).toMatchObject({ account: company.account });
    const other = await api.request(scene.otherOwner, 'GET', 'vendor/settings');
    expect(other.body.company).toBeNull();
    const entry = await api.db
      .selectFrom('audit_log')
      .select('changes')
      .where('action', '=', 'vendor-settings')
      .executeTakeFirstOrThrow();
    expect(Object.keys(entry.changes as object).sort()).toEqual([
      'company',
      'fast_payments',
      'notifications',
    ]);
  });

  it('keep what was not sent, and remove what was emptied', async () => {
    await put({ company, fast_payments });

    await put({ fast_payments: null });

    expect((await get()).body).toMatchObject({
      company: { inn: company.inn },
      fast_payments: null,
      version: 3,
    });
  });

  it('report each invalid requisite by name', async () => {
    const { status, body } = await put({
      company: { ...company, inn: '7707083894', ogrn: '1027700132196', account: '40702810638050013198' },
      fast_payments: { phone: '123', member: 'Сбер' },
      notifications: { email: null, enable: true },
    });

    expect(status).toBe(422);
    expect(body.errors).toMatchObject({
      'company.inn': ['error-inn-checksum'],
      'company.ogrn': ['error-ogrn-checksum'],
      'company.account': ['error-account-checksum'],
      'fast_payments.phone': ['error-phone-format'],
      'fast_payments.member': ['error-wrong-value'],
      'notifications.email': ['error-email-required'],
    });
    expect((await stored(scene.store_owner.id)).version).toBe(1);
  });

  it('refuse anything but text, and a stale edit', async () => {
    await put({ notifications });
    const stale = await put({ notifications: { email: null, enable: false }, version: 1 });

    expect((await put({ company: { ...company, inn: {} } })).status).toBe(422);
    expect((await put({ company: 'нет' })).status).toBe(422);
    expect(stale.status).toBe(409);
    expect((stale.body.current as Wire).notifications).toEqual({ email: 'owner@test.ru', enable: true });
  });
});
