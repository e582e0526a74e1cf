import { describe, expect, it } from 'vitest';
import { buildShop, buildUser } from '../../support/factories';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { signIn } from '../../support/session';

const { api, scene } = setUpScene();

type Member = Wire & { name: string; email: string; shop_id: number; scopes: string[]; is_invited: boolean };

const stored = (id: number) =>
  api.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const letters = () => api.db.selectFrom('outbox').selectAll().orderBy('id').execute();
const historyOf = (id: number) =>
  api.db
    .selectFrom('audit_log')
    .select(['action', 'changes'])
    .where('family', '=', 'staffs')
    .where('row_id', '=', id)
    .orderBy('id')
    .execute();
const asOwner = <Body = Member>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  api.request<Body>(scene.store_owner, method, path, body);
const newcomer = () => ({ name: 'Пётр Новиков', email: 'Petr@Test.ru', shop_id: scene.shop.id });
const namesOf = ({ data }: { data: Wire[] }) =>
  data.map(({ name }) => String(name)).sort((a, b) => a.localeCompare(b, 'ru'));
const tokenIn = (body: string) => new URL(/https:\S+/.exec(body)?.[0] ?? '').searchParams.get('token');

describe('every endpoint', () => {
  const endpoints = [
    ['GET', 'staffs'],
    ['GET', 'staffs/1'],
    ['GET', 'staffs/export'],
    ['POST', 'staffs'],
    ['PUT', 'staffs/1'],
    ['DELETE', 'staffs/1'],
    ['POST', 'staffs/1/restore'],
    ['POST', 'staffs/1/invite'],
    ['POST', 'staffs/bulk/remove'],
    ['GET', 'my-staffs'],
    ['GET', 'vendor/store_keepers'],
    ['GET', 'vendor/shops'],
    ['GET', 'vendor/shops/1'],
    ['GET', 'all-staffs'],
  ] as const;

  it.each(endpoints)('%s %s requires a session', async (method, path) => {
    expect((await api.request(null, method, path, method === 'GET' ? undefined : {})).status).toBe(401);
  });

  it.each(endpoints)('%s %s is closed to staff and customers', async (method, path) => {
    const body = method === 'GET' ? undefined : {};

    expect((await api.request(scene.staff, method, path, body)).status).toBe(403);
    expect((await api.request(scene.customer, method, path, body)).status).toBe(403);
  });

  it('for the staff of all shops is only the administrator’s', async () => {
    expect((await asOwner('GET', 'all-staffs')).status).toBe(403);
    expect((await api.request(scene.super_admin, 'GET', 'all-staffs')).body.total).toBe(2);
  });
});

