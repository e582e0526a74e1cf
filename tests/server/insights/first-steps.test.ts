import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { FirstSteps } from '@/contract/insights/first-steps';
import { defaultSettings } from '@/contract/settings';
import type { Ctx } from '@/server/core/context';
import { type AdminInput, makeAdminAccount } from '@/server/modules/accounts/make-admin';
import { buildUser } from '../../support/factories';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene({ atol: { group: 'main', login: 'demo', password: 'demo-pass' } });

async function steps(): Promise<FirstSteps> {
  const { status, body } = await api.request<FirstSteps>(scene.super_admin, 'GET', 'first-steps');
  expect(status).toBe(200);
  return body;
}

const done = async () => (await steps()).steps.filter(({ is_done }) => is_done).map(({ key }) => key);

describe('first steps', () => {
  it('are open to administrators only', async () => {
    for (const [method, path] of [
      ['GET', 'first-steps'],
      ['POST', 'first-steps/put-away'],
    ] as const) {
      expect((await api.request(null, method, path)).status).toBe(401);
      for (const role of ['staff', 'customer'] as const)
        expect((await api.request(scene[role], method, path)).status).toBe(403);
    }
    expect((await api.request(scene.store_owner, 'GET', 'first-steps')).status).toBe(403);
  });

  it('are done when their condition holds in the data', async () => {
    await api.db.updateTable('shops').set({ is_active: false }).execute();
    expect(await done()).toEqual([]);
    expect((await steps()).steps.find(({ key }) => key === 'shop')).toMatchObject({ is_begun: true });

    await api.db.updateTable('shops').set({ is_active: true }).execute();
    await api.db.insertInto('taxes').values({ name: 'НДС', rate: 20 }).execute();
    await api.db.insertInto('shippings').values({ name: 'Курьер', amount: 300, type: 'fixed' }).execute();
    await buildProduct(api.db, { shop: scene.shop });
    await buildUser(api.db, { role: 'super_admin' });
    await api.db.insertInto('approval_rules').values({ mode: 'auto' }).execute();
    const text = { title: 'Соглашение', slug: 'terms', description: 'Текст', issued_by: 'Площадка' };
    await api.db
      .insertInto('terms_and_conditions')
      .values({ ...text, type: 'global', is_approved: true, user_id: scene.super_admin.id })
      .execute();
    await api.db.insertInto('outside_services').values({ name: 'mail', succeeded_at: api.now() }).execute();
    expect((await steps()).steps.find(({ key }) => key === 'delivery')).toEqual({
      ...{ key: 'delivery', is_done: false, is_begun: true },
    });
    const receipts = async () => (await steps()).steps.find(({ key }) => key === 'receipts');
    expect(await receipts()).toEqual({ key: 'receipts', is_done: false });
    const options = { siteTitle: 'Ярмарка', currency: 'RUB', isProductReview: true, shippingClass: 1 };
    await api.db
      .insertInto('settings')
      .values({
        options: JSON.stringify({
          ...{
            ...defaultSettings,
            ...options,
            contactDetails: { contact: '+7' },
            receiptsFrom: '2026-01-01',
          },
          companyRequisites: { inn: '7707083893', tax_system: 'osn' },
        }),
      })
      .execute();
    // A shop that receipts cannot name as supplier.
    expect(await receipts()).toEqual({ key: 'receipts', is_done: false, is_begun: true });
    await api.db
      .updateTable('shops')
      .set({
        requisites: JSON.stringify({ inn: '7707083893', legal_name: 'ООО «Лавка»' }),
        settings: JSON.stringify({ contact: '+7 (900) 123-45-67' }),
      })
      .execute();

    expect((await steps()).steps.every(({ is_done }) => is_done)).toBe(true);
    expect((await steps()).is_shown).toBe(false);
  });

  it('ask for a name while everything has its default', async () => {
    await api.db
      .insertInto('settings')
      .values({ options: JSON.stringify({ ...defaultSettings, companyRequisites: { inn: '' } }) })
      .execute();

    expect(await done()).toEqual(['shop']);
  });

  it('are not done by saving another switch of the same page, but by keeping what is there', async () => {
    const { status } = await api.request(scene.super_admin, 'POST', 'settings', {
      // The panel sends all values of a page.
      options: { isProductReview: false, lowStockThreshold: 7 },
    });
    expect(status).toBe(200);
    expect(await done()).toEqual(['shop']);

    const keep = (person: { id: number } | null, step: string) =>
      api.request(person, 'POST', 'first-steps/keep', { step });
    expect((await keep(null, 'moderation')).status).toBe(401);
    expect((await keep(scene.store_owner, 'moderation')).status).toBe(403);
    expect((await keep(scene.super_admin, 'shop')).status).toBe(422);
    for (const _twice of [1, 2]) expect((await keep(scene.super_admin, 'moderation')).status).toBe(200);
    expect(await done()).toEqual(['shop', 'moderation']);
  });

  it('take a tax of 0 % and a way of delivery that all orders have', async () => {
    const tax = (rate: number) => api.request(scene.super_admin, 'POST', 'taxes', { name: 'Без НДС', rate });
    const { status: refusal, body: why } = await tax(-1);
    expect([refusal, JSON.stringify(why)]).toEqual([
      422,
      expect.stringContaining('error-must-not-be-negative'),
    ]);
    expect((await tax(0)).status).toBe(201);
    const way = (more: object) =>
      api.request(scene.super_admin, 'POST', 'shippings', {
        name: 'Курьер',
        type: 'fixed',
        amount: 300,
        ...more,
      });
    await way({});
    expect(await done()).toEqual(['shop', 'tax']);

    const { status, body } = await way({ is_for_all: true });

    expect([status, body.is_for_all]).toEqual([201, true]);
    expect(await done()).toEqual(['shop', 'delivery', 'tax']);
    const options = async () =>
      (await api.request(null, 'GET', 'settings')).body.options as { shippingClass: number | null };
    expect((await options()).shippingClass).toBe(body.id);
    const off = await api.request(scene.super_admin, 'PUT', `shippings/${body.id}`, { is_for_all: false });
    expect([off.status, off.body.is_for_all, (await options()).shippingClass]).toEqual([200, false, null]);
  });

  it('send a letter to whoever asks for it, ten times an hour', async () => {
    const ask = (person: { id: number } | null) => api.request(person, 'POST', 'outside/test-letter');
    expect((await ask(null)).status).toBe(401);
    expect((await ask(scene.store_owner)).status).toBe(403);

    const { body } = await ask(scene.super_admin);

    expect(body).toEqual({ to: scene.super_admin.email });
    const letters = await api.db
      .selectFrom('outbox')
      .select('recipient')
      .where('template', '=', 'test-letter')
      .execute();
    expect(letters).toEqual([{ recipient: scene.super_admin.email }]);
    for (let asked = 1; asked < 10; asked += 1) await ask(scene.super_admin);
    expect((await ask(scene.super_admin)).status).toBe(429);
  });

  it('are dismissed for good for one user, and for nobody else', async () => {
    expect((await steps()).is_shown).toBe(true);
    for (const _twice of [1, 2])
      expect((await api.request(scene.super_admin, 'POST', 'first-steps/put-away')).status).toBe(200);

    expect((await steps()).is_shown).toBe(false);
    const other = await buildUser(api.db, { role: 'super_admin' });
    expect((await api.request<FirstSteps>(other, 'GET', 'first-steps')).body.is_shown).toBe(true);
  });
});

