import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { type NotifyLog, notificationPlace } from '@/contract/messaging/notifications';
import { Bell } from '@/features/messaging/notifications/bell';
import { NotificationDetails } from '@/features/messaging/notifications/notification-details';
import { NotificationsPage } from '@/features/messaging/notifications/notifications-page';
import { api, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { fakeRouter, renderApp } from '../shell/render-app';

const buildLog = (more: Partial<NotifyLog> = {}): NotifyLog => ({
  id: 1,
  receiver: 1,
  sender: 2,
  notify_type: 'order',
  notify_event: 'new',
  is_read: false,
  notify_receiver_type: 'admin',
  notify_text: null,
  notify_tracker: '250310-1',
  subject_id: 7,
  sender_user: { id: 2, name: 'Егор', avatar: null },
  shop: null,
  created_at: '2026-03-09T09:00:00.000Z',
  ...more,
});

/** Stateful notifications; requests are recorded. */
function serve(first: NotifyLog[]) {
  let logs = first;
  const asked: string[] = [];
  server.use(
    http.get(api('notify-logs'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(pageOf(logs));
    }),
    http.get(api('notify-logs/unread'), () =>
      HttpResponse.json({ total: logs.filter((log) => !log.is_read).length }),
    ),
    http.post(api('notify-log-read-all'), () => {
      logs = logs.map((log) => ({ ...log, is_read: true }));
      return HttpResponse.json([]);
    }),
    http.delete(api('notify-logs/:id'), ({ params }) => {
      logs = logs.filter(({ id }) => id !== Number(params.id));
      return HttpResponse.json(true);
    }),
    http.post(api('notify-log-seen'), () => {
      logs = logs.map((log) => ({ ...log, is_read: true }));
      return HttpResponse.json(logs[0]);
    }),
  );
  return asked;
}

describe('a notification', () => {
  it('has a page of its own, and is deleted there', async () => {
    serve([buildLog()]);
    server.use(http.get(api('notify-logs/1'), () => HttpResponse.json(buildLog())));
    const { visits } = renderScreen(<NotificationDetails />, '/notify-logs/1?id=1');

    expect(await screen.findByRole('heading', { level: 1, name: /250310-1/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /250310-1/ })).toHaveAttribute('href', '/orders/7');
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));

    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/notify-logs'));
  });
});

describe('the bell', () => {
  it('is named by what stands on it, also when that is no exact number', async () => {
    serve(Array.from({ length: 102 }, (_any, at) => buildLog({ id: at + 1 })));
    renderScreen(<Bell />, '/');

    const bell = await screen.findByRole('button', { name: 'Уведомления: 99+ непрочитанных' });
    expect(bell).toHaveTextContent('99+');
  });

  it('shows the unread count and the newest, and marks all as read', async () => {
    serve([buildLog(), buildLog({ id: 2, notify_type: 'message', notify_text: 'Когда привезёте?' })]);
    renderScreen(<Bell />, '/');
    await userEvent.click(await screen.findByRole('button', { name: /2 непрочитанных/ }));

    expect(await screen.findByText('Когда привезёте?')).toBeVisible();
    expect(screen.getByRole('link', { name: /Новый заказ №\u00a0250310-1/ })).toHaveAttribute(
      'href',
      '/orders/7',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Прочитать все' }));
    expect(await screen.findByRole('button', { name: 'Уведомления' })).toBeVisible();
  });

  it('marks an opened one as read', async () => {
    serve([buildLog()]);
    const { visits } = renderScreen(<Bell />, '/');
    await userEvent.click(await screen.findByRole('button', { name: /1 непрочитанное/ }));
    await userEvent.click(await screen.findByRole('link', { name: /Новый заказ/ }));

    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/orders/7'));
    expect(await screen.findByRole('button', { name: 'Уведомления' })).toBeVisible();
  });
});

describe('all notifications', () => {
  it('filters by kind and state, and removes a line', async () => {
    const asked = serve([buildLog(), buildLog({ id: 2, notify_tracker: '250310-2' })]);
    renderScreen(<NotificationsPage />, '/notify-logs');
    await userEvent.selectOptions(await screen.findByLabelText('О чём'), 'order');
    await waitFor(() => expect(asked.at(-1)).toContain('notify_type=order'));
    await userEvent.selectOptions(screen.getByLabelText('Прочитанные и нет'), '0');
    await waitFor(() =>
      expect(asked.at(-1)).toMatch(/notify_type=order.*is_read=0|is_read=0.*notify_type=order/),
    );

    const line = (await screen.findByText(/250310-2/)).closest('li');
    await userEvent.click(within(line as HTMLElement).getByRole('button', { name: 'Удалить уведомление' }));
    await waitFor(() => expect(screen.queryByText(/250310-2/)).toBeNull());
  });

  it('scroll up to another page of them', async () => {
    serve([buildLog()]);
    server.use(http.get(api('notify-logs'), () => HttpResponse.json(pageOf([buildLog()], { last_page: 2 }))));
    const router = fakeRouter('/notify-logs');
    renderApp(<NotificationsPage />, router);

    await userEvent.click(await screen.findByRole('button', { name: 'Страница 2' }));

    expect(router.replace).toHaveBeenCalledWith('/notify-logs?page=2', undefined, {
      shallow: true,
      scroll: true,
    });
  });

  it('link to a page that the person may open', () => {
    const shop = { slug: 'lavka' };
    const at = (more: Partial<NotifyLog>) => notificationPlace({ ...buildLog(more), shop });
    expect(at({})).toBe('/orders/7');
    expect(at({ notify_receiver_type: 'vendor' })).toBe('/lavka/orders/7');
    expect(at({ notify_receiver_type: 'vendor', notify_type: 'message' })).toBe('/shop-message/7');
    expect(at({ notify_type: 'message' })).toBe('/message/7');
    expect(at({ notify_receiver_type: 'vendor', notify_type: 'store_notice' })).toBe('/store-notices/7');
    expect(at({ notify_receiver_type: 'vendor', notify_type: 'review' })).toBe('/lavka/reviews');
    expect(at({ notify_receiver_type: 'vendor', notify_type: 'shop' })).toBe('/lavka');
    expect(at({ subject_id: null })).toBeNull();
  });
});