describe('the list', () => {
  it.each(['staffs', 'my-staffs', 'vendor/store_keepers'])(
    '%s shows an owner the own shops’ people',
    async (path) => {
      const { status, body } = await asOwner<Wire>('GET', path);

      expect(status).toBe(200);
      expect(namesOf(body)).toEqual(['Галина']);
      expect(String(body.first_page_url)).toContain(`/${path}?`);
    },
  );

  it('shows an administrator all, or with own=1 those of their own shops', async () => {
    const shop = await buildShop(api.db, { owner: scene.super_admin });
    await buildUser(api.db, { role: 'staff', worksIn: shop, name: 'Своя' });

    expect(namesOf((await api.request(scene.super_admin, 'GET', 'staffs')).body)).toEqual([
      'Галина',
      'Денис',
      'Своя',
    ]);
    expect(namesOf((await api.request(scene.super_admin, 'GET', 'staffs?search=own:1')).body)).toEqual([
      'Своя',
    ]);
    expect(namesOf((await api.request(scene.super_admin, 'GET', 'my-staffs')).body)).toEqual(['Своя']);
  });

  it('of somebody else’s shop is empty, also in exports and counts', async () => {
    const { body } = await asOwner<Wire>('GET', `staffs?shop_id=${scene.otherShop.id}`);
    const file = await asOwner<string>('GET', 'staffs/export');

    expect(body).toMatchObject({ data: [], total: 0 });
    expect(file.body).toContain('Галина');
    expect(file.body).not.toContain('Денис');
  });

  it('is searched, filtered, sorted and paged', async () => {
    const second = await buildShop(api.db, { owner: scene.store_owner, slug: 'vtoraya' });
    await buildUser(api.db, { role: 'staff', worksIn: second, name: 'Алла', email: 'alla@test.ru' });
    await buildUser(api.db, { role: 'staff', worksIn: second, name: 'Борис', isActive: false });
    const ask = async (query: string) => namesInOrder((await asOwner<Wire>('GET', `staffs?${query}`)).body);
    const namesInOrder = (list: { data: Wire[] }) => list.data.map(({ name }) => name);

    expect(await ask('search=name:алл')).toEqual(['Алла']);
    expect(await ask('search=email:alla@')).toEqual(['Алла']);
    expect(await ask('is_active=false')).toEqual(['Борис']);
    expect(await ask('search=shop.slug:vtoraya&orderBy=name&sortedBy=desc')).toEqual(['Борис', 'Алла']);
    expect(await ask(`shop_id=${scene.shop.id}`)).toEqual(['Галина']);
    expect(await ask('orderBy=name&limit=1&page=2')).toEqual(['Борис']);
    expect((await asOwner('GET', 'staffs?search=password_hash:none')).status).toBe(422);
    expect((await asOwner('GET', 'staffs?orderBy=password_hash')).status).toBe(422);
  });

  it('exposes public fields only', async () => {
    const { body } = await asOwner<Wire>('GET', 'staffs');

    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual(
      [
        'created_at',
        'email',
        'email_verified',
        'expires_at',
        'id',
        'is_active',
        'is_invited',
        'name',
        'permissions',
        'profile',
        'role',
        'role_id',
        'scopes',
        'shop',
        'shop_id',
        'updated_at',
        'user_id',
        'version',
      ].sort(),
    );
  });
});

/** Accepts the invitation in a letter, choosing this password. */
const accept = (letter: { recipient: string; body: string } | undefined, password = 'Snegir2026') =>
  api.request<Wire>(null, 'POST', 'reset-password', {
    email: letter?.recipient,
    token: tokenIn(String(letter?.body)),
    password,
    password_confirmation: password,
  });

