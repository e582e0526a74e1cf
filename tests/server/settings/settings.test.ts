import { offerLanguages } from '@tests/support/checkout';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings, type Settings } from '@/contract/settings';
import { languagesAgeMs } from '@/server/core/settings';
import { buildAttachment } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import { type Answer, isOneProcess, type Wire } from '../../support/server';

/** Settings: read by everybody per language, written by administrators key by key. */
const { api, scene } = setUpScene();

afterEach(() => {
  vi.useRealTimers();
});

const read = async (language = 'ru') =>
  (await api.request<Settings>(null, 'GET', `settings?language=${language}`)).body;
const save = (options: object, more: object = {}): Promise<Answer<Settings & Wire>> =>
  api.request(scene.super_admin, 'POST', 'settings', { options, ...more });

describe('GET settings', () => {
  it('returns the defaults to everybody before the first save', async () => {
    const { options, language, translated_languages } = await read();

    expect(options).toMatchObject({
      ...defaultSettings,
      contactDetails: { contact: '', emailAddress: '', website: '', location: null, socials: [] },
      server_info: { upload_max_filesize: 1024 },
    });
    expect([language, translated_languages]).toEqual(['ru', ['ru']]);
  });

  it('refuses an unknown language', async () => {
    const { status } = await api.request(null, 'GET', 'settings?language=xx');

    expect(status).toBe(422);
  });
});

it('returns to every reader the texts of error codes in their language, without removed ones', async () => {
  const texts = async (language: string) =>
    (await api.request<Settings>(null, 'GET', `settings?language=${language}`)).body.error_texts;
  const admin = scene.super_admin;
  const { body: code } = await api.request<{ id: number }>(admin, 'POST', 'api/admin/errors', {
    code: 'WORD_ERROR.IN_USE',
    message: 'Сначала освободите запись',
  });
  await offerLanguages(api.db, 'en', 'ar');
  await api.request(admin, 'PATCH', `api/admin/errors/${code.id}?language=en`, {
    message: 'Release it first',
  });

  expect(await texts('ru')).toEqual({ IN_USE: 'Сначала освободите запись' });
  expect(await texts('en')).toEqual({ IN_USE: 'Release it first' });
  expect(await texts('ar')).toEqual({});

  await api.request(admin, 'DELETE', `api/admin/errors/${code.id}`);
  expect(await texts('ru')).toEqual({});
});

