import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ActivityEntry, BulkChange, TrashEntry } from '@/contract/insights/activity';
import type { FirstSteps as Answer } from '@/contract/insights/first-steps';
import { ActivityLog } from '@/features/insights/activity/activity-log';
import { Trash } from '@/features/insights/activity/trash';
import { FirstSteps } from '@/features/insights/first-steps/first-steps';
import { setSiteMoney } from '@/lib/format/site-money';
import { onToast, type Toast } from '@/lib/toast';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { server } from '../server';
import { buildMe, fakeRouter, renderApp, signInAs } from '../shell/render-app';

const base = 'http://localhost/admin/rest';

const line: ActivityEntry = {
  id: 9,
  at: '2026-03-10T09:00:00.000Z',
  action: 'update',
  ip: '203.0.113.7',
  family: 'tags',
  row_id: 5,
  user: { id: 7, name: 'Анна' },
  title: 'Подарки',
  path: '/tags/podarki/edit',
  is_removed: false,
  shop: null,
  changes: { name: ['Подарок', 'Подарки'], is_active: [true, false] },
};

const said: string[] = [];

beforeEach(() => {
  said.length = 0;
  const stop = onToast((toast: Toast) => said.push(toast.text));
  onTestFinished(stop);
  signInAs('super_admin');
  server.use(http.get(`${base}/me`, () => HttpResponse.json(buildMe('super_admin'))));
});

let bulkChanges: BulkChange[] = [];

/** Mocks the log and records its queries. */
function answerLog(stretches: Record<string, { data: ActivityEntry[]; next: number | null }>) {
  const asked: string[] = [];
  server.use(
    http.get(`${base}/activity/choices`, () =>
      HttpResponse.json({ families: [{ family: 'tags', actions: ['create', 'update'] }] }),
    ),
    http.get(`${base}/activity/bulk`, () => HttpResponse.json(bulkChanges)),
    http.get(`${base}/activity`, ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(String(searchParams));
      return HttpResponse.json(stretches[searchParams.get('before') ?? ''] ?? { data: [], next: null });
    }),
  );
  return asked;
}

