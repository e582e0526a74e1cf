import { describe, expect, it } from 'vitest';
import { findAction } from '@/contract/actions';
import { capabilities } from '@/contract/capabilities';
import type { Settings } from '@/contract/settings';
import { endpointsOf } from '../../support/endpoints';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

const announced = async () => (await api.request<Settings>(null, 'GET', 'settings')).body.capabilities;

describe('capabilities', () => {
  it('are announced with the settings to everybody', async () => {
    expect(await announced()).toEqual(capabilities.filter((name) => name !== 'outbox'));
  });

  it('have endpoints on this server', () => {
    const answered = new Set(
      endpointsOf(api.app).map(({ method, path }) => findAction(method, path)?.capability),
    );
    // Only demo mode serves its outbox; the others are no endpoints.
    expect(capabilities.filter((name) => !answered.has(name))).toEqual([
      ...['all', 'delivery-for-all', 'list-filters', 'outbox', 'translations'],
    ]);
  });

  it('are never stored: values sent back are ignored', async () => {
    const { body } = await api.request<Settings>(scene.super_admin, 'POST', 'settings', {
      capabilities: ['live'],
      options: { siteTitle: 'Лавка', capabilities: ['live'] },
    });

    expect(body.capabilities).toEqual(await announced());
    expect((await announced())?.length).toBeGreaterThan(30);
    const row = await api.db.selectFrom('settings').select('options').executeTakeFirstOrThrow();
    expect(JSON.stringify(row.options)).not.toContain('capabilities');
  });
});
