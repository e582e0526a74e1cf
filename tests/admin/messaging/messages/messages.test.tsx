import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation, Message } from '@/contract/messaging/conversations';
import { ComposeDialog } from '@/features/messaging/messages/compose-dialog';
import { MessagesPage } from '@/features/messaging/messages/messages-page';
import { linkRenewalMs } from '@/lib/hooks/use-link-renewal';
import { DialogFrame } from '@/shell/dialogs/dialog-frame';
import { api, listenToToasts, pageOf, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';
import { buildMessage, buildTalk } from './scene';

const live = vi.hoisted(() => new Map<string, Set<(data: object) => void>>());
vi.mock('@/lib/api/live', () => ({
  onLive: (type: string, handler: (data: object) => void) => {
    const own = live.get(type) ?? new Set();
    live.set(type, own.add(handler));
    return () => own.delete(handler);
  },
}));
const tell = (type: string, data: object) =>
  act(async () => {
    for (const handler of live.get(type) ?? []) handler(data);
  });

beforeEach(() => live.clear());

interface Sent {
  message: string;
  key: string;
}

/** An administrator's page over a stateful mock; requests are recorded. */
function openMessages(kept: Message[], { talk = buildTalk(), fails = 0, address = '/message?id=5' } = {}) {
  const asked: string[] = [];
  const sent: Sent[] = [];
  const seen: unknown[] = [];
  let failures = fails;
  server.use(
    http.get(api('conversations'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(pageOf([talk]));
    }),
    http.get(api('conversations/5'), () => HttpResponse.json(talk)),
    http.get(api('messages/conversations/5'), ({ request }) => {
      const query = new URL(request.url).searchParams;
      const limit = Number(query.get('limit'));
      const [before, after] = [query.get('before'), query.get('after')].map((text) => text && Number(text));
      const rows = kept.filter(({ id }) => (!before || id < before) && (!after || id > after));
      const page = after ? rows.slice(0, limit) : rows.slice(-limit);
      asked.push(`messages${new URL(request.url).search}`);
      const last_page = Math.max(1, Math.ceil(rows.length / limit));
      return HttpResponse.json({ ...pageOf([...page].reverse()), current_page: 1, last_page });
    }),
    http.post(api('messages/conversations/5'), async ({ request }) => {
      const body = (await request.json()) as Sent;
      sent.push(body);
      if (failures > 0) {
        failures -= 1;
        return HttpResponse.error();
      }
      const number = (kept.at(-1)?.number ?? 0) + 1;
      const message = buildMessage(number, { body: body.message, key: body.key, user_id: 1, side: 'user' });
      kept.push(message);
      return HttpResponse.json(message, { status: 201 });
    }),
    http.post(api('messages/seen/5'), async ({ request }) => {
      seen.push(await request.json());
      return HttpResponse.json(1);
    }),
  );
  const view = renderScreen(<MessagesPage root="/message" base="/message" />, address);
  return { ...view, asked, sent, seen };
}

const log = () => screen.findByRole('log', { name: 'Переписка' });
const said = async () =>
  within(await log())
    .getAllByText(/^Сообщение \d+$/)
    .map((one) => one.textContent);

describe('conversations', () => {
  it('are listed with excerpt and unread count, and searched from three characters on', async () => {
    const talk = buildTalk({ unseen: 3, latest_message: buildMessage(1) });
    const { asked } = openMessages([], { talk, address: '/message' });
    const row = await screen.findByRole('link', { name: /Чайная лавка/ });
    expect(row).toHaveTextContent('Сообщение 1');
    expect(within(row).getByText('3 непрочитанных сообщения')).toBeInTheDocument();

    const box = screen.getByRole('searchbox');
    await userEvent.type(box, 'ча');
    await userEvent.type(box, 'й');
    await waitFor(() => expect(asked.some((one) => one.includes('search='))).toBe(true), { timeout: 4000 });
    expect(
      asked.filter((one) => one.includes('search=')).map((one) => new URLSearchParams(one).get('search')),
    ).toEqual(['shop.name:чай;user.name:чай']);
  });

  it.each([
    ['super_admin', 'Напишите магазину первым', 'Написать магазину'],
    ['store_owner', 'Покупатели пишут со страницы магазина', 'Написать администрации'],
    ['staff', 'Покупатели пишут со страницы магазина', 'Написать администрации'],
  ])('that do not exist are said to be missing, and how one begins: %s', async (role, text, button) => {
    server.use(http.get(api('conversations'), () => HttpResponse.json(pageOf([]))));
    renderScreen(<MessagesPage root="/message" base="/message" />, '/message', { role });
    expect((await screen.findAllByText(new RegExp(text)))[0]).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: button })[0]).toBeInTheDocument();
    expect(screen.queryByText('Выберите переписку')).not.toBeInTheDocument();
  });

  it('ask to choose one while there are some', async () => {
    openMessages([], { address: '/message' });
    expect(await screen.findByText('Выберите переписку')).toBeInTheDocument();
    expect(screen.queryByText('Переписок пока нет')).not.toBeInTheDocument();
  });

  it('show a thread in order and mark it as seen', async () => {
    const messages = [1, 2, 3].map((number) => buildMessage(number));
    const { seen } = openMessages(messages, { talk: buildTalk({ unseen: 3 }) });
    await screen.findByText('Сообщение 3');
    expect(await said()).toEqual(['Сообщение 1', 'Сообщение 2', 'Сообщение 3']);
    await waitFor(() => expect(seen).toEqual([{ message_id: messages[2]?.id }]));
  });

  it('reload once after a lost connection', async () => {
    const kept = [buildMessage(1)];
    openMessages(kept);
    await screen.findByText('Сообщение 1');
    kept.push(buildMessage(2));
    server.use(http.get(api('messages/conversations/5'), () => HttpResponse.error(), { once: true }));
    await tell('message', { conversation_id: 5, id: 120, change: 'added' });
    expect(await screen.findByText('Сообщение 2')).toBeVisible();
  });

  it('renew the links to their files before they expire', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    const fileAt = (until: number) => ({
      id: 9,
      original: `/admin/rest/files/a.pdf?until=${until}&signature=s`,
      thumbnail: '',
      file_name: 'Счёт.pdf',
    });
    const kept = [buildMessage(1), buildMessage(2, { attachments: [fileAt(1)] }), buildMessage(3)];
    openMessages(kept);
    const link = await screen.findByRole('link', { name: 'Счёт.pdf' });
    expect(link).toHaveAttribute('href', expect.stringContaining('until=1&'));

    kept[1] = buildMessage(2, { attachments: [fileAt(2)] });
    const renewal = timers.mock.calls.find(([, delay]) => delay === linkRenewalMs)?.[0];
    await act(async () => renewal?.());

    await waitFor(() => expect(link).toHaveAttribute('href', expect.stringContaining('until=2&')));
    expect(await said()).toEqual(['Сообщение 1', 'Сообщение 2', 'Сообщение 3']);
    timers.mockRestore();
  });

  it('load new messages after a live event, once and in order', async () => {
    const kept = [buildMessage(1)];
    const { asked } = openMessages(kept);
    await screen.findByText('Сообщение 1');
    kept.push(buildMessage(2), buildMessage(3));
    await tell('message', { conversation_id: 5, message_id: 130, user_id: 2 });
    await tell('message', { conversation_id: 5, message_id: 130, user_id: 2 });
    await tell('message', { conversation_id: 6, message_id: 7, user_id: 2 });
    await screen.findByText('Сообщение 3');
    expect(await said()).toEqual(['Сообщение 1', 'Сообщение 2', 'Сообщение 3']);
    expect(asked.filter((one) => one.includes('after=110'))).not.toEqual([]);

    // Also after a break that may have lost events.
    kept.push(buildMessage(4));
    await tell('hello', { isNew: true });
    await screen.findByText('Сообщение 4');
  });

  it('load older messages above the current ones', async () => {
    openMessages(Array.from({ length: 45 }, (_each, index) => buildMessage(index + 1)));
    await screen.findByText('Сообщение 45');
    expect(await said()).toHaveLength(20);
    await userEvent.click(screen.getByRole('button', { name: 'Показать более ранние' }));
    await screen.findByText('Сообщение 6');
    expect((await said()).at(0)).toBe('Сообщение 6');
    expect(await said()).toHaveLength(40);
  });

  it('send with Enter, break the line with Shift+Enter, and show a sent message immediately', async () => {
    const { sent } = openMessages([buildMessage(1)]);
    const box = await screen.findByRole('textbox', { name: 'Сообщение' });
    await userEvent.type(box, 'Раз{Shift>}{Enter}{/Shift}два{Enter}');
    expect(box).toHaveValue('');
    expect(await within(await log()).findByText(/Раз\s+два/)).toBeVisible();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.message).toBe('Раз\nдва');
    await screen.findByText('Отправлено');
    expect(within(await log()).getAllByText(/Раз\s+два/)).toHaveLength(1);
  });

  it('retry an undelivered message with the same key', async () => {
    const { sent } = openMessages([buildMessage(1)], { fails: 1 });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Сообщение' }), 'Ау{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Повторить' }));
    await screen.findByText('Отправлено');
    expect(sent).toHaveLength(2);
    expect(sent[0]?.key).toBe(sent[1]?.key);
    expect(within(await log()).getAllByText('Ау')).toHaveLength(1);
  });

  it('refuse to send nothing, and keep a draft for each thread', async () => {
    const toasts = listenToToasts();
    const { sent, unmount } = openMessages([]);
    const box = await screen.findByRole('textbox', { name: 'Сообщение' });
    await userEvent.type(box, '   {Enter}');
    expect(toasts).toMatchObject([{ kind: 'error', text: 'Напишите текст сообщения' }]);
    expect(sent).toEqual([]);
    await userEvent.clear(box);
    await userEvent.type(box, 'Недописанное');
    unmount();
    openMessages([]);
    expect(await screen.findByRole('textbox', { name: 'Сообщение' })).toHaveValue('Недописанное');
  });

  it('say that a closed shop cannot be written to', async () => {
    openMessages([buildMessage(1)], { talk: buildTalk({ is_closed: true }) });
    expect(await screen.findByText(/Магазин сейчас не работает/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Сообщение' })).not.toBeInTheDocument();
  });

  it('render people’s texts as plain text', async () => {
    openMessages([buildMessage(1, { body: '<img src=x onerror=alert(1)>' })]);
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeVisible();
  });
});

it('a new conversation of an administrator is opened with a chosen shop', async () => {
  const opened: unknown[] = [];
  server.use(
    http.get(api('shops'), () => HttpResponse.json(pageOf([{ id: 4, name: 'Чайная лавка' }]))),
    http.post(api('conversations'), async ({ request }) => {
      opened.push(await request.json());
      return HttpResponse.json(buildTalk() satisfies Conversation);
    }),
  );
  const close = vi.fn();
  const { visits } = renderScreen(
    <DialogFrame look={{}} onClose={close}>
      <ComposeDialog onClose={close} />
    </DialogFrame>,
    '/message',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Открыть переписку' }));
  expect(await screen.findByText('Выберите магазин')).toBeVisible();
  await userEvent.click(screen.getByRole('combobox'));
  await userEvent.click(await screen.findByRole('option', { name: 'Чайная лавка' }));
  await userEvent.click(screen.getByRole('button', { name: 'Открыть переписку' }));
  await waitFor(() => expect(visits.addresses.at(-1)).toBe('/message/5'));
  expect(opened).toEqual([{ shop_id: 4 }]);
  expect(close).toHaveBeenCalled();
});

describe('a reply template', () => {
  const offer = (asked: string[] = []) =>
    server.use(
      http.get(api('reply-templates'), ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(
          pageOf([
            {
              id: 1,
              title: 'Заказ в пути',
              text: 'Здравствуйте, {customer}! Заказ {order} из «{shop}» в пути.',
            },
            { id: 2, title: 'Спасибо', text: 'Спасибо за заказ!' },
          ]),
        );
      }),
    );

  it('is found by typing, chosen by the keyboard, filled in, and sent once nothing is left in braces', async () => {
    const queries: string[] = [];
    offer(queries);
    const { sent } = openMessages([buildMessage(1)], {
      talk: buildTalk({
        kind: 'customer',
        side: 'shop',
        user_id: 2,
        user: { id: 2, name: 'Ульяна', profile: { avatar: null } },
      }),
    });
    const toasts = listenToToasts();

    await userEvent.click(await screen.findByRole('button', { name: 'Шаблоны ответов' }));
    await userEvent.type(await screen.findByRole('combobox', { name: 'Найти шаблон' }), 'пути');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await userEvent.keyboard('{Enter}');

    const box = await screen.findByRole('textbox', { name: 'Сообщение' });
    await waitFor(() => expect(box).toHaveFocus());
    expect(box).toHaveValue('Здравствуйте, Ульяна! Заказ {order} из «Чайная лавка» в пути.');
    expect(new URLSearchParams(queries[0]).get('search')).toBe('shop_id:4');
    await userEvent.keyboard('{Enter}');
    expect(toasts.at(-1)?.text).toMatch('Замените {order} своим текстом');
    expect(sent).toEqual([]);

    await userEvent.keyboard('2611-482{Enter}');
    await waitFor(() =>
      expect(sent.map(({ message }) => message)).toEqual([
        'Здравствуйте, Ульяна! Заказ 2611-482 из «Чайная лавка» в пути.',
      ]),
    );
  });
});
