import { beforeEach, describe, expect, it } from 'vitest';
import { picture } from '../../support/needs';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Banners beyond the engine: visibility, advertising law, counters, and vendor submissions. */
const { api, scene } = setUpScene();

beforeEach(async () => {
  scene.picture = await picture(api.db, scene.store_owner);
});

type Person = 'super_admin' | 'store_owner' | 'staff' | 'otherOwner' | 'customer';

const body = (more: object = {}) => ({
  title: 'Чай к зиме',
  image: scene.picture,
  place: 'home_top',
  url: 'gostiny.ru/tea',
  ...more,
});

async function advertise(more: object = {}): Promise<Wire> {
  const sent = body({ is_active: true, ...more });
  const { status, body: made } = await api.request(scene.super_admin, 'POST', 'advertising-banners', sent);
  expect([status, made.errors]).toEqual([201, undefined]);
  return made;
}

const at = (hours: number) => new Date(api.now().getTime() + hours * 3600_000).toISOString();

const stored = (table: 'advertising_banners' | 'review_banners', id: number) =>
  api.db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('an advertising banner', () => {
  it('is scheduled, running and finished by its dates, and off by its switch', async () => {
    const { id } = await advertise({ start_date: at(1), end_date: at(2) });
    const off = await advertise({ is_active: false, start_date: at(1) });
    const status = async (banner: number) =>
      (await api.request(scene.super_admin, 'GET', `advertising-banners/${banner}`)).body.status;
    const listed = async (name: string) =>
      (await api.request(scene.super_admin, 'GET', `advertising-banners?status=${name}`)).body.data.map(
        (row) => row.id,
      );

    expect([await status(id), await status(off.id)]).toEqual(['scheduled', 'off']);
    for (const [hours, name] of [
      [0, 'scheduled'],
      [1, 'running'],
      [1, 'finished'],
    ] as const) {
      api.setNow(new Date(at(hours)));
      expect([name, await status(id), await listed(name), await listed('off')]).toEqual([
        name,
        name,
        [id],
        [off.id],
      ]);
    }
    expect(await listed('nonsense')).toEqual([]);
  });

  it.each([null, 'customer', 'store_owner'] as const)('is seen by %s only while it runs', async (person) => {
    const running = await advertise();
    const later = await advertise({ start_date: at(1) });
    await advertise({ is_active: false });
    await advertise({ start_date: at(-3), end_date: at(-1) });
    const user = person && scene[person];

    const list = await api.request(user, 'GET', 'advertising-banners');
    const one = await api.request(user, 'GET', `advertising-banners/${later.id}`);
    const found = await api.request(user, 'GET', 'advertising-banners?status=scheduled');

    expect(list.body.data.map(({ id }) => id)).toEqual([running.id]);
    expect([one.status, found.body.total]).toEqual([404, 0]);
    expect(list.body.data[0]).not.toHaveProperty('views_count');
    expect(list.body.data[0]).not.toHaveProperty('clicks_count');
  });

  it.each([
    ['a shop', () => ({ shop_id: scene.shop.id })],
    ['an advertiser', () => ({ advertiser: 'ООО «Чай»' })],
    ['an INN', () => ({ advertiser_inn: '7707083893' })],
  ])('with %s needs a token before it is switched on', async (_what, paid) => {
    const refused = await api.request(
      scene.super_admin,
      'POST',
      'advertising-banners',
      body({ ...paid(), is_active: true }),
    );
    const draft = await advertise({ ...paid(), is_active: false });
    const one = `advertising-banners/${draft.id}`;
    const switched = await api.request(scene.super_admin, 'PUT', one, { is_active: true });
    const right = await api.request(scene.super_admin, 'PUT', one, { is_active: true, erid: '2Vtzq1' });
    const taken = await api.request(scene.super_admin, 'PUT', one, { erid: '' });

    for (const answer of [refused, switched, taken]) {
      expect([answer.status, answer.body.errors]).toEqual([422, { erid: ['error-erid-required'] }]);
    }
    expect([right.status, right.body.status]).toEqual([200, 'running']);
    expect((await stored('advertising_banners', draft.id)).erid).toBe('2Vtzq1');
  });

  it('of the marketplace itself needs none, until somebody pays for it', async () => {
    const { id } = await advertise();
    const paid = await api.request(scene.super_admin, 'PUT', `advertising-banners/${id}`, {
      advertiser: 'ООО «Чай»',
    });

    expect([paid.status, paid.body.errors]).toEqual([422, { erid: ['error-erid-required'] }]);
  });

  it.each([
    [
      'an end at its start',
      () => ({ start_date: at(1), end_date: at(1) }),
      'end_date',
      'error-end-before-start',
    ],
    [
      'an end before it',
      () => ({ start_date: at(2), end_date: at(1) }),
      'end_date',
      'error-end-before-start',
    ],
    ['an impossible INN', () => ({ advertiser_inn: '7707083894' }), 'advertiser_inn', 'error-inn-format'],
    ['a token with signs', () => ({ erid: '2Vtz-qw' }), 'erid', 'error-erid-format'],
    ['no picture', () => ({ image: null }), 'image', 'error-image-required'],
    ['a picture that is not there', () => ({ image: { id: 999 } }), 'image', 'error-file-missing'],
    ['a shop that is not there', () => ({ shop_id: 999 }), 'shop_id', 'error-wrong-value'],
    ['an unknown place', () => ({ place: 'ceiling' }), 'place', 'error-place-required'],
  ])('is refused with %s', async (_what, more, field, error) => {
    const sent = body(more());
    const answer = await api.request(scene.super_admin, 'POST', 'advertising-banners', sent);

    expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [error] }]);
  });

  it('keeps its dates valid when only one of them is edited', async () => {
    const { id } = await advertise({ start_date: at(1), end_date: at(5) });
    const moved = await api.request(scene.super_admin, 'PUT', `advertising-banners/${id}`, {
      start_date: at(6),
    });
    const opened = await api.request(scene.super_admin, 'PUT', `advertising-banners/${id}`, {
      end_date: null,
    });

    expect([moved.status, moved.body.errors]).toEqual([422, { end_date: ['error-end-before-start'] }]);
    expect([opened.status, opened.body.start_date, opened.body.end_date]).toEqual([200, at(1), null]);
  });
});

