import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { OutboxLetter, OutsideService, OutsideState } from '@/contract/settings/outside';
import { outsideServices } from '@/contract/settings/outside';
import { ServicesPage } from '@/features/settings/services/services-page';
import { api, pageOf, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';

const buildLetter = (more: Partial<OutboxLetter> = {}): OutboxLetter => ({
  id: 1,
  channel: 'mail',
  recipient: 'iya@test.ru',
  template: 'order-placed',
  subject: 'Заказ №5 принят',
  state: 'sent',
  attempts: 1,
  created_at: '2026-03-09T09:00:00.000Z',
  next_at: null,
  last_error: null,
  sent_at: '2026-03-09T09:00:05.000Z',
  ...more,
});

/** The state from the API, and the recorded requests. */
function serve(letters: OutboxLetter[], more: Partial<OutsideService>[] = []) {
  const asked: string[] = [];
  const retried: string[] = [];
  const services = outsideServices.map(
    (name): OutsideService => ({
      name,
      state: 'built-in',
      host: null,
      last_success_at: null,
      last_failure_at: null,
      last_failure: null,
      ...more.find((one) => one.name === name),
    }),
  );
  const outbox = {
    waiting: 0,
    sent: 1,
    failed: letters.filter(({ state }) => state === 'failed').length,
    expired: 0,
  };
  server.use(
    http.get(api('outside'), () => HttpResponse.json<OutsideState>({ services, outbox })),
    http.get(api('sign-in/providers'), () => HttpResponse.json({ providers: [], redirect_uri: '' })),
    http.get(api('outside/outbox'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(pageOf(letters));
    }),
    http.post(api('outside/outbox/retry'), () => {
      retried.push('all');
      return HttpResponse.json({ count: 2 });
    }),
    http.post(api('outside/outbox/:id/retry'), ({ params }) => {
      retried.push(String(params.id));
      return HttpResponse.json(buildLetter());
    }),
  );
  return { asked, retried };
}

describe('external services', () => {
  it('are listed with their state and the reason of a failure', async () => {
    serve(
      [],
      [
        {
          name: 'mail',
          state: 'connected',
          host: 'smtp.test:587',
          last_failure: 'refused 535',
          last_success_at: '2026-03-09T09:00:00.000Z',
          last_failure_at: '2026-03-09T10:00:00.000Z',
        },
        { name: 'delivery', state: 'connected', host: 'delivery.test' },
        { name: 'descriptions', state: 'off' },
      ],
    );
    renderScreen(<ServicesPage />, '/settings/services');

    const list = await screen.findByRole('list', { name: 'Сервисы' });
    const lineOf = (name: string) => within(list).getByText(name).closest('li') as HTMLElement;
    expect(lineOf('Почта')).toHaveTextContent('smtp.test:587');
    expect(lineOf('Почта')).toHaveTextContent('отказал (535)');
    expect(within(lineOf('Почта')).getByText('Сбой')).toBeVisible();
    expect(lineOf('Города и пункты выдачи')).toHaveTextContent('Ещё не понадобился');
    expect(lineOf('SMS')).toHaveTextContent('SMS копятся в очереди');
    expect(lineOf('SMS')).toHaveTextContent('SMS_URL');
    expect(within(lineOf('Описания товаров нейросетью')).getByText('Выключено')).toBeVisible();
    expect(await screen.findByText('Писем и SMS пока не было')).toBeVisible();
  });

  it('let failed messages be sent again, one or all', async () => {
    const { retried } = serve([
      buildLetter({ id: 7, state: 'failed', sent_at: null, last_error: '550 no such user', attempts: 3 }),
      buildLetter({
        id: 8,
        state: 'expired',
        sent_at: null,
        channel: 'sms',
        subject: null,
        template: 'login-code',
      }),
    ]);
    renderScreen(<ServicesPage />, '/settings/services');

    const table = await screen.findByRole('table', { name: 'Письма и SMS' });
    expect(within(table).getByText('550 no such user')).toBeVisible();
    expect(within(table).getByText('3 попытки')).toBeVisible();
    expect(within(table).getByText('Код для входа')).toBeVisible();
    await userEvent.click(within(table).getByRole('button', { name: /Отправить ещё раз/ }));
    await waitFor(() => expect(retried).toEqual(['7']));
    await userEvent.click(screen.getByRole('button', { name: 'Отправить все ещё раз' }));
    await waitFor(() => expect(retried).toEqual(['7', 'all']));
  });

  it('are filtered by state, channel and receiver, which are in the address', async () => {
    const { asked } = serve([buildLetter()]);
    const { visits } = renderScreen(<ServicesPage />, '/settings/services');
    await userEvent.selectOptions(await screen.findByLabelText('Состояние'), 'failed');
    await waitFor(() => expect(asked.at(-1)).toContain('state=failed'));
    await userEvent.selectOptions(screen.getByLabelText('Что отправляется'), 'sms');
    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/settings/services?state=failed&channel=sms'));
    await userEvent.type(screen.getByRole('searchbox'), 'iya');
    await waitFor(() => expect(asked.at(-1)).toContain('recipient=iya'));
  });
});
