import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { contactMessages } from '@/contract/messaging/contact-messages';
import type { ContactMessage } from '@/contract/messaging/contact-messages/schema';
import { resourcePage } from '@/crud/resource-page';
import { ContactMessageDetails } from '@/features/messaging/contact/contact-message-details';
import { NewsletterLink } from '@/features/messaging/newsletter/newsletter-link';
import { api, listenToToasts, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { fakeRouter, renderApp } from '../shell/render-app';

const Page = resourcePage(contactMessages, { Details: ContactMessageDetails });

const letter: ContactMessage = {
  id: 5,
  version: 1,
  subject: 'Где мой заказ?',
  description: 'Третий день нет вестей.',
  name: 'Ульяна',
  email: 'ulyana@test.ru',
  is_done: false,
  consent: null,
  answer: null,
  answered_at: null,
  answerer: null,
  created_at: '2026-03-10T09:00:00.000Z',
  updated_at: '2026-03-10T09:00:00.000Z',
};

/** Details of a stored message; what the screen sends is recorded. */
function open(first: Partial<ContactMessage> = {}) {
  let message = { ...letter, ...first };
  const sent: unknown[] = [];
  const take = (change: (body: object) => Partial<ContactMessage>) =>
    async function answer({ request }: { request: Request }) {
      const body = await request.json();
      sent.push(body);
      message = { ...message, ...change(body), version: message.version + 1 };
      return HttpResponse.json(message);
    };
  server.use(
    http.get(api('contact-messages/5'), () => HttpResponse.json(message)),
    http.put(
      api('contact-messages/5'),
      take((body) => ({ is_done: 'is_done' in body && body.is_done === true })),
    ),
    http.post(
      api('contact-messages/5/answer'),
      take(() => ({
        ...{ answer: 'Уже в пути', is_done: true, answered_at: '2026-03-10T10:00:00.000Z' },
        answerer: { id: 1, name: 'Анна' },
      })),
    ),
  );
  renderScreen(<Page />, '/contact-messages/5', { role: 'super_admin' });
  return sent;
}

const button = (name: string) => screen.findByRole('button', { name });

describe('a contact message', () => {
  it('is answered with the version that was shown, and then shows the answer', async () => {
    const toasts = listenToToasts();
    const sent = open();

    await userEvent.type(await screen.findByRole('textbox', { name: /Ответ/ }), ' Уже в пути ');
    await userEvent.click(await button('Отправить ответ'));

    expect(await screen.findByText(/Ответ: Анна/)).toBeVisible();
    expect(sent).toEqual([{ answer: 'Уже в пути', version: 1 }]);
    expect(toasts.map(({ text }) => text)).toEqual(['Ответ отправлен']);
    expect(screen.getByText('Обработано')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Отправить ответ' })).toBeNull();
  });

  it('asks for the text of an empty answer and sends nothing', async () => {
    const sent = open();

    await userEvent.click(await button('Отправить ответ'));

    expect(await screen.findByText('Напишите ответ')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('is marked as done without an answer, and opened again', async () => {
    const sent = open();

    await userEvent.click(await button('Отметить обработанным'));
    await userEvent.click(await button('Вернуть в работу'));

    await button('Отметить обработанным');
    expect(sent).toEqual([
      { is_done: true, version: 1 },
      { is_done: false, version: 2 },
    ]);
  });

  it('says when its author agreed to data processing, or that the form sent no consent', async () => {
    open({ consent: { documents: [], ip: '10.0.0.1', given_at: '2026-03-10T09:00:00.000Z' } });
    expect(await screen.findAllByText('10.03.2026, 12:00')).toHaveLength(2);

    open();
    expect(await screen.findByText('Форма его не передала')).toBeVisible();
  });
});

describe('a link of the newsletter', () => {
  const visit = (what: string) => {
    const router = fakeRouter(`/newsletter?do=${what}&id=7&secret=abc`, '/newsletter', {
      do: what,
      id: '7',
      secret: 'abc',
    });
    renderApp(<NewsletterLink />, router);
  };

  it.each([
    ['confirm', 'Подписаться', 'Вы подписаны'],
    ['unsubscribe', 'Отписаться', 'Вы отписаны'],
  ])('%s acts only when its button is pressed', async (what, name, done) => {
    const sent: unknown[] = [];
    server.use(
      http.post(api(`newsletter/${what}`), async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(true);
      }),
    );
    visit(what);

    const press = await button(name);
    expect(sent).toEqual([]);
    await userEvent.click(press);

    expect(await screen.findByRole('heading', { name: done })).toBeVisible();
    expect(sent).toEqual([{ id: 7, secret: 'abc' }]);
  });

  it('says that it is dead when the server does not know it', async () => {
    server.use(
      http.post(api('newsletter/confirm'), () =>
        HttpResponse.json({ message: 'NOT_FOUND' }, { status: 404 }),
      ),
    );
    visit('confirm');

    await userEvent.click(await button('Подписаться'));

    expect(await screen.findByText(/Ссылка не подошла/)).toBeVisible();
  });
});
