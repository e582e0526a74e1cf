import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { businessZone } from '@/contract/core/day';
import type { Settings, SettingsOptions } from '@/contract/settings';
import { companySettingsSchema } from '@/contract/settings/company';
import { defaultEvents } from '@/contract/settings/event-names';
import { demoSettings } from '@/server/demo/settings/settings';
import { loadParties } from '@/server/modules/ledger/statement-parties';
import { eventOn } from '@/server/modules/messaging/event-switches';
import { addPoints, ctxOf, place, setSettings } from '../../support/checkout';
import { buildAttachment } from '../../support/factories';
import { orderOf } from '../../support/order-body';
import { placedOrder } from '../../support/order-life';
import { messagesTo } from '../../support/outbox';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { type Answer, isOneProcess, type Wire } from '../../support/server';
import { shopBody } from '../../support/shops';

/** Every switch of the settings has its effect. */
const { api, scene } = setUpScene();

const phone = '+7 (900) 123-45-67';
const { emailEvent: mail, smsEvent: sms, pushNotification: push } = defaultEvents;

const save = (
  options: Partial<SettingsOptions> | object,
  more: object = {},
): Promise<Answer<Settings & Wire>> =>
  api.request(scene.super_admin, 'POST', 'settings', { options, ...more });
const read = async (person: { id: number } | null = null) =>
  (await api.request<Settings>(person, 'GET', 'settings')).body.options;

/** A new order of the first shop by the scene's customer. */
async function order() {
  const product = await buildProduct(api.db, { shop: scene.shop });
  return place(api, scene.customer, orderOf([{ product_id: product.id, order_quantity: 1 }]));
}

const templatesTo = async (recipient: string) =>
  (await messagesTo(api.db, recipient)).map(({ channel, template }) => `${channel} ${template}`);