describe('adding', () => {
  it('sends an invitation, whose link lets the person choose a password', async () => {
    const { status, body: member } = await asOwner('POST', 'staffs', {
      ...newcomer(),
      scopes: ['orders', 'catalogue'],
    });
    const [letter] = await letters();

    expect(status).toBe(201);
    expect(member).toMatchObject({
      ...{ email: 'petr@test.ru', scopes: ['catalogue', 'orders'], is_invited: true, is_active: true },
      shop: { id: scene.shop.id, name: 'Первая лавка' },
    });
    expect(letter).toMatchObject({ template: 'invitation', recipient: 'petr@test.ru' });
    expect(letter?.body).toContain('https://shop.test/admin/reset-password?');
    expect(letter?.body).toContain('Первая лавка');
    expect((await accept(letter)).status).toBe(200);
    const { body: accepted } = await asOwner<Member & { user_id: number }>('GET', `staffs/${member.id}`);
    expect(accepted.is_invited).toBe(false);
    const token = await api.request(null, 'POST', 'token', { email: 'petr@test.ru', password: 'Snegir2026' });
    expect(token.body).toMatchObject({ role: 'staff' });
    expect(await stored(accepted.user_id)).toMatchObject({
      ...{ email: 'petr@test.ru', removed_email: null, is_active: true, shop_id: scene.shop.id },
      permissions: ['staff', 'customer', 'staff:catalogue', 'staff:orders'],
    });
    expect((await accept(letter)).status).toBe(422);
  });

  it('repeats nothing in the letter that the owner typed, and ignores a password', async () => {
    const body = { ...newcomer(), name: 'Купите на http://spam.test', password: 'Snegir2026' };
    await asOwner('POST', 'staffs', body);

    const [letter] = await letters();
    expect(`${letter?.subject} ${letter?.body}`).not.toContain('spam.test');
    const token = await api.request<Wire>(null, 'POST', 'token', {
      ...{ email: 'petr@test.ru', password: 'Snegir2026' },
    });
    expect(token.body.token).toBeNull();
  });

  it('answers alike for an address with and without an account, until the person accepts', async () => {
    const cost = async (email: string) => {
      const before = api.queries();
      const { status, body } = await asOwner('POST', 'staffs', { ...newcomer(), email });
      const queries = api.queries() - before;
      const found = await asOwner<Wire>('GET', `staffs?search=email:${email}`);
      const listed = await asOwner<Wire>('GET', 'staffs?is_active=true&orderBy=created_at');
      const row = listed.body.data.find(({ id }) => id === body.id);
      const same = { id: 0, email: '', profile: null, updated_at: '', created_at: '' };
      return {
        status,
        queries,
        answer: { ...body, ...same },
        row: { ...row, ...same },
        total: found.body.total,
      };
    };
    await asOwner('POST', 'staffs', { ...newcomer(), email: 'first@test.ru' });

    const unknown = await cost('nobody@test.ru');

    expect(await cost(scene.customer.email)).toEqual(unknown);
    expect(await cost(scene.otherOwner.email)).toEqual(unknown);
    expect(await cost(scene.otherStaff.email)).toEqual(unknown);
    expect(unknown).toMatchObject({ status: 201, total: 1, answer: { is_invited: true } });
  });

  it('of a person with an account works although the shop was told something meanwhile', async () => {
    const { body: member } = await asOwner('POST', 'staffs', { ...newcomer(), email: scene.customer.email });
    const product = await buildProduct(api.db, { shop: scene.shop });
    const asked = await api.request(scene.otherOwner, 'POST', 'questions', {
      ...{ product_id: product.id, question: 'Подойдёт ли для духовки?' },
    });

    expect(asked.status).toBe(201);
    const told = await api.db.selectFrom('notify_logs').select('receiver').execute();
    expect(told.map(({ receiver }) => receiver)).toEqual([scene.store_owner.id, scene.staff.id]);
    expect((await asOwner('GET', `staffs/${member.id}`)).body).toMatchObject({ user_id: null });
  });

  it('withdrawn before the person accepts cannot be accepted, and undone works again', async () => {
    const { body: member } = await asOwner('POST', 'staffs', newcomer());
    const [letter] = await letters();
    await asOwner('DELETE', `staffs/${member.id}`);

    expect((await accept(letter)).body.errors).toEqual({ token: ['error-invitation-withdrawn'] });
    await asOwner('POST', `staffs/${member.id}/restore`);
    expect((await accept(letter)).status).toBe(200);
  });

  it('names wrong fields, and an address that the shop has invited or employs already', async () => {
    await asOwner('POST', 'staffs', newcomer());
    const wrong = await asOwner('POST', 'staffs', { name: '', email: 'no', scopes: ['money'] });
    const nobody = await asOwner('POST', 'staffs', { ...newcomer(), scopes: [] });
    const again = await asOwner('POST', 'staffs', newcomer());
    const own = await asOwner('POST', 'staffs', { ...newcomer(), email: scene.staff.email });

    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['email', 'name', 'scopes', 'shop_id']);
    expect(nobody.body.errors).toEqual({ scopes: ['error-scopes-required'] });
    expect([again.body.errors, own.body.errors]).toEqual([
      { email: ['error-taken'] },
      { email: ['error-taken'] },
    ]);
    expect(await letters()).toHaveLength(1);
  });

  it('to somebody else’s shop is not found, without a shop a wrong value', async () => {
    const other = await asOwner('POST', 'staffs', { ...newcomer(), shop_id: scene.otherShop.id });
    const none = await asOwner('POST', 'staffs', { ...newcomer(), shop_id: 999 });

    expect(other.status).toBe(404);
    expect(none).toMatchObject({ status: 422, body: { errors: { shop_id: ['error-wrong-value'] } } });
    expect((await api.request(scene.super_admin, 'POST', 'staffs', { ...newcomer() })).status).toBe(201);
  });

  it('is closed until the shop is approved', async () => {
    await api.db.updateTable('shops').set({ is_active: false }).where('id', '=', scene.shop.id).execute();

    const answer = await asOwner('POST', 'staffs', newcomer());

    expect(answer).toMatchObject({ status: 422, body: { errors: { email: ['error-shop-not-approved'] } } });
    expect(await letters()).toEqual([]);
    expect((await asOwner<Wire>('GET', 'staffs')).body.total).toBe(1);
  });

  it('is limited to twenty a day, also for thirty at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        asOwner('POST', 'staffs', { ...newcomer(), email: `number${index}@test.ru` }),
      ),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(await letters()).toHaveLength(20);
    api.setNow(new Date(api.now().getTime() + 25 * 3600_000));
    expect((await asOwner('POST', 'staffs', newcomer())).status).toBe(201);
  });

  it('of one address from many shops writes to it five times a day', async () => {
    const statuses = [];
    for (let number = 0; number < 6; number += 1) {
      const owner = await buildUser(api.db, { role: 'store_owner' });
      const shop = await buildShop(api.db, { owner });
      const { status } = await api.request(owner, 'POST', 'staffs', { ...newcomer(), shop_id: shop.id });
      statuses.push(status);
    }

    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it('is no account yet: nobody sees it among the users or signs in, and the administration finds no customer', async () => {
    const asAdmin = (path: string) => api.request<Wire>(scene.super_admin, 'GET', path);
    const { total: before } = (await asAdmin('users')).body;
    await asOwner('POST', 'staffs', newcomer());

    expect((await asAdmin('users')).body.total).toBe(before);
    expect((await asAdmin('users?search=name:Пётр')).body.total).toBe(0);
    const forgot = await api.request(null, 'POST', 'forget-password', { email: 'petr@test.ru' });
    expect(forgot.status).toBe(200);
    expect(await letters()).toHaveLength(1);
  });
});

