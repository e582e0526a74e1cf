import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { WaitingBar } from '@/features/insights/dashboard/waiting-bar';
import { api, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';

const place = () => document.querySelector('[data-place]')?.querySelectorAll('[data-line]').length;

function openBar(waiting: Promise<object> | object) {
  server.use(http.get(api('analytics/waiting'), async () => HttpResponse.json(await waiting)));
  return renderScreen(<WaitingBar scope={{ base: '' }} shop={undefined} />, '/');
}

it('reserves as much space for pending work as it took last time', async () => {
  const first = openBar({ refunds: { count: 3 } });
  expect(place()).toBeGreaterThan(1);
  expect(await screen.findByRole('link', { name: /3 возврата/ })).toBeVisible();
  expect(place()).toBeUndefined();
  first.unmount();

  const second = openBar(new Promise(() => undefined));
  expect(place()).toBe(1);
  second.unmount();

  const third = openBar({});
  await waitFor(() => expect(place()).toBeUndefined());
  third.unmount();
  openBar(new Promise(() => undefined));
  expect(place()).toBeUndefined();
});