describe('e-mails and SMS', () => {
  it('have the defaults until changed: e-mails to buyers and shops, nothing else', async () => {
    expect((await order()).status).toBe(201);

    expect(await templatesTo(scene.customer.email)).toEqual(['mail order-placed']);
    expect(await templatesTo(scene.store_owner.email)).toEqual(['mail order-received']);
    expect(await templatesTo(scene.super_admin.email)).toEqual([]);
    expect(await templatesTo(phone)).toEqual([]);
  });

  it('can be off for one kind of receiver and on for another', async () => {
    await setSettings(api, {
      emailEvent: { ...mail, customer: { ...mail.customer, statusChangeOrder: false } },
    });
    await order();

    expect(await templatesTo(scene.customer.email)).toEqual([]);
    expect(await templatesTo(scene.store_owner.email)).toEqual(['mail order-received']);
  });

  it('SMS to buyers, shops and administrators are one short line without links', async () => {
    const on = { statusChangeOrder: true, paymentOrder: false, refundOrder: false };
    await setSettings(api, { smsEvent: { admin: on, vendor: on, customer: on } });
    for (const [person, contact] of [
      [scene.store_owner, '+7 (912) 000-00-01'],
      [scene.super_admin, '+7 (912) 000-00-02'],
    ] as const)
      await api.db.updateTable('users').set({ contact }).where('id', '=', person.id).execute();
    const { body } = await order();

    const sent = await api.db
      .selectFrom('outbox')
      .select(['recipient', 'body'])
      .where('channel', '=', 'sms')
      .orderBy('recipient')
      .execute();
    expect(sent).toEqual([
      { recipient: phone, body: `Заказ №\u00a0${body.short_number} принят. Гостиный двор` },
      {
        recipient: '+7 (912) 000-00-01',
        body: expect.stringMatching(/^Новый заказ №\u00a0\S+ в магазине «Первая лавка»\. Гостиный двор$/),
      },
      {
        recipient: '+7 (912) 000-00-02',
        body: `Заказ №\u00a0${body.short_number} принят. Гостиный двор`,
      },
    ]);
    expect(sent.every((one) => one.body.length <= 134 && !one.body.includes('http'))).toBe(true);
  });

  it('to administrators have the subject and a link, except about their own actions', async () => {
    await setSettings(api, {
      emailEvent: { ...mail, admin: { ...mail.admin, statusChangeOrder: true } },
    });
    const { body } = await order();
    const [letter] = await messagesTo(api.db, scene.super_admin.email);
    expect(letter?.body).toContain(`https://shop.test/admin/orders/${body.id}`);
    expect(letter?.subject).toBe(`Заказ №\u00a0${body.short_number} принят`);

    await api.request(scene.super_admin, 'PUT', `orders/${body.id}`, { order_status: 'order-cancelled' });
    expect(await messagesTo(api.db, scene.super_admin.email)).toHaveLength(1);
    expect(await templatesTo(scene.customer.email)).toEqual(['mail order-placed', 'mail order-cancelled']);
  });

  it('about payment and refund have separate switches', async () => {
    await setSettings(api, {
      emailEvent: { ...mail, customer: { ...mail.customer, paymentOrder: false, refundOrder: false } },
    });
    for (const [event, isOn] of [
      ['statusChangeOrder', true],
      ['paymentOrder', false],
      ['refundOrder', false],
      ['answerQuestion', true],
    ] as const)
      expect([event, await eventOn(ctxOf(api), 'mail', 'customer', event)]).toEqual([event, isOn]);

    const { id } = await placedOrder(api, {
      customer: scene.customer,
      lines: [{ shop: scene.shop }],
      status: { order: 'order-completed', payment: 'payment-success' },
    });
    await api.request(scene.customer, 'POST', 'refunds', { order_id: id, title: 'Разбилась' });
    expect(await templatesTo(scene.customer.email)).not.toContain('mail refund-asked');
  });

  it('to a vendor about a product’s decision are sent only while enabled', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop });
    const decide = (status: string) =>
      api.request(scene.super_admin, 'PUT', `products/${product.id}`, { status });
    const submit = () =>
      api.db
        .insertInto('product_reviews')
        .values({
          product_id: product.id,
          shop_id: scene.shop.id,
          submitted_by: scene.store_owner.id,
          submitted_at: api.now(),
          created_at: api.now(),
          updated_at: api.now(),
        })
        .execute();
    const vendor = { ...mail.vendor, productReview: false };
    await setSettings(api, { emailEvent: { ...mail, vendor } });
    await submit();
    expect((await decide('rejected')).status).toBe(200);
    expect(await templatesTo(scene.store_owner.email)).toEqual([]);

    await setSettings(api, {});
    await submit();
    expect((await decide('publish')).status).toBe(200);
    expect(await templatesTo(scene.store_owner.email)).toEqual(['mail product-approved']);
  });

  it('are off when other clients do not send a switch, as they mean it, but unknown kinds of notifications stay on', async () => {
    const { body } = await save({
      emailEvent: { customer: { statusChangeOrder: true }, admin: {}, vendor: {}, all: {} },
      smsEvent: { all: {} },
      pushNotification: { all: { order: true } },
    });

    expect(body.options.emailEvent?.customer).toEqual({
      statusChangeOrder: true,
      paymentOrder: false,
      refundOrder: false,
      answerQuestion: false,
    });
    expect(body.options.emailEvent?.vendor.createReview).toBe(false);
    expect(body.options.smsEvent).toEqual(sms);
    expect(body.options.pushNotification?.all).toEqual({ ...push.all, message: false, storeNotice: false });
    expect((await save({ smsEvent: { vendor: { paymentOrder: 'sometimes' } } })).status).toBe(422);
  });

  it('of a notification kind are not sent while it is off', async () => {
    await setSettings(api, { pushNotification: { all: { ...push.all, order: false } } });
    await order();
    const silent = await api.db.selectFrom('notify_logs').select('id').execute();
    await setSettings(api, {});
    await order();
    const ringing = await api.db.selectFrom('notify_logs').select('notify_type').execute();

    expect(silent).toEqual([]);
    expect(new Set(ringing.map(({ notify_type }) => notify_type))).toEqual(new Set(['order']));
  });
});