const make = (given: AdminInput, db: Ctx['db'] = api.db) => {
  const ctx: Ctx = {
    db,
    user: null,
    now: api.now(),
    locale: 'ru',
    ip: '',
    requestId: 'test',
    publicUrl: '',
  };
  return makeAdminAccount(ctx, given);
};

describe('an account of an administrator', () => {
  const anna = { email: ' Anna@Shop.ru ', name: 'Анна', password: 'Klyukva123' };

  it('is created once, and can sign in to the panel', async () => {
    expect(await make(anna)).toBe('created');
    expect(await make({ ...anna, name: 'Другая', password: 'Other1234' })).toBe('unchanged');

    const signIn = (password: string) =>
      api.request(null, 'POST', 'token', { email: 'anna@shop.ru', password });
    expect((await signIn('Other1234')).body.token).toBeFalsy();
    expect((await signIn('Klyukva123')).body).toMatchObject({ role: 'super_admin' });
  });

  it.each([
    [{ password: 'weak' }, 'password'],
    [{ password: 'nodigitsHERE' }, 'password'],
    [{ password: undefined }, 'password'],
    [{ name: ' ' }, 'name'],
    [{ email: 'nobody' }, 'email'],
  ])('is refused with %j', async (wrong, field) => {
    await expect(make({ ...anna, ...wrong })).rejects.toMatchObject({ inner: [{ path: field }] });
    expect(await api.db.selectFrom('users').select('id').where('name', '=', 'Анна').execute()).toHaveLength(
      1,
    );
  });

  it('may exist already: banned or not, it keeps its password', async () => {
    const known = await buildUser(api.db, { email: 'anna@shop.ru', password: 'Known1234', isActive: false });

    expect(await make({ email: 'anna@shop.ru' })).toBe('granted');
    const { body } = await api.request(null, 'POST', 'token', {
      email: 'anna@shop.ru',
      password: 'Known1234',
    });
    expect(body).toMatchObject({ role: 'super_admin' });
    expect((await api.request(known, 'GET', 'activity')).status).toBe(200);
  });

  it('of an empty installation starts it with papers of vendors and prices that include VAT', async () => {
    const read = async (db = api.db) =>
      (await db.selectFrom('settings').select('options').executeTakeFirst())?.options;
    await make(anna);
    expect(await read()).toBeUndefined();

    let options: unknown;
    const emptied = api.db.transaction().execute(async (trx) => {
      await sql`truncate users, settings cascade`.execute(trx);
      await make(anna, trx);
      options = await read(trx);
      // What else was emptied, such as the ready roles, comes back.
      throw new Error('undo');
    });
    await expect(emptied).rejects.toThrow('undo');
    expect(options).toMatchObject({ pricesIncludeTax: true, vendorFile: { isOn: true } });
  });

  it('gets a new password on request', async () => {
    await make(anna);
    expect(await make({ ...anna, password: 'Brusnika91', isNewPassword: true })).toBe('new-password');
    const answer = await api.request(null, 'POST', 'token', {
      email: 'anna@shop.ru',
      password: 'Brusnika91',
    });
    expect(answer.body).toMatchObject({ role: 'super_admin' });
  });
});

it('npm run admin:create creates one in an empty installation, reports it, and refuses a weak password', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gostiny-admin-'));
  try {
    const flags = '--bundle --packages=external --platform=node --format=esm --log-level=warning'.split(' ');
    const sources = ['src/server/cli/admin-create.ts', 'src/server/core/db/pglite-worker.ts'];
    const bundle = 'dist/admin-create-test';
    const built = spawnSync('node_modules/.bin/esbuild', [
      ...sources,
      ...flags,
      `--outdir=${bundle}`,
      '--entry-names=[name]',
    ]);
    expect(String(built.stderr)).toBe('');
    const run = (password: string) =>
      spawnSync('node', [`${bundle}/admin-create.js`, '--email', 'anna@shop.ru', '--name', 'Анна'], {
        encoding: 'utf8',
        env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', ADMIN_PASSWORD: password, DEMO: 'false' },
      });

    const weak = run('weak');
    expect([weak.status, weak.stderr]).toEqual([1, expect.stringContaining('too weak')]);
    const made = run('Klyukva123');
    expect([made.stderr, made.stdout]).toEqual(['', expect.stringContaining('a new account')]);
    expect(run('Klyukva123').stdout).toContain('nothing was changed');
    rmSync(bundle, { recursive: true, force: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