describe('POST advertising-banners/{id}/view and /click', () => {
  const count = (id: number | string, what: 'view' | 'click', user: { id: number } | null = null) =>
    api.request<Wire | true>(user, 'POST', `advertising-banners/${id}/${what}`);

  it('count concurrent views and clicks of guests without making an edit stale', async () => {
    const banner = await advertise();
    await Promise.all(Array.from({ length: 10 }, () => count(banner.id, 'view')));
    const clicked = await count(banner.id, 'click');

    const { body: now } = await api.request(scene.super_admin, 'GET', `advertising-banners/${banner.id}`);
    expect([clicked.status, clicked.body]).toEqual([200, { url: 'gostiny.ru/tea' }]);
    expect(now).toMatchObject({ views_count: 10, clicks_count: 1, version: banner.version });
  });

  it('refuse an inactive banner and an invalid id', async () => {
    const off = await advertise({ is_active: false });
    const later = await advertise({ start_date: at(1) });
    const gone = await advertise();
    await api.request(scene.super_admin, 'DELETE', `advertising-banners/${gone.id}`);

    for (const key of [off.id, later.id, gone.id, 999, 'none', '1 or 1=1', '-1']) {
      for (const what of ['view', 'click'] as const) {
        const { status } = await count(encodeURIComponent(key), what, scene.super_admin);
        expect([key, what, status]).toEqual([key, what, 404]);
      }
    }
  });

  it('are each limited per network and minute', async () => {
    const { id } = await advertise();
    for (let times = 0; times < 30; times += 1) expect((await count(id, 'click')).status).toBe(200);

    const refused = await count(id, 'click');
    const viewed = await count(id, 'view');
    expect([refused.status, viewed.status]).toEqual([429, 200]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await stored('advertising_banners', id)).clicks_count).toBe(30);
    api.setNow(new Date(api.now().getTime() + 61_000));
    expect((await count(id, 'click')).status).toBe(200);
  });
});

