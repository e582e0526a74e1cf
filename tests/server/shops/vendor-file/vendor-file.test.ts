import { beforeEach, describe, expect, it } from 'vitest';
import { defaultVendorFile, type VendorFile } from '@/contract/shops/vendor-file';
import { buildAttachment, buildUser } from '../../../support/factories';

import { setUpScene } from '../../../support/scene';
import { requisites } from '../../../support/shops';

/** What a vendor shows before a shop opens, and who decides about it. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';
interface Refusal {
  message: string;
  errors: Record<string, string[]>;
}

const request = <Body = VendorFile & Refusal>(
  person: Person | null,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => api.request<Body>(person && scene[person], method, path, body);
const at = (path: string) => `shops/${scene.shop.id}/${path}`;
const read = async (person: Person = 'store_owner') => (await request(person, 'GET', at('file'))).body;
const item = (file: VendorFile, key: string) => {
  const found = file.items.find((one) => one.key === key);
  if (!found) throw new Error(`No ${key}`);
  return found;
};
const pdf = async (user: { id: number } = scene.store_owner) =>
  (await buildAttachment(api.db, { user, kind: 'pdf' })).id;
const sendPaper = async (key: string, more: object = {}) =>
  request('store_owner', 'POST', at('papers'), { item: key, file: await pdf(), ...more });
const decide = (
  paper: { id: number; version: number },
  state: string,
  reason?: string,
  person: Person = 'super_admin',
) => request(person, 'POST', at(`papers/${paper.id}/decide`), { state, reason, version: paper.version });
const approve = () =>
  request('super_admin', 'POST', 'approve-shop', { id: scene.shop.id, admin_commission_rate: 10 });
const newest = (file: VendorFile, key: string) => {
  const [paper] = item(file, key).papers;
  if (!paper) throw new Error(`No paper of ${key}`);
  return paper;
};
const shop = () =>
  api.db.selectFrom('shops').selectAll().where('id', '=', scene.shop.id).executeTakeFirstOrThrow();
const setFile = async (more: object = {}) => {
  const options = JSON.stringify({ vendorFile: { ...defaultVendorFile, isOn: true, ...more } });
  await api.db.deleteFrom('settings').execute();
  await api.db.insertInto('settings').values({ options }).execute();
};
const acceptAll = async () => {
  for (const key of ['charter', 'registration', 'director', 'company-card']) {
    const more = key === 'director' ? { expires_on: '2026-12-31' } : {};
    const { body } = await sendPaper(key, more);
    expect((await decide(newest(body, key), 'accepted')).status, key).toBe(200);
  }
  const hand = { register: 'registry', state: 'accepted', version: 0 };
  expect((await request('super_admin', 'POST', at('checks/decide'), hand)).status).toBe(200);
};

beforeEach(async () => {
  await api.db
    .updateTable('shops')
    .set({ is_active: false, requisites: JSON.stringify(requisites) })
    .where('id', '=', scene.shop.id)
    .execute();
  await setFile();
});

const endpoints: readonly (readonly ['GET' | 'POST', string, object | undefined])[] = [
  ['GET', 'file', undefined],
  ['POST', 'papers', { item: 'charter', file: 1 }],
  ['POST', 'papers/1/decide', { state: 'accepted', version: 1 }],
  ['POST', 'checks', { register: 'registry' }],
  ['POST', 'checks/decide', { register: 'registry', state: 'accepted', version: 0 }],
  ['POST', 'contract', { version: 1 }],
];

describe('who may ask', () => {
  it('nobody without a session, no staff and no customer', async () => {
    for (const [method, path, body] of endpoints) {
      expect((await request(null, method, at(path), body)).status, path).toBe(401);
      for (const person of ['staff', 'customer'] as const)
        expect((await request(person, method, at(path), body)).status, `${person} ${path}`).toBe(403);
    }
  });

  it('another owner finds no shop, and decides nothing', async () => {
    for (const [method, path, body] of endpoints) {
      const { status } = await request('otherOwner', method, at(path), body);
      expect(status, path).toBe(/decide|checks/.test(path) ? 403 : 404);
    }
    for (const person of ['store_owner', 'super_admin'] as const)
      for (const key of ['99999', 'x', '1e3', '99999999999999999999'])
        expect((await request(person, 'GET', `shops/${key}/file`)).status, key).toBe(404);
  });

  it('an owner decides nothing about the own file, and an administrator sends nothing for an owner', async () => {
    const { body } = await sendPaper('charter');
    expect((await decide(newest(body, 'charter'), 'accepted', undefined, 'store_owner')).status).toBe(403);
    expect(
      (await request('super_admin', 'POST', at('papers'), { item: 'charter', file: await pdf() })).status,
    ).toBe(403);
    expect((await request('super_admin', 'POST', at('contract'), { version: 1 })).status).toBe(403);
    expect(newest(await read(), 'charter').state).toBe('waiting');
  });

  it('administrators alone read what is asked of vendors in the settings', async () => {
    const options = async (person: Person | null) =>
      (await request<{ options: object }>(person, 'GET', 'settings')).body.options;
    expect(await options('super_admin')).toHaveProperty('vendorFile.isOn', true);
    for (const person of [null, 'store_owner', 'customer'] as const)
      expect(await options(person)).not.toHaveProperty('vendorFile');
  });
});

describe('POST shops/{id}/papers', () => {
  it('stores a private paper that waits, and tells administrators', async () => {
    const { status, body } = await sendPaper('charter');

    expect(status).toBe(200);
    expect(item(body, 'charter')).toMatchObject({ state: 'waiting', isFulfilled: false });
    expect(newest(body, 'charter').file.original).toMatch(/\/files\/.+signature=/);
    const row = await api.db.selectFrom('vendor_papers').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ shop_id: scene.shop.id, owner_id: scene.store_owner.id, state: 'waiting' });
    const file = await api.db
      .selectFrom('attachments')
      .selectAll()
      .where('id', '=', row.attachment_id)
      .executeTakeFirstOrThrow();
    expect(file.visibility).toBe('private');
    expect((await request(null, 'GET', `uploads/${file.path}`)).status).toBe(404);
    const bells = await api.db.selectFrom('notify_logs').select(['receiver', 'notify_event']).execute();
    expect(bells).toEqual([{ receiver: scene.super_admin.id, notify_event: 'paper-sent' }]);
    const waiting = await request<object>('super_admin', 'GET', 'analytics/waiting');
    expect(waiting.body).toHaveProperty('papers.count', 1);
    const list = await request<{ data: object[] }>('super_admin', 'GET', 'shops?search=papers:waiting');
    expect(list.body.data).toHaveLength(1);
    const outside = await request<{ data: object[] }>('store_owner', 'GET', 'shops?search=papers:waiting');
    expect(outside.body.data).toHaveLength(0);
  });

  it.each([
    ['an unknown item', { item: 'nothing' }, 'item'],
    ['no item', { item: '' }, 'item'],
    ['no file', { item: 'charter', file: null }, 'file'],
    ['a file out of range', { item: 'charter', file: 1e300 }, 'file'],
    ['a missing file', { item: 'charter', file: 99_999 }, 'file'],
    ['no date of expiry', { item: 'director' }, 'expires_on'],
    ['a wrong date', { item: 'director', expires_on: '2026-13-40' }, 'expires_on'],
    ['a date that has passed', { item: 'director', expires_on: '2026-03-09' }, 'expires_on'],
  ])('refuses %s at its field', async (_name, body, field) => {
    const answer = await request('store_owner', 'POST', at('papers'), { file: await pdf(), ...body });

    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    expect(await api.db.selectFrom('vendor_papers').select('id').execute()).toEqual([]);
  });

  it('refuses a file of somebody else, a public picture, and a file that is another paper', async () => {
    const foreign = await pdf(scene.otherOwner);
    const colleague = await pdf(scene.staff);
    const picture = await buildAttachment(api.db, { user: scene.store_owner });
    await api.db
      .updateTable('attachments')
      .set({ visibility: 'public' })
      .where('id', '=', picture.id)
      .execute();
    const used = newest((await sendPaper('charter')).body, 'charter').file.id;

    for (const file of [foreign, colleague, picture.id, used]) {
      const answer = await request('store_owner', 'POST', at('papers'), { item: 'registration', file });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['file']]);
    }
  });

  it('keeps a paper out of every other record, also for administrators', async () => {
    const png = await buildAttachment(api.db, { user: scene.store_owner });
    await request('store_owner', 'POST', at('papers'), { item: 'charter', file: png.id });
    for (const person of ['store_owner', 'super_admin'] as const) {
      const answer = await request(person, 'POST', 'tags', { name: 'Метка', image: { id: png.id } });
      expect([403, 422], person).toContain(answer.status);
    }
    const answer = await api.request(scene.store_owner, 'PUT', `shops/${scene.shop.id}`, {
      logo: { id: png.id },
    });
    expect(answer.status).toBe(422);
    const row = await api.db
      .selectFrom('attachments')
      .select('visibility')
      .where('id', '=', png.id)
      .executeTakeFirstOrThrow();
    expect(row.visibility).toBe('private');
  });

  it('of twenty at once one waits and the others are replaced', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendPaper('charter')));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const states = item(await read(), 'charter').papers.map(({ state }) => state);
    expect(states).toEqual(['waiting', ...Array.from({ length: 19 }, () => 'replaced')]);
  });
});

describe('a decision about a paper', () => {
  it('declines with a reason, which the owner reads; a new paper keeps the history', async () => {
    const first = newest((await sendPaper('charter')).body, 'charter');
    const silent = await decide(first, 'declined');
    expect([silent.status, silent.body.errors]).toEqual([422, { reason: ['error-reason-required'] }]);

    expect((await decide(first, 'declined', 'Нет последней страницы')).status).toBe(200);
    expect(newest(await read(), 'charter')).toMatchObject({
      state: 'declined',
      reason: 'Нет последней страницы',
    });
    expect(newest(await read(), 'charter')).not.toHaveProperty('decided_by');
    expect(newest(await read('super_admin'), 'charter').decided_by).toBe(scene.super_admin.name);
    const [letter] = await api.db.selectFrom('outbox').select(['recipient', 'template', 'body']).execute();
    expect(letter).toMatchObject({ recipient: scene.store_owner.email, template: 'vendor-paper-declined' });
    expect(letter?.body).toContain('Нет последней страницы');

    await sendPaper('charter');
    expect(item(await read(), 'charter').papers.map(({ state }) => state)).toEqual(['waiting', 'declined']);
  });

  it('of two at once one counts, and the other learns of it', async () => {
    const paper = newest((await sendPaper('charter')).body, 'charter');
    await api.db
      .updateTable('users')
      .set({ permissions: ['super_admin'] })
      .where('id', '=', scene.customer.id)
      .execute();

    const answers = await Promise.all([
      decide(paper, 'accepted'),
      decide(paper, 'declined', 'Не читается', 'customer'),
    ]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const log = await api.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'in', ['paper-accepted', 'paper-declined'])
      .execute();
    expect(log).toHaveLength(1);
  });

  it('refuses a replaced paper, one of another shop, and wrong bodies', async () => {
    const old = newest((await sendPaper('charter')).body, 'charter');
    const next = newest((await sendPaper('charter')).body, 'charter');
    expect((await decide({ ...old, version: 2 }, 'accepted')).status).toBe(400);
    const path = `shops/${scene.otherShop.id}/papers/${next.id}/decide`;
    expect((await request('super_admin', 'POST', path, { state: 'accepted', version: 1 })).status).toBe(404);
    for (const body of [
      {},
      { state: 'maybe', version: 1 },
      { state: 'accepted' },
      { state: 'accepted', version: 1e300 },
    ])
      expect((await request('super_admin', 'POST', at(`papers/${next.id}/decide`), body)).status).toBe(422);
    expect(newest(await read(), 'charter').state).toBe('waiting');
  });

  it('keeps an accepted paper in force while a newer one waits or was declined', async () => {
    const director = newest((await sendPaper('director', { expires_on: '2026-04-01' })).body, 'director');
    await decide(director, 'accepted');
    const next = newest((await sendPaper('director', { expires_on: '2027-04-01' })).body, 'director');
    expect(item(await read(), 'director')).toMatchObject({ state: 'waiting', isFulfilled: true });
    await decide(next, 'declined', 'Без подписи');
    expect(item(await read(), 'director')).toMatchObject({ state: 'declined', isFulfilled: true });
  });
});

describe('approve-shop', () => {
  it('names what lacks, opens with a complete file, and changes the rate of an open shop without one', async () => {
    const refused = await approve();
    expect([refused.status, refused.body.message]).toEqual([409, 'VENDOR_FILE_INCOMPLETE']);
    expect(Object.keys(refused.body.errors)).toEqual([
      ...['file.charter', 'file.registration', 'file.director', 'file.company-card', 'file.registry'],
    ]);
    expect((await shop()).is_active).toBe(false);

    await acceptAll();
    expect((await read()).lacks).toEqual([]);
    expect((await approve()).status).toBe(200);
    expect((await shop()).is_active).toBe(true);

    await api.db.deleteFrom('vendor_papers').execute();
    expect((await approve()).status).toBe(200);
  });

  it('asks for no file while the setting is off, as on installations that have none', async () => {
    await api.db.deleteFrom('settings').execute();
    expect((await read()).isOn).toBe(false);
    expect((await approve()).status).toBe(200);
  });

  it('asks other papers of another kind of vendor, and of a new owner all of them', async () => {
    await acceptAll();
    const buyer = await buildUser(api.db, { role: 'store_owner' });
    await api.db.updateTable('shops').set({ owner_id: buyer.id }).where('id', '=', scene.shop.id).execute();
    const theirs = await api.request<VendorFile>(buyer, 'GET', at('file'));
    expect(theirs.body.items.flatMap(({ papers }) => papers)).toEqual([]);
    expect(theirs.body.lacks).toContain('charter');

    await becomeSelfEmployed();
    const other = await read('super_admin');
    expect([other.kind, other.lacks]).toEqual(['self_employed', ['passport', 'npd-certificate', 'npd']]);
  });
});

describe('the contract', () => {
  const term = () =>
    api.db
      .insertInto('terms_and_conditions')
      .values({
        title: 'Договор',
        slug: 'dogovor',
        description: 'Текст',
        type: 'global',
        issued_by: 'x',
        user_id: scene.super_admin.id,
        is_approved: true,
      })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow();

  it('is accepted in the version that was read, and a new version asks again', async () => {
    const { id, version } = await term();
    await setFile({ contract: id });
    expect((await read()).lacks).toContain('contract');
    const stale = await request('store_owner', 'POST', at('contract'), { version: version + 1 });
    expect(stale.status).toBe(409);

    for (const _time of [1, 2]) await request('store_owner', 'POST', at('contract'), { version });
    const rows = await api.db.selectFrom('vendor_contracts').selectAll().execute();
    expect(rows).toMatchObject([
      { term_id: id, term_version: version, title: 'Договор', user_id: scene.store_owner.id },
    ]);
    expect((await read()).lacks).not.toContain('contract');

    await api.db
      .updateTable('terms_and_conditions')
      .set({ version: version + 1 })
      .where('id', '=', id)
      .execute();
    expect((await read()).lacks).toContain('contract');
  });

  it('refuses a body without a version, and is missing while the settings name none', async () => {
    expect((await request('store_owner', 'POST', at('contract'), {})).status).toBe(422);
    expect((await request('store_owner', 'POST', at('contract'), { version: 1 })).status).toBe(404);
  });
});

describe('the setting', () => {
  const save = (vendorFile: object) =>
    request('super_admin', 'POST', 'settings', {
      options: { vendorFile: { ...defaultVendorFile, ...vendorFile } },
    });
  const papers = (list: unknown) => ({ papers: { ...defaultVendorFile.papers, organisation: list } });

  it('stores papers of one’s own, and shows them to vendors', async () => {
    const own = { key: 'own-1', name: 'Лицензия', isRequired: true, hasExpiry: true };
    expect((await save({ isOn: true, ...papers([own]) })).status).toBe(200);
    expect((await read()).items).toEqual([{ ...own, state: 'missing', isFulfilled: false, papers: [] }]);
  });

  it('refuses a nameless paper, two of one key, an unknown contract, and 30,000 empty items quickly', async () => {
    const own = { key: 'own-1', name: 'Лицензия', isRequired: true, hasExpiry: true };
    const bodies = [
      papers([{ ...own, name: '' }]),
      papers([own, own]),
      papers([{ ...own, key: 'x"y' }]),
      papers('all'),
      { contract: 99_999 },
      papers(Array.from({ length: 30_000 }, () => ({}))),
    ];
    for (const body of bodies) {
      const started = performance.now();
      expect((await save(body)).status, JSON.stringify(body).slice(0, 80)).toBe(422);
      expect(performance.now() - started).toBeLessThan(2000);
    }
  });
});

describe('registers without a service', () => {
  it('compares name, ОГРН and state with the directory, and shows what differs', async () => {
    const ask = () => request('super_admin', 'POST', at('checks'), { register: 'registry' });
    const unknown = await ask();
    expect(unknown.body.checks).toMatchObject([
      { register: 'registry', state: 'declined', differences: ['inn'] },
    ]);

    const known = { ...requisites, inn: '7707083893', legal_name: 'ПАО Сбербанк' };
    await api.db
      .updateTable('shops')
      .set({ requisites: JSON.stringify(known) })
      .where('id', '=', scene.shop.id)
      .execute();
    expect((await read()).checks).toMatchObject([{ state: 'missing' }]);
    expect((await ask()).body.checks).toMatchObject([{ state: 'accepted', differences: [] }]);

    const renamed = { ...known, legal_name: 'ПАО «Другое»' };
    await api.db
      .updateTable('shops')
      .set({ requisites: JSON.stringify(renamed) })
      .where('id', '=', scene.shop.id)
      .execute();
    expect((await read()).lacks).toContain('registry');
    expect((await ask()).body.checks).toMatchObject([{ state: 'declined', differences: ['legal_name'] }]);
  });

  it('leaves the status of the self-employed to a person, and of two decisions at once one counts', async () => {
    await becomeSelfEmployed();
    expect((await request('super_admin', 'POST', at('checks'), { register: 'npd' })).status).toBe(503);
    expect((await request('super_admin', 'POST', at('checks'), { register: 'registry' })).status).toBe(400);
    expect((await request('super_admin', 'POST', at('checks'), { register: 'moon' })).status).toBe(422);
    const by = (state: string) =>
      request('super_admin', 'POST', at('checks/decide'), {
        register: 'npd',
        state,
        reason: 'Справка от 9 марта',
        version: 0,
      });

    const answers = await Promise.all([by('accepted'), by('declined')]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(
      (
        await request('super_admin', 'POST', at('checks/decide'), {
          register: 'npd',
          state: 'declined',
          version: 1,
        })
      ).status,
    ).toBe(422);
  });
});

/** The shop's vendor works as self-employed from now on. */
async function becomeSelfEmployed(): Promise<void> {
  const self = {
    ...requisites,
    legal_form: 'self_employed',
    inn: '500100732259',
    kpp: null,
    ogrn: null,
    tax_system: 'npd',
  };
  await api.db
    .updateTable('shops')
    .set({ requisites: JSON.stringify(self) })
    .where('id', '=', scene.shop.id)
    .execute();
}
