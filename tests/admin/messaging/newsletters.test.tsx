import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { newsletters } from '@/contract/messaging/newsletters';
import type { Newsletter } from '@/contract/messaging/newsletters/schema';
import { resourcePage } from '@/crud/resource-page';
import { NewsletterDetails } from '@/features/messaging/newsletter/newsletter-details';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, listenToToasts, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const Page = resourcePage(newsletters, { Details: NewsletterDetails });

const draft: Newsletter = {
  ...{ id: 5, version: 2, subject: 'Новинки ноября', body: 'Свечи и корзины.', letter_language: 'ru' },
  ...{ status: 'draft', total: 21, queued: 0, waiting: 0, failed: 0, started_at: null, finished_at: null },
  ...{ created_at: '2026-03-10T09:00:00.000Z', updated_at: '2026-03-10T09:00:00.000Z' },
};

/** Details of a stored newsletter; actions and what they sent are recorded. */
function open(first: Partial<Newsletter> = {}) {
  let newsletter = { ...draft, ...first };
  const sent: unknown[] = [];
  const take = (action: string, change: Partial<Newsletter>) =>
    http.post(api(`newsletters/5/${action}`), async ({ request }) => {
      const text = await request.text();
      sent.push([action, text === '' ? undefined : JSON.parse(text)]);
      newsletter = { ...newsletter, ...change, version: newsletter.version + 1 };
      return HttpResponse.json(newsletter);
    });
  server.use(
    http.get(api('newsletters/5'), () => HttpResponse.json(newsletter)),
    take('test', {}),
    take('send', { status: 'sending', started_at: '2026-03-10T10:00:00.000Z', queued: 12, waiting: 2 }),
    take('stop', { status: 'stopped' }),
  );
  renderScreen(
    <>
      <Page />
      <ModalHost />
    </>,
    '/newsletters/5',
    { role: 'super_admin' },
  );
  return sent;
}

const button = (name: string) => screen.findByRole('button', { name });

describe('a newsletter', () => {
  it('is sent after a confirmation that says to how many, with the version that was read', async () => {
    const sent = open();

    await userEvent.click(await button('Отправить подписчикам'));
    expect(await screen.findByText(/Письмо получит 21 подписчик/)).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.click(await button('Отправить'));

    expect(await screen.findByText('Отправляется')).toBeVisible();
    expect(sent).toEqual([['send', { version: 2 }]]);
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '10');
    expect(screen.queryByRole('button', { name: 'Отправить подписчикам' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Изменить' })).toBeNull();
  });

  it('is tried on the person alone', async () => {
    const toasts = listenToToasts();
    const sent = open();

    await userEvent.click(await button('Отправить себе'));

    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toEqual(['test', undefined]);
    await expect
      .poll(() => toasts.map(({ text }) => text))
      .toEqual(['Пробное письмо отправлено на вашу почту']);
  });

  it('is stopped and goes on', async () => {
    const sent = open({ status: 'sending', queued: 12, waiting: 2 });

    await userEvent.click(await button('Остановить'));
    await userEvent.click(await button('Продолжить'));

    expect(await button('Остановить')).toBeVisible();
    expect(sent.map((one) => (Array.isArray(one) ? one[0] : one))).toEqual(['stop', 'send']);
  });

  it('without confirmed subscribers says so and cannot be sent', async () => {
    open({ total: 0 });

    expect(await screen.findByText(/отправлять некому/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Отправить подписчикам' })).toBeNull();
  });
});