describe('a submitted banner', () => {
  const send = (person: Person, more: object = {}) =>
    api.request(scene[person], 'POST', 'review-banners', body({ shop_id: scene.shop.id, ...more }));

  async function submitted(more: object = {}): Promise<Wire> {
    const { status, body: made } = await send('store_owner', { erid: '2Vtzq1', ...more });
    expect([status, made.errors]).toEqual([201, undefined]);
    return made;
  }

  const decide = (person: Person | null, verb: 'approve' | 'disapprove', sent: object) =>
    api.request(person && scene[person], 'POST', `${verb}-review-banner`, sent);

  const audited = async (family: string) =>
    (
      await api.db
        .selectFrom('audit_log')
        .select('action')
        .where('family', '=', family)
        .orderBy('id')
        .execute()
    ).map(({ action }) => action);

  it('waits for its approval, whatever is sent with it', async () => {
    const row = await submitted({ status: 'approved', advertising_banner_id: 1, reject_reason: 'x' });

    expect(row).toMatchObject({ status: 'pending', reject_reason: null, advertising_banner_id: null });
    expect(row.shop).toMatchObject({ id: scene.shop.id, name: scene.shop.name });
    expect((await stored('review_banners', row.id)).created_by).toBe(scene.store_owner.id);
  });

  it('is submitted for an own shop only', async () => {
    const statuses = await Promise.all([
      send('otherOwner', { image: await picture(api.db, scene.otherOwner) }).then(({ status }) => status),
      send('staff').then(({ status }) => status),
      send('customer').then(({ status }) => status),
    ]);
    const nowhere = await send('store_owner', { shop_id: null });

    expect(statuses).toEqual([404, 403, 403]);
    expect([nowhere.status, nowhere.body.errors]).toEqual([422, { shop_id: ['error-shop-required'] }]);
    expect(await api.db.selectFrom('review_banners').select('id').execute()).toEqual([]);
  });

  it('is not found by another owner, in any way', async () => {
    const { id } = await submitted();
    const one = `review-banners/${id}`;
    const list = await api.request(scene.otherOwner, 'GET', 'review-banners?search=title:Чай');
    const statuses = await Promise.all(
      (['GET', 'PUT', 'DELETE'] as const).map(
        async (method) =>
          (await api.request(scene.otherOwner, method, one, method === 'PUT' ? { title: 'Моё' } : undefined))
            .status,
      ),
    );
    await decide('super_admin', 'approve', { id });
    const approved = await api.request(scene.otherOwner, 'PUT', one, { title: 'Моё' });

    expect([list.body.total, statuses, approved.status]).toEqual([0, [404, 404, 404], 404]);
  });

  it('keeps its shop', async () => {
    const { id } = await submitted();
    const moved = await api.request(scene.super_admin, 'PUT', `review-banners/${id}`, {
      shop_id: scene.otherShop.id,
      title: 'Другое',
    });

    expect([moved.body.shop_id, moved.body.title]).toEqual([scene.shop.id, 'Другое']);
  });

  describe.each(['approve', 'disapprove'] as const)('%s', (verb) => {
    it.each([
      [null, 401],
      ['customer', 403],
      ['staff', 403],
      ['store_owner', 403],
    ] as const)('is closed to %s', async (person, status) => {
      const { id } = await submitted();

      expect((await decide(person, verb, { id, reason: 'Нет' })).status).toBe(status);
      expect((await stored('review_banners', id)).status).toBe('pending');
    });

    it('answers 404 for a missing one, and 422 for an invalid id', async () => {
      const statuses: number[] = [];
      for (const id of [999, 'x', null, -1, 1e300]) {
        statuses.push((await decide('super_admin', verb, { id, reason: 'Нет' })).status);
      }

      expect(statuses).toEqual([404, 422, 422, 422, 422]);
    });

    it('answers CONFLICT when the vendor has changed it meanwhile', async () => {
      const seen = await submitted();
      await api.request(scene.store_owner, 'PUT', `review-banners/${seen.id}`, { title: 'Иное' });
      const { id, version } = seen;
      const answer = await decide('super_admin', verb, { id, version, reason: 'Нет' });

      expect([answer.status, answer.body.current.title]).toEqual([409, 'Иное']);
      expect((await stored('review_banners', id)).status).toBe('pending');
    });
  });

  it('becomes an advertising banner when it is approved', async () => {
    const dates = { start_date: at(-1), end_date: at(24) };
    const { id } = await submitted({ ...dates, advertiser: 'ООО «Чай»', advertiser_inn: '7707083893' });
    const answer = await decide('super_admin', 'approve', { id });

    expect(answer.body).toMatchObject({ status: 'approved', decided_by: scene.super_admin.id });
    const made = await stored('advertising_banners', Number(answer.body.advertising_banner_id));
    expect(made).toMatchObject({
      title: 'Чай к зиме',
      image: scene.picture,
      shop_id: scene.shop.id,
      erid: '2Vtzq1',
      advertiser: 'ООО «Чай»',
      is_active: true,
    });
    const guest = await api.request(null, 'GET', 'advertising-banners');
    expect(guest.body.data[0]).toMatchObject({ id: made.id, status: 'running', ...dates });
    expect([await audited('review-banners'), await audited('advertising-banners')]).toEqual([
      ['create', 'approve'],
      ['create'],
    ]);
  });

  it('cannot be approved without a token, which the administrator may add', async () => {
    const { id } = await submitted({ erid: null });
    const without = await decide('super_admin', 'approve', { id });
    const wrong = await decide('super_admin', 'approve', { id, erid: 'два слова' });
    const none = await api.db.selectFrom('advertising_banners').select('id').execute();
    const right = await decide('super_admin', 'approve', { id, erid: '2VtzqNew' });

    expect([without.status, without.body.errors]).toEqual([422, { erid: ['error-erid-required'] }]);
    expect([wrong.status, wrong.body.errors]).toEqual([422, { erid: ['error-erid-format'] }]);
    expect(none).toEqual([]);
    expect([right.status, right.body.erid]).toEqual([200, '2VtzqNew']);
  });

  it('becomes one banner only under concurrent approvals', async () => {
    const { id } = await submitted();
    const answers = await Promise.all([1, 2, 3, 4].map(() => decide('super_admin', 'approve', { id })));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await api.db.selectFrom('advertising_banners').select('id').execute()).toHaveLength(1);
    expect(await audited('review-banners')).toEqual(['create', 'approve']);
  });

  it('is either approved or rejected under concurrent decisions', async () => {
    const { id, version } = await submitted();
    const answers = await Promise.all([
      decide('super_admin', 'approve', { id, version }),
      decide('super_admin', 'disapprove', { id, version, reason: 'Нет' }),
    ]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  it('is rejected with a reason, once', async () => {
    const { id } = await submitted();
    const without = await decide('super_admin', 'disapprove', { id, reason: '  ' });
    const first = await decide('super_admin', 'disapprove', { id, reason: 'Картинка размыта' });
    const second = await decide('super_admin', 'disapprove', { id, reason: 'Картинка размыта' });
    const seen = await api.request(scene.store_owner, 'GET', `review-banners/${id}`);

    expect([without.status, without.body.errors]).toEqual([422, { reason: ['error-reason-required'] }]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(seen.body).toMatchObject({ status: 'rejected', reject_reason: 'Картинка размыта' });
    expect(second.body.version).toBe(first.body.version);
    expect(await audited('review-banners')).toEqual(['create', 'reject']);
  });

  it('waits again after its owner has corrected it', async () => {
    const { id } = await submitted();
    await decide('super_admin', 'disapprove', { id, reason: 'Картинка размыта' });
    const mended = await api.request(scene.store_owner, 'PUT', `review-banners/${id}`, { title: 'Чётче' });

    expect(mended.body).toMatchObject({ status: 'pending', reject_reason: null, title: 'Чётче' });
  });

  it('cannot be edited here once it is approved', async () => {
    const { id } = await submitted();
    await decide('super_admin', 'approve', { id });
    for (const person of ['store_owner', 'super_admin'] as const) {
      const { status, body: refusal } = await api.request(scene[person], 'PUT', `review-banners/${id}`, {
        title: 'Иное',
      });
      expect([person, status, refusal.message]).toEqual([person, 400, 'ACTION_NOT_VALID']);
    }
  });

  it('is hidden from the storefront when it is rejected later, and shown again by a new approval', async () => {
    const { id } = await submitted();
    const approved = await decide('super_admin', 'approve', { id });
    await decide('super_admin', 'disapprove', { id, reason: 'Жалоба' });
    const hidden = await api.request(null, 'GET', 'advertising-banners');
    await api.request(scene.store_owner, 'PUT', `review-banners/${id}`, { title: 'Мягче' });
    const again = await decide('super_admin', 'approve', { id });
    const shown = await api.request(null, 'GET', 'advertising-banners');

    expect(hidden.body.total).toBe(0);
    expect(again.body.advertising_banner_id).toBe(approved.body.advertising_banner_id);
    expect(shown.body.data.map(({ title }) => title)).toEqual(['Мягче']);
  });

  it('creates a new banner when the first was removed', async () => {
    const { id } = await submitted();
    const approved = await decide('super_admin', 'approve', { id });
    const first = Number(approved.body.advertising_banner_id);
    await api.request(scene.super_admin, 'DELETE', `advertising-banners/${first}`);
    await decide('super_admin', 'disapprove', { id, reason: 'Жалоба' });
    const again = await decide('super_admin', 'approve', { id });

    expect(again.body.advertising_banner_id).not.toBe(first);
    expect((await api.request(null, 'GET', 'advertising-banners')).body.total).toBe(1);
  });
});

describe('a social link', () => {
  it('is visible to guests only while it is on, by its position', async () => {
    const add = (name: string, position: number, is_active = true) =>
      api.request(scene.super_admin, 'POST', 'social-links', {
        name,
        position,
        is_active,
        icon: 'vk',
        url: 'vk.com/gostiny',
      });
    await add('Вторая', 2);
    await add('Скрытая', 1, false);
    await add('Первая', 1);
    const names = async (user: { id: number } | null) =>
      (await api.request(user, 'GET', 'social-links')).body.data.map(({ name }) => name);

    expect(await names(null)).toEqual(['Первая', 'Вторая']);
    expect(await names(scene.super_admin)).toEqual(['Скрытая', 'Первая', 'Вторая']);
  });
});
