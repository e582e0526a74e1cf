import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { DemoOutbox } from '@/features/messaging/outbox/demo-outbox';
import { env } from '@/lib/env';
import { api, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const message = {
  id: 3,
  channel: 'mail',
  recipient: 'anna@test.ru',
  template: 'confirm-email',
  sent_at: null,
  subject: 'Подтвердите почту',
  created_at: '2026-03-10T09:00:00.000Z',
  body: 'Откройте https://shop.test/admin/rest/register/confirm/7/abc сегодня',
};

afterEach(() => {
  env.isDemo = false;
});

it('shows unsent mail, with links that lead into this panel', async () => {
  env.isDemo = true;
  const asked: string[] = [];
  server.use(
    http.get(api('dev/outbox'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(pageOf([message]));
    }),
  );
  renderScreen(<DemoOutbox />, '/settings/outbox?text=anna');

  await userEvent.click(await screen.findByText('Подтвердите почту'));

  expect(screen.getByText('anna@test.ru')).toBeVisible();
  expect(screen.getByRole('link', { name: /register\/confirm/ })).toHaveAttribute(
    'href',
    '/admin/rest/register/confirm/7/abc',
  );
  expect(asked[0]).toContain('limit=20');
});

it('sends no request outside of demo mode', async () => {
  let isAsked = false;
  server.use(
    http.get(api('dev/outbox'), () => {
      isAsked = true;
      return HttpResponse.json(pageOf([]));
    }),
  );
  renderScreen(<DemoOutbox />, '/settings/outbox');

  expect(await screen.findByText('Демо-режим выключен')).toBeVisible();
  expect(isAsked).toBe(false);
  expect(screen.queryByRole('link', { name: 'Письма' })).toBeNull();
});
