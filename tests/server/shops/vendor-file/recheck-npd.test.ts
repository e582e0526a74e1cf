import { beforeEach, describe, expect, it } from 'vitest';
import { defaultVendorFile } from '@/contract/shops/vendor-file';
import { jobCtx } from '@/server/core/jobs/job';
import { openNpdStatus } from '@/server/integrations/npd/npd-status';
import { recheckNpd } from '@/server/modules/shops/vendor-file/recheck-npd';
import { say, setUpService } from '../../../support/fake-service';
import { setUpScene } from '../../../support/scene';
import { requisites } from '../../../support/shops';

/** The status of the self-employed is asked again each month, of a service that a local server stands in for. */
const { api, scene } = setUpScene();
const service = setUpService();

const person = {
  ...requisites,
  ...{ legal_form: 'self_employed', tax_system: 'npd', inn: '500100732259', kpp: null, ogrn: null },
  legal_name: 'Снегирь Анна Павловна',
};
const has = (status: boolean) => {
  service.answer = say({ status, message: '' });
};

beforeEach(async () => {
  const options = { vendorFile: { ...defaultVendorFile, isOn: true, papers: emptyPapers } };
  await api.db
    .insertInto('settings')
    .values({ options: JSON.stringify(options) })
    .execute();
  await api.db
    .updateTable('shops')
    .set({ requisites: JSON.stringify(person), is_active: true })
    .where('id', '=', scene.shop.id)
    .execute();
  await addCheck(new Date('2026-03-10T09:00:00.000Z'));
});

const emptyPapers = { organisation: [], entrepreneur: [], self_employed: [] };

const addCheck = (at: Date, more: object = {}) =>
  api.db
    .insertInto('vendor_checks')
    .values({
      ...{ shop_id: scene.shop.id, register: 'npd', state: 'accepted', created_at: at, updated_at: at },
      subject: JSON.stringify({ inn: person.inn, ogrn: null, legal_name: person.legal_name }),
      ...more,
    })
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'register']).doUpdateSet({ updated_at: at, ...more }),
    )
    .execute();

const run = async (at: string) => {
  const npd = openNpdStatus({ npdUrl: service.base });
  if (!npd) throw new Error('No client');
  const before = service.asked.length;
  await recheckNpd(
    {
      ctx: jobCtx(api.db, new Date(at), 'https://shop.test'),
      signal: new AbortController().signal,
      report: (error) => {
        throw error;
      },
    },
    npd,
  );
  return service.asked.length - before;
};

const state = async () => {
  const check = await api.db.selectFrom('vendor_checks').selectAll().executeTakeFirstOrThrow();
  const shop = await api.db
    .selectFrom('shops')
    .select('is_active')
    .where('id', '=', scene.shop.id)
    .executeTakeFirstOrThrow();
  const letters = await api.db.selectFrom('outbox').select('template').orderBy('id').execute();
  return [check.state, check.differences, shop.is_active, letters.map(({ template }) => template)];
};

describe('the status of a self-employed vendor', () => {
  it('is asked once in each business month', async () => {
    has(true);

    expect(await run('2026-03-31T20:59:00.000Z')).toBe(0);
    expect(await run('2026-03-31T21:01:00.000Z')).toBe(1);
    expect(await run('2026-04-20T09:00:00.000Z')).toBe(0);
    expect(await state()).toEqual(['accepted', [], true, []]);
  });

  it('turns the check red, closes the shop and tells owner and team when it has ended', async () => {
    has(false);

    await run('2026-04-01T09:00:00.000Z');

    expect(await state()).toEqual(['declined', ['status'], false, ['vendor-status-ended']]);
    const bells = await api.db.selectFrom('notify_logs').select(['receiver', 'notify_event']).execute();
    expect(bells.map(({ receiver }) => receiver).toSorted((a, b) => a - b)).toEqual(
      [scene.super_admin.id, scene.store_owner.id].toSorted((a, b) => a - b),
    );
    expect(bells[0]?.notify_event).toBe('status-ended');
    const { body } = await api.request<{ lacks: string[] }>(
      scene.super_admin,
      'GET',
      `shops/${scene.shop.id}/file`,
    );
    expect(body.lacks).toContain('npd');
  });

  it('is reminded of in each later month, and opens the shop once it is back', async () => {
    has(false);
    await run('2026-04-01T09:00:00.000Z');
    expect(await run('2026-04-15T09:00:00.000Z')).toBe(0);
    await run('2026-05-01T09:00:00.000Z');
    expect((await state())[3]).toEqual(['vendor-status-ended', 'vendor-status-ended']);

    has(true);
    await run('2026-06-01T09:00:00.000Z');

    expect((await state()).slice(0, 3)).toEqual(['accepted', [], true]);
  });

  it('leaves the last answer while the service gives none, and asks again in the next run', async () => {
    service.answer = say({ code: 'taxpayer.status.service.unavailable.error' }, 422);
    expect(await run('2026-04-01T09:00:00.000Z')).toBe(1);
    expect(await state()).toEqual(['accepted', [], true, []]);

    has(true);
    expect(await run('2026-04-01T09:02:00.000Z')).toBe(1);
  });

  it('does not close the shop where the settings do not say so, and overrules no person who declined it', async () => {
    has(false);
    const vendorFile = { ...defaultVendorFile, isOn: true, pauses: false, papers: emptyPapers };
    await api.db
      .updateTable('settings')
      .set({ options: JSON.stringify({ vendorFile }) })
      .execute();
    await run('2026-04-01T09:00:00.000Z');
    expect((await state()).slice(0, 3)).toEqual(['declined', ['status'], true]);

    await addCheck(new Date('2026-04-02T09:00:00.000Z'), {
      state: 'declined',
      decided_by: scene.super_admin.id,
    });
    expect(await run('2026-05-01T09:00:00.000Z')).toBe(0);
  });

  it('asks nobody while vendors are asked for no papers, or after the requisites have changed', async () => {
    has(false);
    await api.db
      .updateTable('shops')
      .set({ requisites: JSON.stringify({ ...person, legal_name: 'Другая Анна Павловна' }) })
      .where('id', '=', scene.shop.id)
      .execute();
    await run('2026-04-01T09:00:00.000Z');
    expect((await state()).slice(0, 1)).toEqual(['accepted']);

    await api.db
      .updateTable('settings')
      .set({ options: JSON.stringify({ vendorFile: defaultVendorFile }) })
      .execute();
    expect(await run('2026-05-01T09:00:00.000Z')).toBe(0);
  });

  it('asks no more often than the tax office answers', async () => {
    has(true);
    service.answer = say({ code: 'taxpayer.status.service.limited.error' }, 422);
    const at = '2026-04-01T09:00:00.000Z';

    const asked = [await run(at), await run(at), await run(at)];

    expect(asked).toEqual([1, 1, 0]);
  });
});