describe('signing in', () => {
  it('learns that neither letters nor SMS leave where no service is connected', async () => {
    const { body } = await api.request<Settings>(null, 'GET', 'settings');
    expect(body.options.sends).toEqual({ mail: false, sms: false });
  });

  it('by a code is refused with its own error while it is off', async () => {
    await setSettings(api, { useOtp: false });
    for (const [path, body] of [
      ['api/admin/auth/send-code', { phone }],
      ['api/admin/auth/check-code', { phone, code: '123456' }],
      ['otp-login', { phone_number: phone, otp_id: '1', code: '123456' }],
    ] as const) {
      const answer = await api.request(null, 'POST', path, body);
      expect([path, answer.status, answer.body.message]).toEqual([path, 403, 'CODE_SIGN_IN_OFF']);
    }
    expect(await messagesTo(api.db, phone)).toEqual([]);
    await setSettings(api, { useOtp: true });
    expect((await api.request(null, 'POST', 'api/admin/auth/send-code', { phone })).status).toBe(200);
  });

  it('needs no confirmation and no e-mail where confirming is optional', async () => {
    const register = (email: string) =>
      api.request(null, 'POST', 'register', {
        name: 'Жанна',
        email,
        password: 'Snegir2026',
        permission: 'store_owner',
        accepts_personal_data: true,
        accepts_terms: true,
      });
    await setSettings(api, { useMustVerifyEmail: false });
    await register('zhanna@test.ru');
    await setSettings(api, { useMustVerifyEmail: true });
    await register('zinaida@test.ru');

    expect(await templatesTo('zhanna@test.ru')).toEqual([]);
    expect(await templatesTo('zinaida@test.ru')).toEqual(['mail confirm-email']);
  });
});

describe('a confirmed phone', () => {
  it('is required from a vendor to withdraw money and to create a shop, if mandatory; not from administrators', async () => {
    const [owner, admin] = [scene.store_owner, scene.super_admin];
    await api.request(admin, 'POST', `shops/${scene.shop.id}/adjustments`, {
      amount: 900,
      reason: 'Остаток',
    });
    const withdraw = (person: { id: number }) =>
      api.request(person, 'POST', 'withdraws', {
        ...{ shop_id: scene.shop.id, amount: 100, payment_method: 'Банковский перевод' },
      });
    const open = (person: { id: number }, name: string) =>
      api.request(person, 'POST', 'shops', { ...shopBody, name });
    await api.db.updateTable('users').set({ contact_verified_at: null }).execute();
    expect((await withdraw(owner)).status).toBe(201);
    await setSettings(api, { useMustVerifyPhone: true });

    for (const refused of [await withdraw(owner), await open(owner, 'Вторая')])
      expect([refused.status, refused.body.message]).toEqual([403, 'PHONE_NOT_VERIFIED']);
    expect((await withdraw(admin)).status).toBe(201);
    expect(await api.db.selectFrom('withdraws').select('id').execute()).toHaveLength(2);

    await api.db
      .updateTable('users')
      .set({ contact: '+79160000001', contact_verified_at: api.now() })
      .where('id', '=', owner.id)
      .execute();
    expect((await withdraw(owner)).status).toBe(201);
    expect((await open(owner, 'Третья')).status).toBe(201);
  });
});

describe('shops', () => {
  it('write no terms of their own while that is off; the administration does', async () => {
    const terms = { title: 'Правила', description: 'Возвращаем деньги.', shop_id: scene.shop.id };
    const write = (person: { id: number }) => api.request(person, 'POST', 'terms-and-conditions', terms);
    const { body } = await write(scene.store_owner);
    await setSettings(api, { enableTerms: false });

    expect((await write(scene.store_owner)).status).toBe(403);
    const edit = { ...terms, title: 'Другие' };
    const change = (person: { id: number }) =>
      api.request(person, 'PUT', `terms-and-conditions/${body.id}`, edit);
    expect((await change(scene.store_owner)).status).toBe(403);
    expect((await change(scene.super_admin)).status).toBe(200);
    expect((await write(scene.super_admin)).status).toBe(201);
  });

  it('are nearby within the configured distance', async () => {
    const location = { lat: 55.75, lng: 37.62 };
    await api.db
      .updateTable('shops')
      .set({ settings: JSON.stringify({ location }) })
      .where('id', '=', scene.shop.id)
      .execute();
    // Tver is some 160 km from Moscow.
    const near = async () => (await api.request<Wire[]>(null, 'GET', 'near-by-shop/56.86/35.9')).body.length;

    expect(await near()).toBe(1);
    await save({ maxShopDistance: 100 });
    expect(await near()).toBe(0);
    expect((await save({ maxShopDistance: 0 })).body.errors).toHaveProperty('maxShopDistance');
  });

  it('the review system is accepted in both of its formats', async () => {
    await save({ reviewSystem: { name: 'Сколько угодно', value: 'review_multiple_time' } });
    expect((await read()).reviewSystem).toBe('review_multiple_time');
    await save({ reviewSystem: 'review_single_time' });
    expect((await read()).reviewSystem).toBe('review_single_time');
    expect((await save({ reviewSystem: 'review_never' })).status).toBe(422);
  });
});

