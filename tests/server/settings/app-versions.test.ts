import { describe, expect, it } from 'vitest';
import type { CurrentAppVersion } from '@/contract/settings/mobile-app-versions/schema';
import { setUpScene } from '../../support/scene';

/** Builds of the mobile apps: their version numbers, and what an app learns about itself. */
const { api, scene } = setUpScene();

const released = '2026-03-01T09:00:00.000Z';

function add(app_version: string, more: object = {}) {
  const body = { platform: 'ios', app_version, released_at: released, ...more };
  return api.request(scene.super_admin, 'POST', 'app-versions', body);
}

async function current(version: string, platform = 'ios'): Promise<CurrentAppVersion> {
  const path = `app-versions/current?platform=${platform}&version=${version}`;
  const { status, body } = await api.request<CurrentAppVersion>(null, 'GET', path);
  expect(status).toBe(200);
  return body;
}

describe('a version', () => {
  it.each([
    ['a version of two numbers', { app_version: '1.2' }, 'app_version', 'error-version-format'],
    ['leading zeros', { app_version: '01.2.3' }, 'app_version', 'error-version-format'],
    ['an unknown platform', { platform: 'windows' }, 'platform', 'error-platform-required'],
    ['a least version above it', { min_version: '1.10.0' }, 'min_version', 'error-min-version-above'],
    ['an address without https', { url: 'http://apps.apple.com/app' }, 'url', 'error-https-required'],
    ['no address at all', { url: 'https://' }, 'url', 'error-https-required'],
    ['half a build', { build: 1.5 }, 'build', 'error-number-format'],
    ['no date', { released_at: 'tomorrow' }, 'released_at', 'error-date-format'],
  ])('is refused with %s', async (_what, more, field, error) => {
    const { status, body } = await add('1.9.0', more);

    expect([status, body.errors]).toEqual([422, { [field]: [error] }]);
  });

  it('is unique per platform, and free again when the first is removed', async () => {
    const first = await add('1.2.3');
    const twice = await add('1.2.3');
    const other = await add('1.2.3', { platform: 'android' });
    await api.request(scene.super_admin, 'DELETE', `app-versions/${first.body.id}`);
    const again = await add('1.2.3');
    const restored = await api.request(scene.super_admin, 'POST', `app-versions/${first.body.id}/restore`);

    expect([twice.status, twice.body.errors]).toEqual([422, { app_version: ['error-taken'] }]);
    expect([other.status, again.status]).toEqual([201, 201]);
    expect([restored.status, restored.body.errors]).toEqual([422, { app_version: ['error-taken'] }]);
  });

  it('keeps its release date through other edits', async () => {
    const { body } = await add('1.2.3');
    const edited = await api.request(scene.super_admin, 'PUT', `app-versions/${body.id}`, { build: 7 });

    expect([edited.status, edited.body.released_at, edited.body.build]).toEqual([200, released, 7]);
  });

  it('is listed by its numbers, page by page', async () => {
    for (const version of ['1.10.0', '1.9.0', '10.0.0', '2.0.0', '1.9.12']) await add(version);
    const page = async (number: number) => {
      const query = `app-versions?orderBy=app_version&sortedBy=asc&limit=3&page=${number}`;
      const { body } = await api.request(scene.super_admin, 'GET', query);
      return body.data.map((row) => row.app_version);
    };

    expect([...(await page(1)), ...(await page(2))]).toEqual([
      '1.9.0',
      '1.9.12',
      '1.10.0',
      '2.0.0',
      '10.0.0',
    ]);
  });
});

describe('GET app-versions/current', () => {
  it('is empty while no version is released', async () => {
    await add('3.0.0', { released_at: null });
    await add('3.0.1', { released_at: '2026-03-11T09:00:00Z' });
    await add('3.0.2', { platform: 'android' });

    expect(await current('1.0.0')).toEqual({
      current: null,
      min_version: null,
      must_update: false,
      should_update: false,
      url: null,
    });
  });

  it('names the newest by numbers and where to get it', async () => {
    await add('1.10.0', { url: 'https://apps.apple.com/new' });
    await add('1.9.0', { url: 'https://apps.apple.com/old' });

    expect(await current('1.9.5')).toEqual({
      current: '1.10.0',
      min_version: null,
      must_update: false,
      should_update: true,
      url: 'https://apps.apple.com/new',
    });
    expect(await current('1.10.0')).toMatchObject({ should_update: false });
    expect(await current('2.0.0')).toMatchObject({ should_update: false, must_update: false });
  });

  it('requires an update below the minimum version', async () => {
    await add('1.10.0', { min_version: '1.9.0' });
    await add('1.11.0');

    expect(await current('1.8.9')).toMatchObject({ must_update: true, min_version: '1.9.0' });
    expect(await current('1.9.0')).toMatchObject({ must_update: false, should_update: true });
  });

  it('demands an update of everything older than a forced one, from its release on', async () => {
    await add('2.0.0', { is_force_update: true, released_at: '2026-03-10T10:00:00Z' });
    await add('2.1.0', { released_at: '2026-03-10T10:00:00Z' });

    expect(await current('1.9.0')).toMatchObject({ must_update: false, current: null });
    api.setNow(new Date('2026-03-10T10:00:00Z'));
    expect(await current('1.9.0')).toMatchObject({ must_update: true, current: '2.1.0' });
    expect(await current('2.0.0')).toMatchObject({ must_update: false, should_update: true });
  });

  it('ignores a removed one', async () => {
    const { body } = await add('2.0.0', { is_force_update: true });
    await api.request(scene.super_admin, 'DELETE', `app-versions/${body.id}`);

    expect(await current('1.0.0')).toMatchObject({ current: null, must_update: false });
  });

  it.each([
    ['platform=windows&version=1.2.3', 'platform'],
    ['version=1.2.3', 'platform'],
    ['platform=ios', 'version'],
    ['platform=ios&version=1.2', 'version'],
    ['platform=ios&version=1.2.3;drop', 'version'],
    ['platform=ios&version=1.2.3&version=1.2.4', 'version'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await api.request(null, 'GET', `app-versions/current?${query}`);

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