describe('inviting again', () => {
  it('sends an e-mail whose link replaces the former one', async () => {
    const { body: member } = await asOwner('POST', 'staffs', newcomer());

    const answer = await asOwner('POST', `staffs/${member.id}/invite`);

    const [first, second] = (await letters()).map(({ body }) => tokenIn(body));
    expect(answer).toMatchObject({ status: 200, body: { is_invited: true } });
    expect(second).not.toBe(first);
    const check = (token: string | null | undefined) =>
      api.request<Wire>(null, 'POST', 'verify-forget-password-token', { email: 'petr@test.ru', token });
    expect((await check(first)).body.success).toBe(false);
    expect((await check(second)).body.success).toBe(true);
    expect((await historyOf(member.id)).map(({ action }) => action)).toEqual(['create', 'invite']);
  });

  it('works after the link has expired, but not once it was accepted, and is limited', async () => {
    const { body: member } = await asOwner('POST', 'staffs', newcomer());
    api.setNow(new Date(api.now().getTime() + 8 * 24 * 3600_000));
    const again = () => asOwner('POST', `staffs/${member.id}/invite`);

    expect((await again()).status).toBe(200);
    for (let time = 2; time <= 5; time += 1) await again();
    expect((await again()).status).toBe(429);
    expect((await asOwner('POST', `staffs/${scene.member.id}/invite`)).body.message).toBe('ACTION_NOT_VALID');
    expect((await asOwner('POST', `staffs/${scene.otherMember.id}/invite`)).status).toBe(404);
  });
});