describe('maintenance', () => {
  const [start, until] = ['2026-03-12T01:00:00.000Z', '2026-03-12T03:00:00.000Z'];
  const words = { title: 'Обновляем базу', description: 'Заказы примем позже.', image: null };
  const plan = (more: object = {}, isUnderMaintenance = true) =>
    save({ isUnderMaintenance, maintenance: { ...words, start, until, ...more } });
  const letters = () =>
    api.db.selectFrom('outbox').select(['recipient', 'body']).where('template', '=', 'maintenance').execute();

  it('is announced to every owner once for each change of its dates, and to nobody after its start', async () => {
    await plan();
    await plan({ title: 'Обновляем всё' });
    await save({ siteTitle: 'Ярмарка' });
    const first = await letters();
    expect(first.map(({ recipient }) => recipient).sort()).toEqual(
      [scene.store_owner.email, scene.otherOwner.email].sort(),
    );
    expect(first[0]?.body).toContain('с 12 марта в 04:00 до 12 марта в 06:00');

    await plan({ until: '2026-03-12T05:00:00.000Z' });
    expect(await letters()).toHaveLength(4);
    await plan({}, false);
    await plan({ until: '2026-03-12T05:00:00.000Z' });
    expect(await letters()).toHaveLength(4);
    api.setNow(new Date('2026-03-12T02:00:00Z'));
    await plan({ until: '2026-03-12T06:00:00.000Z' });
    expect(await letters()).toHaveLength(4);
  });

  it('is part of everybody’s settings, and the API keeps serving', async () => {
    await plan({ start: '2026-03-10T08:00:00.000Z' });
    const { isUnderMaintenance, maintenance } = await read();

    expect([isUnderMaintenance, maintenance.title, maintenance.until]).toEqual([true, words.title, until]);
    expect((await order()).status).toBe(201);
  });

  it('requires dates and texts only while it is on, and ends after its start', async () => {
    const nothing = { title: '', description: '', image: null, start: '', until: '' };
    expect((await save({ isUnderMaintenance: false, maintenance: nothing })).status).toBe(200);
    const { status, body } = await save({ isUnderMaintenance: true, maintenance: nothing });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(
      ['description', 'start', 'title', 'until'].map((key) => `maintenance.${key}`),
    );
    expect((await plan({ until: start })).body.errors).toEqual({
      'maintenance.until': ['error-end-before-start'],
    });
  });

  it('has pictures that are looked up by id, like those of shared links', async () => {
    const { id } = await buildAttachment(api.db);
    const forged = { id, original: 'https://evil.example/a.svg', thumbnail: '' };
    await save({ maintenance: { ...words, image: forged }, seo: { ogImage: forged } });
    const { maintenance, seo } = await read();

    expect(maintenance.image?.original).toMatch(/^\/admin\/rest\/uploads\//);
    expect(seo.ogImage?.original).toMatch(/^\/admin\/rest\/uploads\//);
    expect((await save({ seo: { ogImage: { id: 99_999 } } })).body.errors).toEqual({
      'seo.ogImage': ['error-file-missing'],
    });
  });
});

it('open panels are notified immediately that something was saved, not what', async () => {
  await save({ siteTitle: 'Ярмарка' });

  const told = await api.db.selectFrom('live_events').select(['audiences', 'type', 'data']).execute();
  expect(told).toEqual([{ audiences: ['everybody'], type: 'settings', data: {} }]);
});

describe('the company', () => {
  const { contactDetails, companyRequisites } = demoSettings({ id: 1, original: '', thumbnail: '' });

  it('of the demo meets the rules', async () => {
    await expect(
      companySettingsSchema.validate({ contactDetails, companyRequisites }),
    ).resolves.toBeDefined();
  });

  it('is printed on statements and below e-mails; its bank is visible to administrators only', async () => {
    expect((await save({ contactDetails, companyRequisites, siteTitle: 'Ярмарка' })).status).toBe(200);
    const { platform } = await loadParties({ ...ctxOf(api), locale: 'ru' }, scene.shop.id);
    expect(platform.lines).toEqual([
      expect.stringContaining('Гостиный двор'),
      'Ярмарка',
      expect.stringMatching(/^ИНН \d{10}$/),
      expect.stringMatching(/^КПП \d{9}$/),
      expect.stringMatching(/^ОГРН \d{13}$/),
      '109012, г Москва, ул Ильинка, д 4',
      expect.stringMatching(/^р\/с 40702\d{15}$/),
      expect.stringContaining('БИК 04'),
    ]);

    const own = await read(scene.super_admin);
    expect(own.companyRequisites).toHaveProperty('account');
    for (const person of [null, scene.store_owner]) {
      const open = (await read(person)).companyRequisites;
      expect(Object.keys(open ?? {}).sort()).toEqual(
        ['inn', 'kpp', 'legal_address', 'legal_form', 'legal_name', 'ogrn'].sort(),
      );
    }
    await order();
    const [letter] = await messagesTo(api.db, scene.customer.email);
    expect(letter?.body).toMatch(/— Ярмарка\n.+, ИНН \d{10}\n109012, Россия, Москва, .+\n\+7 \(495\)/);
  });

  it('is refused with named errors, and may be left out', async () => {
    const broken = { ...companyRequisites, inn: '7710123461' };
    expect((await save({ companyRequisites: broken })).body.errors).toEqual({
      'companyRequisites.inn': ['error-inn-checksum'],
    });
    const { body } = await save({ contactDetails: { ...contactDetails, website: '', emailAddress: 'нет' } });
    expect(body.errors).toMatchObject({
      'contactDetails.website': ['error-website-required'],
      'contactDetails.emailAddress': ['error-email-format'],
    });
    const onlyAddress = { contact: '', website: '', emailAddress: '', location: { city: 'Москва' } };
    // Not dropped without a word.
    expect(Object.keys((await save({ contactDetails: onlyAddress })).body.errors ?? {})).toContain(
      'contactDetails.contact',
    );
    expect((await save({ contactDetails: null, companyRequisites: null })).status).toBe(200);
  });
});

describe('the time zone', () => {
  beforeEach(async () => void (await save({ timeZone: 'Europe/Moscow' })));

  it.runIf(isOneProcess)('decides immediately which day an order belongs to', async () => {
    // 23:30 in Moscow on the ninth, 06:30 on the tenth in Vladivostok.
    await placedOrder(api, { lines: [{ shop: scene.shop }], at: new Date('2026-03-09T20:30:00Z') });
    const on = async (day: string) => {
      const { body } = await api.request(
        scene.super_admin,
        'GET',
        `orders?search=created_from:${day};created_to:${day}&searchJoin=and`,
      );
      return body.total;
    };
    expect([await on('2026-03-09'), await on('2026-03-10')]).toEqual([1, 0]);
    expect((await save({ timeZone: 'Asia/Vladivostok' })).status).toBe(200);

    expect(businessZone()).toBe('Asia/Vladivostok');
    expect([await on('2026-03-09'), await on('2026-03-10')]).toEqual([0, 1]);
    expect((await order()).body.tracking_number).toMatch(/^20260310/);
  });

  it('rebuilds the days of the ledger, and new entries have the new day', async () => {
    api.setNow(new Date('2026-03-09T20:30:00Z'));
    await addPoints(api, scene.customer, 100);
    const days = async () => {
      const { rows } = await sql<{ day: string; lines: number }>`
        select day::text as day, sum(lines)::int as lines from ledger_days group by 1 order by 1`.execute(
        api.db,
      );
      return rows;
    };
    expect(await days()).toEqual([{ day: '2026-03-09', lines: 2 }]);
    await save({ timeZone: 'Asia/Vladivostok' });
    expect(await days()).toEqual([{ day: '2026-03-10', lines: 2 }]);
    await addPoints(api, scene.customer, 100);
    expect(await days()).toEqual([{ day: '2026-03-10', lines: 4 }]);
    const wrong = await sql`select l.id from ledger_lines l join ledger_entries e on e.id = l.entry_id
      where l.day <> (e.at at time zone 'Asia/Vladivostok')::date`.execute(api.db);
    expect(wrong.rows).toEqual([]);
  });

  it('must be a named zone, and nobody else can rebuild the ledger', async () => {
    for (const timeZone of ['Moscow', '+03:00', '', 'Europe/Nowhere'])
      expect([timeZone, (await save({ timeZone })).status]).toEqual([timeZone, 422]);
    await addPoints(api, scene.customer, 100);
    await expect(sql`update ledger_lines set amount = 0`.execute(api.db)).rejects.toThrow('immutable');
    await expect(sql`delete from ledger_lines`.execute(api.db)).rejects.toThrow('immutable');
  });
});