describe('POST settings', () => {
  it.each(['store_owner', 'staff', 'customer'] as const)('is forbidden for %s', async (role) => {
    const { status, body } = await api.request(scene[role], 'POST', 'settings', {
      options: { siteTitle: 'Моё' },
    });

    expect([status, body.message]).toEqual([403, 'FORBIDDEN']);
  });

  it('is 401 without a session', async () => {
    expect((await api.request(null, 'POST', 'settings', { options: {} })).status).toBe(401);
  });

  it('stores what was sent, leaves the other keys and returns all options', async () => {
    await save({ siteTitle: 'Ярмарка', signupPoints: 50 });
    const { status, body } = await save({
      currency: 'RUB',
      currencyOptions: { formation: 'ru-RU', fractions: 0 },
    });

    expect(status).toBe(200);
    expect(body.options).toMatchObject({
      siteTitle: 'Ярмарка',
      signupPoints: 50,
      currency: 'RUB',
      currencyOptions: { formation: 'ru-RU', fractions: 0 },
      timeZone: defaultSettings.timeZone,
    });
    // What is asked of vendors is shown to administrators only.
    const { vendorFile: _ours, ...shown } = body.options;
    expect((await read()).options).toEqual(shown);
  });

  it('stores the shop tab without touching the general one, for all languages', async () => {
    await offerLanguages(api.db, 'en');
    await save({ siteTitle: 'Ярмарка' });
    const { status } = await save({ isProductReview: true, lowStockThreshold: 3 }, { language: 'en' });

    expect(status).toBe(200);
    expect((await read()).options).toMatchObject({
      siteTitle: 'Ярмарка',
      isProductReview: true,
      lowStockThreshold: 3,
    });
    const { options } = await api.db.selectFrom('settings').select('options').executeTakeFirstOrThrow();
    expect(options).toEqual({
      ...{ siteTitle: 'Ярмарка', isProductReview: true, lowStockThreshold: 3 },
      languages: ['ru', 'en'],
    });
  });

  it('drops unknown and protected keys', async () => {
    await save({
      siteTitle: 'Ярмарка',
      unheardOf: 'x',
      useAi: true,
      server_info: { upload_max_filesize: 1 },
      __proto__: { a: 1 },
    });

    const { options } = await read();
    expect(options).not.toHaveProperty('unheardOf');
    expect(options.useAi).toBe(false);
    expect(options.server_info.upload_max_filesize).toBe(1024);
  });

  it.each([
    ['an empty title', { siteTitle: '' }, 'siteTitle'],
    ['a title that is no text', { siteTitle: { a: 1 } }, 'siteTitle'],
    ['an over-long title', { siteTitle: 'Я'.repeat(81) }, 'siteTitle'],
    ['a wrong currency', { currency: 'roubles' }, 'currency'],
    [
      'wrong fractions',
      { currencyOptions: { formation: 'ru-RU', fractions: 9 } },
      'currencyOptions.fractions',
    ],
    [
      'a wrong formation',
      { currencyOptions: { formation: '<b>', fractions: 2 } },
      'currencyOptions.formation',
    ],
    ['a negative bonus', { signupPoints: -1 }, 'signupPoints'],
    ['a wrong address', { siteLink: 'javascript:alert(1)' }, 'siteLink'],
    ['a switch that is neither on nor off', { isProductReview: 'x' }, 'isProductReview'],
    ['half a piece', { lowStockThreshold: 2.5 }, 'lowStockThreshold'],
    ['an empty threshold', { lowStockThreshold: null }, 'lowStockThreshold'],
  ])('refuses %s and names the field', async (_what, options, field) => {
    const { status, body } = await save(options);

    expect([status, body.message]).toEqual([422, 'VALIDATION_FAILED']);
    expect(body.errors).toHaveProperty([field]);
    expect((await read()).version).toBe(0);
  });

  it('looks the logo up by its id and refuses a missing one', async () => {
    const { id } = await buildAttachment(api.db);
    const forged = { id, original: 'https://evil.example/logo.svg', thumbnail: '' };

    const { body } = await save({ logo: forged });
    expect(body.options.logo).toMatchObject({
      id,
      original: expect.stringMatching(/^\/admin\/rest\/uploads\//),
    });

    for (const wrong of [99_999, 1e30]) {
      const refused = await save({ logo: { id: wrong } });
      expect([wrong, refused.status]).toEqual([wrong, 422]);
    }
    expect((await save({ logo: { id: 99_999 } })).body.errors).toEqual({ logo: ['error-file-missing'] });
    expect((await save({ logo: null })).body.options.logo).toBeNull();
  });

  it('keeps a text per language and shares the rest', async () => {
    await offerLanguages(api.db, 'en', 'ar');
    await save({ siteTitle: 'Ярмарка', signupPoints: 50 });
    await api.request(scene.super_admin, 'POST', 'settings', {
      language: 'en',
      options: { siteTitle: 'Fair', signupPoints: 70 },
    });

    const [russian, english, arabic] = [await read(), await read('en'), await read('ar')];
    expect([russian.options.siteTitle, english.options.siteTitle, arabic.options.siteTitle]).toEqual([
      'Ярмарка',
      'Fair',
      'Ярмарка',
    ]);
    expect([russian.options.signupPoints, english.options.signupPoints]).toEqual([70, 70]);
    expect(english.translated_languages).toEqual(['ru', 'en']);
  });

  it.runIf(isOneProcess)(
    'offers only Russian until an administrator adds languages, and writes no others',
    async () => {
      const tag = (await api.request(scene.super_admin, 'POST', 'tags', { name: 'Метка' })).body;
      const translate = () =>
        api.request(scene.super_admin, 'PUT', `tags/${tag.id}?language=en`, { name: 'Label' });
      const inEnglish = () => api.request(null, 'GET', `tags/${tag.id}?language=en`);
      expect((await read()).options.languages).toEqual(['ru']);
      expect((await translate()).body.errors).toEqual({ language: ['error-wrong-value'] });

      expect((await save({ languages: ['ru', 'en'] })).body.options.languages).toEqual(['ru', 'en']);
      expect((await translate()).status).toBe(200);
      expect((await inEnglish()).body).toMatchObject({ name: 'Label', translated_languages: ['ru', 'en'] });
      expect((await read('en')).language).toBe('en');

      await save({ languages: ['ru'] });
      expect((await inEnglish()).body).toMatchObject({ name: 'Метка', language: 'ru' });
      // From the settings an English panel learns that it must switch.
      expect(await read('en')).toMatchObject({ language: 'ru', options: { languages: ['ru'] } });
      for (const person of [null, scene.super_admin]) {
        const { body } = await api.request(person, 'GET', `tags/${tag.id}`);
        expect(body.translated_languages).toEqual(['ru']);
      }
      const row = await api.db.selectFrom('tags').select('translations').executeTakeFirstOrThrow();
      expect(row.translations).toEqual({ en: { name: 'Label' } });
    },
  );

  it.runIf(isOneProcess)(
    'are read with sessions, and for guests only when the cache has expired',
    async () => {
      const asked = async (person: { id: number } | null) => {
        const before = api.queries();
        await api.request(person, 'GET', 'tags?page=1');
        return api.queries() - before;
      };
      const first = await asked(null);
      expect(await asked(null)).toBe(first - 1);

      vi.setSystemTime(Date.now() + languagesAgeMs);
      expect([await asked(null), await asked(null)]).toEqual([first, first - 1]);
      vi.setSystemTime(Date.now() + languagesAgeMs);
      await asked(scene.super_admin);
      expect(await asked(null)).toBe(first - 1);
      // The next guest sees a change.
      await save({ languages: ['ru', 'en'] });
      expect((await api.request(null, 'GET', 'tags?page=1&language=en')).status).toBe(200);
    },
  );

  it.each([
    ['none', [], 'error-language-default'],
    ['all but Russian', ['en'], 'error-language-default'],
    ['one that there are no texts in', ['ru', 'fr'], 'error-wrong-value'],
  ])('refuses to offer %s', async (_what, languages, error) => {
    const { status, body } = await save({ languages });

    expect([status, body.errors]).toEqual([422, { languages: [error] }]);
  });

  it('answers a stale save with CONFLICT and the current settings', async () => {
    const first = await save({ siteTitle: 'Раз' }, { version: 0 });
    const second = await save({ siteTitle: 'Два' }, { version: 0 });

    expect([first.status, second.status, second.body.message]).toEqual([200, 409, 'CONFLICT']);
    expect(second.body.current).toMatchObject({ version: 1, options: { siteTitle: 'Раз' } });
  });

  it('accepts exactly one of two concurrent saves', async () => {
    await save({ siteTitle: 'Ноль' });
    const both = await Promise.all(['Раз', 'Два'].map((siteTitle) => save({ siteTitle }, { version: 1 })));

    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  it('records what changed', async () => {
    await save({ siteTitle: 'Ярмарка' });

    const entry = await api.db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ family: 'settings', action: 'update', user_id: scene.super_admin.id });
    expect(entry.changes).toEqual({ siteTitle: [defaultSettings.siteTitle, 'Ярмарка'] });
  });

  it('leaves no trace of a save that changes nothing', async () => {
    await save({ siteTitle: 'Ярмарка' });

    const { status, body } = await save({ siteTitle: 'Ярмарка' });

    expect(status).toBe(200);
    expect(body.version).toBe(1);
    expect(await api.db.selectFrom('audit_log').select('id').execute()).toHaveLength(1);
  });
});
