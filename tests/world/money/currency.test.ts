import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SettingsOptions } from '@/contract/settings';
import { sumText } from '@/server/core/documents/pdf/text';
import { settingsOptions } from '@/server/core/settings';
import { needsReceipt } from '@/server/modules/ledger/movements';
import { documentOrder } from '@/server/modules/receipts/make-receipts';
import { ctxOf, setSettings } from '../../support/checkout';
import { buildOrder } from '../../support/orders';
import { setUpScene } from '../../support/scene';

/** The currency of the settings is part of every sum: what takes roubles only is closed to another. */
const { api, scene } = setUpScene({ demo: true });
const save = (options: Partial<SettingsOptions>) =>
  api.request<{ errors?: Record<string, string[]>; options: SettingsOptions }>(
    scene.super_admin,
    'POST',
    'settings',
    { options },
  );
const shown = async () =>
  (await api.request<{ options: SettingsOptions }>(null, 'GET', 'settings')).body.options;
const kzt = { currency: 'KZT', currencyOptions: { formation: 'kk-KZ', fractions: 2 } };

beforeEach(() => setSettings(api, { currency: 'RUB' }));

describe('the currency of the settings', () => {
  it.each(['JPY', 'KWD', 'CLP', 'BHD'])(
    'is not %s, whose sums have another number of decimals',
    async (currency) => {
      const { status, body } = await save({ currency });

      expect([status, body.errors]).toEqual([422, { currency: ['error-currency-decimals'] }]);
      expect((await shown()).currency).toBe('RUB');
    },
  );

  it('stays while there are orders in it', async () => {
    await buildOrder(api, { lines: [{ shop: scene.shop }] });

    expect((await save(kzt)).body.errors).toEqual({ currency: ['error-currency-used'] });
  });

  it('may become roubles at any time while nobody has chosen one', async () => {
    await setSettings(api, {});
    await buildOrder(api, { lines: [{ shop: scene.shop }] });

    expect((await save({ currency: 'RUB' })).status).toBe(200);
  });
});

describe('a shop that sells in tenge', () => {
  beforeEach(async () => {
    expect((await save(kzt)).status).toBe(200);
  });

  it('is offered no online payment, and a checkout that asks for it is refused', async () => {
    expect((await shown()).onlineGateways).toEqual([]);

    const { status, body } = await api.request<{ errors: object }>(scene.super_admin, 'POST', 'settings', {
      options: { receiptsFrom: '2026-11-01' },
    });

    expect([status, body.errors]).toEqual([422, { receiptsFrom: ['error-receipts-roubles'] }]);
  });

  it('switches no online method on', async () => {
    await save({ useSbp: false });

    expect((await save({ useSbp: true })).body.errors).toEqual({ useSbp: ['error-online-roubles'] });
  });

  it('has tenge on its papers and in its letters', async () => {
    await settingsOptions(ctxOf(api));

    expect(sumText(1234.5)).toMatch(/1\s234,50\s(₸|KZT)/);
  });
});

it('a shop whose settings name another currency writes no receipts, and none is missed', async () => {
  await setSettings(api, { currency: 'JPY', receiptsFrom: '2020-01-01' });
  const { id } = await buildOrder(api, { lines: [{ shop: scene.shop }] });
  await documentOrder(ctxOf(api), id);

  expect(await api.db.selectFrom('receipts').select('id').execute()).toEqual([]);
  const { rows } = await sql<{ due: boolean | null }>`select ${needsReceipt(api.now())} as due
    from (select now() - interval '1 day' as at) e`.execute(api.db);
  expect(rows[0]?.due ?? false).toBe(false);
});