describe('changing', () => {
  it('changes name and scopes only', async () => {
    const { body: before } = await asOwner('GET', `staffs/${scene.member.id}`);

    const answer = await asOwner('PUT', `staffs/${scene.member.id}`, {
      version: before.version,
      name: 'Галина Иванова',
      scopes: ['orders'],
      email: 'other@test.ru',
      password: 'Snegir2026',
      shop_id: scene.otherShop.id,
      permissions: ['super_admin'],
      is_active: false,
    });

    expect(answer).toMatchObject({ status: 200, body: { name: 'Галина Иванова', scopes: ['orders'] } });
    expect(await stored(scene.staff.id)).toMatchObject({
      // The account is the person's: the shop names its people for itself.
      name: 'Галина',
      email: scene.staff.email,
      password_hash: 'none',
      shop_id: scene.shop.id,
      is_active: true,
      permissions: ['staff', 'customer', 'staff:orders'],
    });
    const [change] = await historyOf(scene.member.id);
    expect(Object.keys(change?.changes as object).sort()).toEqual(['name', 'scopes']);
  });

  it('keeps the person’s other roles', async () => {
    const boss = ['super_admin', 'store_owner', 'staff', 'customer', 'staff:orders'];
    await api.db.updateTable('users').set({ permissions: boss }).where('id', '=', scene.staff.id).execute();

    await asOwner('PUT', `staffs/${scene.member.id}`, { scopes: ['content'] });

    expect((await stored(scene.staff.id)).permissions).toEqual([
      'super_admin',
      'store_owner',
      'staff',
      'customer',
      'staff:content',
    ]);
  });

  it('is refused when stale, without any scope, and for strangers', async () => {
    const path = `staffs/${scene.member.id}`;
    await asOwner('PUT', path, { scopes: ['orders'] });

    const stale = await asOwner('PUT', path, { version: 1, scopes: ['content'] });

    expect(stale).toMatchObject({ status: 409, body: { current: { version: 2, scopes: ['orders'] } } });
    expect((await asOwner('PUT', path, { scopes: [] })).status).toBe(422);
    expect((await asOwner('PUT', `staffs/${scene.otherMember.id}`, { name: 'Я' })).status).toBe(404);
    expect((await asOwner('PUT', `staffs/987654`, { name: 'Я' })).status).toBe(404);
    expect((await asOwner('GET', 'staffs/987654')).status).toBe(404);
  });
});

describe('scopes', () => {
  const attempts = [
    ['POST', 'attributes', { name: 'Цвет', values: [] }],
    ['POST', 'authors', { name: 'Автор' }],
    ['POST', 'manufacturers', { name: 'Завод' }],
  ] as const;

  it.each(attempts)(
    '%s %s is refused immediately to staff who lost the catalogue',
    async (method, path, body) => {
      const token = await signIn(api.db, scene.staff.id, api.now());
      const send = async () =>
        (
          await api.app.inject({
            method,
            url: `/admin/rest/${path}`,
            headers: { authorization: `Bearer ${token}` },
            payload: { ...body, shop_id: scene.shop.id },
          })
        ).statusCode;
      const before = await send();

      await asOwner('PUT', `staffs/${scene.member.id}`, { scopes: ['orders', 'content'] });

      expect(before).not.toBe(403);
      expect(await send()).toBe(403);
      await asOwner('PUT', `staffs/${scene.member.id}`, { scopes: ['catalogue'] });
      expect(await send()).not.toBe(403);
    },
  );
});

