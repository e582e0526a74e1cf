import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { api } from '@/lib/api/client';
import { DeveloperPanel } from '@/mock/developer-panel';
import { disturbing, normalizeEndpoint, readDisturbances, setDisturbances, setFault } from '@/mock/faults';
import { startMockApi } from '../mock-api';
import { server } from '../server';

afterEach(() => setDisturbances({ latency: 0, rules: {} }));

function start() {
  const world = startMockApi();
  server.use(disturbing());
  return world;
}

describe('faults of the mock', () => {
  it('are named by method and endpoint', () => {
    expect(normalizeEndpoint('PUT', '/admin/rest/tags/novinka?language=ru')).toBe('PUT tags/:key');
    expect(normalizeEndpoint('GET', '/admin/rest/api/admin/boxes/4')).toBe('GET api/admin/boxes/:key');
    expect(normalizeEndpoint('GET', '/admin/rest/orders/7/payment')).toBe('GET orders/:id/payment');
  });

  it.each([
    ['403', { status: 403, code: 'FORBIDDEN' }],
    ['422', { status: 422, code: 'VALIDATION_FAILED' }],
    ['500', { status: 500, code: 'INTERNAL' }],
    ['offline', { status: undefined, code: 'NETWORK_ERROR' }],
  ] as const)('%s meets its endpoint until it is switched off', async (fault, expected) => {
    const id = Number(start().tables.tags[0]?.id);
    setFault('GET tags', { fault, isOnce: false });

    await expect(api.page('tags')).rejects.toMatchObject(expected);
    await expect(api.page('tags')).rejects.toMatchObject(expected);
    await expect(api.one('tags', id)).resolves.toMatchObject({ id });

    setFault('GET tags', undefined);
    await expect(api.page('tags')).resolves.toBeDefined();
  });

  it('happen once on request', async () => {
    start();
    setFault('GET tags', { fault: '500', isOnce: true });

    await expect(api.page('tags')).rejects.toMatchObject({ status: 500 });

    await expect(api.page('tags')).resolves.toBeDefined();
  });

  it('come after the configured latency', async () => {
    start();
    setDisturbances({ latency: 300, rules: {} });
    const before = performance.now();

    await api.page('tags');

    expect(performance.now() - before).toBeGreaterThan(290);
  });
});

describe('the developer panel', () => {
  it('sets the fault of a requested endpoint, kept in the session storage', async () => {
    start();
    await api.page('tags');
    render(<DeveloperPanel />);

    await userEvent.click(screen.getByRole('button', { name: /Mock API/ }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'GET tags' }), '500');

    await expect(api.page('tags')).rejects.toMatchObject({ status: 500 });
    expect(readDisturbances().rules).toEqual({ 'GET tags': { fault: '500', isOnce: false } });
    expect(sessionStorage.getItem('gostiny-mock')).toContain('GET tags');
  });
});