describe('the log', () => {
  it('takes back a change of many rows that the person made, hours later', async () => {
    bulkChanges = [{ id: 41, family: 'tags', at: '2026-03-10T09:00:00.000Z', is_removal: true, count: 12 }];
    onTestFinished(() => {
      bulkChanges = [];
    });
    const undone: string[] = [];
    answerLog({ '': { data: [line], next: null } });
    server.use(
      http.post(`${base}/tags/bulk/41/undo`, ({ request }) => {
        undone.push(request.url);
        return HttpResponse.json({ done: 11, refused: 1 });
      }),
    );
    renderApp(<ActivityLog />, fakeRouter('/activity'));

    const card = (await screen.findByText('Ваши массовые изменения')).closest('section') as HTMLElement;
    expect(card).toHaveTextContent('Метки: удалено 12 записей');
    await userEvent.click(within(card).getByRole('button', { name: 'Отменить' }));
    await waitFor(() => expect(undone).toHaveLength(1));
    await waitFor(() => expect(said).toHaveLength(2));
  });

  it('opens a saved form to be put back', async () => {
    answerLog({ '': { data: [line], next: null } });
    renderApp(<ActivityLog />, fakeRouter('/activity'));

    await userEvent.click(await screen.findByRole('button', { name: /Подробности|Что изменилось/ }));
    expect(await screen.findByRole('button', { name: 'Вернуть как было' })).toBeVisible();
  });

  it('shows equal entries as one line, and the others on demand, but every entry of one record', async () => {
    answerLog({ '': { data: [line, { ...line, id: 8, title: 'Свечи' }], next: null } });
    const { unmount } = renderApp(<ActivityLog />, fakeRouter('/activity'));

    await userEvent.click(await screen.findByRole('button', { name: 'ещё 1 такая же запись' }));
    expect(await screen.findByText('Свечи')).toBeVisible();

    unmount();
    renderApp(<ActivityLog />, fakeRouter('/activity', '/activity', { family: 'tags', row: '5' }));
    expect(await screen.findByText('Свечи')).toBeVisible();
  });

  it('shows who did what, expands the changes, and links to the record', async () => {
    answerLog({ '': { data: [line], next: null } });
    renderApp(<ActivityLog />, fakeRouter('/activity'));

    const entry = await screen.findByRole('listitem');
    expect(entry).toHaveTextContent(/Изменение · Метки: Подарки.*Анна, с адреса 203\.0\.113\.7/);
    expect(within(entry).getByRole('link', { name: 'Подарки' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/tags\/podarki\/edit$/),
    );
    await userEvent.click(within(entry).getByRole('button', { name: /Что изменилось: 2 поля/ }));

    expect(await within(entry).findByText('Подарок')).toBeInTheDocument();
    expect(within(entry).getByRole('button', { name: /Что изменилось/ })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    expect(screen.queryByRole('button', { name: 'Показать раньше' })).not.toBeInTheDocument();
  });

  it('shows changes in words: names, sums, days and codes', async () => {
    const changes: ActivityEntry['changes'] = {
      price: [340, 40],
      categories: [
        [{ id: 2, name: 'Чай' }],
        [
          { id: 2, name: 'Чай' },
          { id: 3, name: 'Мёд' },
        ],
      ],
      author_id: [{ id: 9, name: null }, null],
      status: ['draft', 'under_review'],
      is_digital: [false, true],
      sale_price: [null, 30],
      tags: [[], null],
      expire_at: [null, '2026-12-31T00:00:00.000Z'],
      some_new_key: [1, 2],
      variation_options: [[{ Красный: { price: 10 } }], [{ Красный: { price: 20 } }]],
    };
    setSiteMoney({ currency: 'RUB', formation: 'ru-RU', fractions: 2 });
    answerLog({ '': { data: [{ ...line, family: 'products', changes }], next: null } });
    renderApp(<ActivityLog />, fakeRouter('/activity'));

    await userEvent.click(await screen.findByRole('button', { name: /Что изменилось/ }));

    await screen.findByText('Категория:', { exact: false });
    const told = screen
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
    expect(told.slice(1)).toEqual([
      'Цена: 340 ₽ → 40 ₽',
      'Категория: Чай → Чай, Мёд',
      'Автор: № 9 → пусто',
      'Статус: Черновик → На проверке',
      'Цифровой товар: нет → да',
      'Цена со скидкой: 30 ₽',
      expect.stringMatching(/^Окончание: 31\.12\.2026/),
      'Some new key: 1 → 2',
      'Варианты · Красный · Цена: 10 ₽ → 20 ₽',
    ]);
  });

  it('shows a sign-in without its family and settings without an id', async () => {
    const signIn = { ...line, id: 8, action: 'sign-in', family: 'sessions', path: null, changes: {} };
    const settings = {
      ...{ ...line, family: 'settings', row_id: 1, title: '1', path: '/settings' },
      changes: { languages: [['ru'], ['ru', 'en']] } as ActivityEntry['changes'],
    };
    answerLog({ '': { data: [signIn, settings], next: null } });
    renderApp(<ActivityLog />, fakeRouter('/activity'));

    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent(/^Вход\d/);
    expect(second).toHaveTextContent(/^Изменение · Настройки\d/);
    expect(screen.getByRole('link', { name: 'Настройки' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/settings$/),
    );
    await userEvent.click(screen.getByRole('button', { name: /Что изменилось/ }));
    expect(await screen.findByText('Русский, Английский')).toBeVisible();
  });

  it('shows a creation in one line', async () => {
    const changes: ActivityEntry['changes'] = { name: [null, 'Подарки'], slug: [null, 'podarki'] };
    answerLog({ '': { data: [{ ...line, action: 'create', changes }], next: null } });
    renderApp(<ActivityLog />, fakeRouter('/activity'));

    expect(await screen.findByText('Создание')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Что изменилось/ })).not.toBeInTheDocument();
  });

  it('links to the trash for removed records', async () => {
    answerLog({ '': { data: [{ ...line, path: null, is_removed: true }], next: null } });
    renderApp(<ActivityLog />, fakeRouter('/activity'));

    expect(await screen.findByRole('link', { name: 'В корзине' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/activity\/trash\?family=tags$/),
    );
  });

  it('pages back in time', async () => {
    const older = { ...line, id: 3, at: '2026-03-10T08:00:00.000Z', title: 'Новинки' };
    const asked = answerLog({ '': { data: [line], next: 9 }, '9': { data: [older], next: null } });
    renderApp(<ActivityLog />, fakeRouter('/activity'));

    await userEvent.click(await screen.findByRole('button', { name: 'Показать раньше' }));

    expect(await screen.findByText('Новинки')).toBeInTheDocument();
    expect(asked).toEqual(['', 'before=9']);
  });

  it('filters by the address, and clears the action with its family', async () => {
    const asked = answerLog({});
    const router = fakeRouter('/activity', '/activity', { family: 'tags', action: 'update', row: '5' });
    renderApp(<ActivityLog />, router);

    expect(await screen.findByText('Ничего не нашлось')).toBeInTheDocument();
    expect(asked).toEqual(['family=tags&action=update&row=5']);
    await userEvent.click(await screen.findByRole('button', { name: 'Убрать фильтр: Раздел' }));

    expect(router.push).toHaveBeenCalledWith('/activity', undefined, { shallow: true, scroll: false });
  });
});

const removed: TrashEntry = {
  id: 128,
  family: 'tags',
  title: 'Подарки',
  deleted_at: '2026-03-10T09:00:00.000Z',
  user: { id: 7, name: 'Анна' },
};

function answerTrash(rows: TrashEntry[]) {
  server.use(
    http.get(`${base}/trash/families`, () => HttpResponse.json([{ family: 'tags', count: rows.length }])),
    http.get(`${base}/trash`, () => HttpResponse.json({ data: rows, total: rows.length, current_page: 1 })),
  );
}

async function openTrash(rows: TrashEntry[] = [removed]) {
  answerTrash(rows);
  renderApp(
    <>
      <Trash />
      <ModalHost />
    </>,
    fakeRouter('/activity/trash'),
  );
  await screen.findByRole('table', { name: 'Корзина' });
}

describe('the trash', () => {
  it('restores a record', async () => {
    await openTrash();
    server.use(http.post(`${base}/trash/tags/128/restore`, () => HttpResponse.json(true)));

    await userEvent.click(screen.getByRole('button', { name: 'Вернуть: Подарки' }));

    await waitFor(() => expect(said).toEqual(['«Подарки» снова на месте']));
  });

  it('names the records that must be restored first', async () => {
    await openTrash();
    const body = { message: 'RESTORE_FIRST', uses: { groups: 1 } };
    server.use(http.post(`${base}/trash/tags/128/restore`, () => HttpResponse.json(body, { status: 409 })));

    await userEvent.click(screen.getByRole('button', { name: 'Вернуть: Подарки' }));

    await waitFor(() =>
      expect(said).toEqual(['Сначала верните то, без чего запись не работает: типы товаров: 1']),
    );
  });

  it('purges a record after its number was typed, and names the records that refer to it', async () => {
    await openTrash();
    const sent: unknown[] = [];
    server.use(
      http.delete(`${base}/trash/tags/128`, async ({ request }) => {
        sent.push(await request.json());
        if (sent.length > 1) return HttpResponse.json(true);
        return HttpResponse.json({ message: 'IN_USE', uses: { products: 3 } }, { status: 409 });
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Стереть навсегда: Подарки' }));
    const field = await screen.findByRole('textbox', { name: /введите номер записи: 128/ });
    const button = screen.getByRole('button', { name: 'Стереть навсегда' });

    await userEvent.type(field, '127');
    await userEvent.click(button);
    expect(await screen.findByText('Это другой номер')).toBeInTheDocument();
    expect(sent).toEqual([]);

    await userEvent.clear(field);
    await userEvent.type(field, '128');
    await userEvent.click(button);
    expect(await screen.findByText(/на запись ссылаются товары: 3/)).toBeInTheDocument();

    await userEvent.click(button);
    await waitFor(() => expect(said).toEqual(['«Подарки» стёрто навсегда']));
    expect(sent).toEqual([{ confirmation: '128' }, { confirmation: '128' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('offers no purge of a user', async () => {
    await openTrash([{ ...removed, family: 'users' }]);
    expect(screen.getByRole('button', { name: 'Вернуть: Подарки' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Стереть/ })).not.toBeInTheDocument();
  });
});

describe('the first steps', () => {
  const steps = (more: Partial<Answer> = {}) => {
    const answer: Answer = {
      is_shown: true,
      steps: [
        { key: 'site', is_done: true },
        { key: 'shop', is_done: false },
        { key: 'tax', is_done: false },
      ],
      ...more,
    };
    server.use(http.get(`${base}/first-steps`, () => HttpResponse.json(answer)));
  };

  it('show the progress, and link to the remaining steps', async () => {
    steps();
    renderApp(<FirstSteps />);

    expect(await screen.findByText('Сделано 1 из 3')).toBeInTheDocument();
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/shops/create', '/taxes/create']);
  });

  it('disappear when dismissed', async () => {
    steps();
    renderApp(<FirstSteps />);
    const button = await screen.findByRole('button', { name: 'Больше не показывать' });
    server.use(http.post(`${base}/first-steps/put-away`, () => HttpResponse.json(true)));
    steps({ is_shown: false });

    await userEvent.click(button);

    await waitFor(() => expect(screen.queryByRole('heading')).not.toBeInTheDocument());
  });

  it('are not requested for any other role', async () => {
    signInAs('store_owner');
    server.use(http.get(`${base}/me`, () => HttpResponse.json(buildMe('store_owner'))));
    let isAsked = false;
    server.use(
      http.get(`${base}/first-steps`, () => {
        isAsked = true;
        return HttpResponse.json({});
      }),
    );
    renderApp(<FirstSteps />);
    await waitFor(() => expect(screen.queryByRole('heading')).not.toBeInTheDocument());
    expect(isAsked).toBe(false);
  });
});