describe('removing', () => {
  it('removes the shop and ends the sessions immediately; the user stays', async () => {
    const token = await signIn(api.db, scene.staff.id, api.now());

    const answer = await asOwner('DELETE', `staffs/${scene.member.id}`);

    expect(answer.status).toBe(200);
    const row = await stored(scene.staff.id);
    expect(row).toMatchObject({
      shop_id: null,
      permissions: ['customer'],
      deleted_at: null,
      is_active: true,
    });
    const me = await api.app.inject({ url: '/admin/rest/me', headers: { authorization: `Bearer ${token}` } });
    expect(me.statusCode).toBe(401);
    expect((await asOwner<Wire>('GET', 'staffs')).body.total).toBe(0);
    expect((await historyOf(scene.member.id)).map(({ action }) => action)).toEqual(['remove']);
  });

  it('is undone with the same shop and scopes', async () => {
    await asOwner('PUT', `staffs/${scene.member.id}`, { scopes: ['orders'] });
    await asOwner('DELETE', `staffs/${scene.member.id}`);

    const answer = await asOwner('POST', `staffs/${scene.member.id}/restore`);

    expect(answer).toMatchObject({ status: 200, body: { shop_id: scene.shop.id, scopes: ['orders'] } });
    expect((await stored(scene.staff.id)).permissions).toEqual(['staff', 'customer', 'staff:orders']);
    expect((await asOwner('POST', `staffs/${scene.member.id}/restore`)).status).toBe(404);
  });

  it('does not work on other users', async () => {
    for (const { id } of [scene.otherMember, { id: 987_654 }]) {
      expect((await asOwner('DELETE', `staffs/${id}`)).status).toBe(404);
    }
    await asOwner('DELETE', `staffs/${scene.member.id}`);
    const stranger = await api.request(scene.otherOwner, 'POST', `staffs/${scene.member.id}/restore`);

    expect(stranger.status).toBe(404);
    expect((await stored(scene.otherStaff.id)).shop_id).toBe(scene.otherShop.id);
    expect((await stored(scene.staff.id)).shop_id).toBeNull();
  });

  it('keeps an administrator’s rights', async () => {
    const boss = ['super_admin', 'store_owner', 'staff', 'customer', 'staff:orders'];
    await api.db.updateTable('users').set({ permissions: boss }).where('id', '=', scene.staff.id).execute();

    await asOwner('DELETE', `staffs/${scene.member.id}`);

    expect((await stored(scene.staff.id)).permissions).toEqual(['super_admin', 'store_owner', 'customer']);
  });

  it('works in bulk, and undo skips users who have changed since', async () => {
    const second = await buildUser(api.db, { role: 'staff', worksIn: scene.shop, name: 'Алла' });
    const { id: secondId } = await api.db
      .selectFrom('memberships')
      .select('id')
      .where('user_id', '=', second.id)
      .executeTakeFirstOrThrow();
    const ids = [scene.member.id, secondId, scene.otherMember.id];

    const { body } = await asOwner<Wire & { done: number }>('POST', 'staffs/bulk/remove', { ids });

    expect(body.done).toBe(2);
    expect((await stored(scene.otherStaff.id)).shop_id).toBe(scene.otherShop.id);
    await asOwner('POST', `staffs/${secondId}/restore`);
    const undone = await asOwner<Wire>('POST', `staffs/bulk/${body.id}/undo`);
    expect(undone.body).toEqual({ done: 1, refused: 1 });
    expect((await stored(scene.staff.id)).shop_id).toBe(scene.shop.id);
    expect((await asOwner('POST', `staffs/bulk/${body.id}/undo`)).status).toBe(404);
  });
});

describe('own shops to choose from', () => {
  it('are the owned ones', async () => {
    const { body } = await asOwner<Wire>('GET', 'vendor/shops?search=name:лавка');

    expect(namesOf(body)).toEqual(['Первая лавка']);
    expect((await asOwner('GET', `vendor/shops/${scene.shop.slug}`)).body.name).toBe('Первая лавка');
    expect((await asOwner('GET', `vendor/shops/${scene.otherShop.slug}`)).status).toBe(404);
  });
});
