import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { admins, customers } from '@/contract/accounts/users';
import { draftProducts } from '@/contract/catalogue/products';
import { tags } from '@/contract/catalogue/tags';
import { reviews } from '@/contract/feedback/reviews';
import { resourcePage } from '@/crud/resource-page';
import { ReportsPage } from '@/features/feedback/complaints/reports-page';
import { ReviewDetails } from '@/features/feedback/review-details';
import { Dashboard } from '@/features/insights/dashboard/dashboard';
import { MyShops } from '@/features/shops/shop-home/my-shops';
import { keepCapabilities, useCan } from '@/lib/api/capabilities';
import { api as client } from '@/lib/api/client';
import { type ClientError, errorText } from '@/lib/api/errors';
import { exportList } from '@/lib/api/files';
import { settingsOptions } from '@/lib/api/first-requests';
import { keepFacts } from '@/lib/api/plain/facts';
import { AuthGate } from '@/shell/auth-gate';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { menuFor } from '@/shell/menu/menu';
import { api, buildTag, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { buildMe, buildShop, fakeRouter, renderApp, signInAs } from '../shell/render-app';

const at = '2026-09-14T08:30:00.000000Z';

/** A server of the dialect, without our extensions. */
beforeEach(() => keepCapabilities(undefined));

/** Responds by path, with 404 for all other addresses as servers do; requests are recorded. */
function answer(answers: Record<string, unknown>): string[] {
  const asked: string[] = [];
  server.use(
    http.all(api('*'), ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const path = pathname.replace('/admin/rest/', '');
      asked.push(`${path}${search}`);
      if (path in answers) return HttpResponse.json(answers[path] as object);
      return HttpResponse.json({ message: `Cannot GET /${path}` }, { status: 404 });
    }),
  );
  return asked;
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => error as ClientError,
  );

function Shown() {
  return <p>{useCan('live') ? 'поток есть' : 'потока нет'}</p>;
}

describe('the settings', () => {
  it('announce the server’s capabilities; without the field it has none beyond the dialect', async () => {
    answer({ settings: { id: 1, options: {}, capabilities: ['live'] } });
    renderApp(<Shown />);
    expect(screen.getByText('потока нет')).toBeInTheDocument();

    await settingsOptions('ru').queryFn();
    expect(await screen.findByText('поток есть')).toBeInTheDocument();

    answer({ settings: { id: 1, options: {} } });
    await settingsOptions('ru').queryFn();
    expect(await screen.findByText('потока нет')).toBeInTheDocument();
  });
});

describe('a request', () => {
  it('is not sent when its capability is not announced', async () => {
    const asked = answer({});

    for (const path of ['activity', 'till/lavka', 'analytics/sales', 'tags/export'])
      expect(await failure(client.get(path))).toMatchObject({ code: 'NOT_SUPPORTED' });
    expect(await failure(exportList(tags, {}, ['name']))).toMatchObject({ code: 'NOT_SUPPORTED' });
    expect(asked).toEqual([]);
  });

  it.each([
    ['a list', 404, { message: '' }, () => client.page('social-links'), 'NOT_SUPPORTED'],
    ['a list with a code', 404, { message: 'X_ERROR.NOT_FOUND' }, () => client.page('tags'), 'NOT_SUPPORTED'],
    ['a method', 405, { message: 'no' }, () => client.put('tags/5', {}), 'NOT_SUPPORTED'],
    ['a function', 501, {}, () => client.post('tags', {}), 'NOT_SUPPORTED'],
    [
      'a route',
      404,
      { message: 'The route x could not be found.' },
      () => client.get('a/5'),
      'NOT_SUPPORTED',
    ],
    ['a record', 404, { message: 'X_ERROR.NOT_FOUND' }, () => client.one('tags', 5), 'NOT_FOUND'],
    ['a record without words', 404, {}, () => client.one('tags', 5), 'NOT_FOUND'],
    [
      'an action on a gone record',
      404,
      { message: 'NOT_FOUND' },
      () => client.post('approve-shop', {}),
      'NOT_FOUND',
    ],
  ])('that misses %s gets the right error code: %i', async (_what, status, body, call, code) => {
    server.use(http.all(api('*'), () => HttpResponse.json(body, { status })));

    const error = await failure(call());

    expect(error.code).toBe(code);
    if (code === 'NOT_SUPPORTED') expect(errorText(i18next.t, error)).toBe('Этот сервер такого не умеет.');
  });

  it('to a collection of our server keeps 404 for the record that it names', async () => {
    await keepCapabilities(['live']);
    server.use(http.all(api('*'), () => HttpResponse.json({ message: 'NOT_FOUND' }, { status: 404 })));

    expect((await failure(client.page('staffs', { shop_id: 9 }))).code).toBe('NOT_FOUND');
  });

  it.each([404, 200])(
    'with a web page of status %i as response is no empty list and no file',
    async (status) => {
      server.use(http.all(api('*'), () => HttpResponse.html('<!DOCTYPE html><p>Not here</p>', { status })));

      expect((await failure(client.page('faqs'))).code).toBe('NOT_SUPPORTED');
      expect((await failure(client.one('faqs', 5))).code).toBe('NOT_SUPPORTED');
      expect((await failure(client.file('export-attributes/5'))).code).toBe('NOT_SUPPORTED');
    },
  );
});

describe('the panel on a server without capabilities', () => {
  it('hides pages that the server does not support, and says so at their addresses', async () => {
    const person = { permissions: ['super_admin', 'store_owner'], id: 7, capabilities: new Set<never>() };
    const paths = menuFor(person).flatMap(({ nodes }) =>
      nodes.flatMap(({ links }) => links.map(({ path }) => path)),
    );
    expect(paths).toContain('/products');
    for (const path of ['/activity', '/activity/trash', '/ledger', '/products/moderation', '/settings/jobs'])
      expect(paths).not.toContain(path);

    signInAs('super_admin');
    answer({ me: buildMe('super_admin') });
    renderApp(<AuthGate>страница</AuthGate>, fakeRouter('/activity'));
    // The tabs of the section are waited for within an update of the test's own.
    await act(async () => {});
    expect(await screen.findByRole('heading', { name: 'Этот сервер такого не умеет.' })).toBeInTheDocument();
    expect(screen.queryByText('страница')).not.toBeInTheDocument();
  });

  it('shows a list without ticks, export, views and their requests', async () => {
    const asked = answer({ tags: pageOf([buildTag(1)]) });
    const Tags = resourcePage(tags);

    renderScreen(<Tags />, '/tags');

    expect(await screen.findByRole('link', { name: 'Метка 1' })).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Колонки' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Скачать' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Виды' })).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: /Выбрать/ })).not.toBeInTheDocument();
    expect(asked.map((path) => path.split('?')[0])).toEqual(['tags']);
  });

  it('says that a list does not exist instead of showing it empty, without a retry', async () => {
    answer({});
    const Tags = resourcePage(tags);

    renderScreen(<Tags />, '/tags');

    expect(await screen.findByText('Этот сервер такого не умеет.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Повторить' })).not.toBeInTheDocument();
  });

  it('offers no new record of a family that the server lacks', async () => {
    const settings = { id: 1, options: {}, language: 'ru' };
    answer({ settings, tags: pageOf([buildTag(1)]) });
    await client.get('settings');
    keepFacts({ lacks: [] });
    const Tags = resourcePage(tags);
    const { unmount } = renderScreen(<Tags />, '/tags');
    expect(await screen.findByRole('link', { name: 'Добавить метку' })).toBeInTheDocument();
    unmount();

    answer({ settings });
    renderScreen(<Tags />, '/tags');

    expect(await screen.findByText('Этот сервер такого не умеет.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Добавить метку' })).not.toBeInTheDocument();
  });

  it.each([true, false])(
    'shows a review with its complaints, and decides on them: %s',
    async (isReported) => {
      const model_type = 'Marvel\\Database\\Models\\Review';
      const report = { id: 1, model_type, message: 'Спам', user: { name: 'Клара' }, created_at: at };
      const review = {
        id: 101,
        rating: 5,
        comment: 'Светит ярко',
        user: null,
        product: null,
        created_at: at,
      };
      answer({
        settings: { id: 1, options: {}, language: 'ru' },
        'reviews/101': { ...review, abusive_reports: isReported ? [report] : [] },
      });
      await client.get('settings');
      keepFacts({ lacks: [] });
      renderScreen(
        <>
          <ReviewDetails resource={reviews} id="101" />
          <ModalHost />
        </>,
        '/reviews/101',
      );

      expect(await screen.findByText('Светит ярко')).toBeInTheDocument();
      if (!isReported) {
        expect(screen.getByText('Никто не жаловался.')).toBeInTheDocument();
        expect(screen.queryByRole('button', { name: /Отклонить/ })).not.toBeInTheDocument();
        return;
      }
      const sent: unknown[] = [];
      server.use(
        http.post(api('abusive_reports/reject'), async ({ request }) => {
          sent.push(await request.json());
          return HttpResponse.json({});
        }),
      );
      expect(screen.getByText('Спам')).toBeInTheDocument();
      await userEvent.click(screen.getByRole('button', { name: /Отклонить/ }));
      const confirm = await screen.findByRole('dialog');
      await userEvent.click(await within(confirm).findByRole('button', { name: 'Отклонить' }));
      await waitFor(() => expect(sent).toEqual([{ model_type, model_id: 101 }]));
    },
  );

  it.each([
    ['administrators', admins, '/users', 'admin/list'],
    ['customers', customers, '/users', 'customers/list'],
    ['drafts', draftProducts, '/products', 'draft-products'],
  ])('requests %s from the dialect’s own list', async (_who, resource, address, endpoint) => {
    const asked = answer({ [endpoint]: pageOf([]) });
    const List = resourcePage(resource);

    renderScreen(<List />, address);

    const lists = () => asked.filter((path) => path !== 'me');
    await waitFor(() => expect(lists()).toHaveLength(1));
    const [first] = lists();
    expect(first).toMatch(new RegExp(`^${endpoint}\\?`));
    expect(first).not.toContain('search=');
  });

  it('builds the home page from the dialect’s analytics', async () => {
    const byStatus = { pending: 3, processing: '2', complete: 41 };
    const asked = answer({
      me: buildMe('super_admin'),
      analytics: {
        ...{ totalRevenue: '1250.5', totalOrders: 17, totalShops: 4, newCustomers: 6 },
        totalYearSaleByMonth: [
          { month: 'January', total: 1000 },
          { month: 'February', total: 250.5 },
        ],
        todayTotalOrderByStatus: byStatus,
      },
      ...{ orders: pageOf([]), withdraws: pageOf([]), 'low-stock-products': [], 'popular-products': [] },
      ...{ 'top-rate-product': [], 'category-wise-product': [], 'category-wise-product-sale': [] },
    });

    renderScreen(<Dashboard head={null} />, '/');

    expect(await screen.findByRole('link', { name: /Выручка за всё время/ })).toHaveTextContent(/1.?251$/);
    expect(screen.getByRole('link', { name: /^Заказы/ })).toHaveTextContent('17');
    expect(screen.getByText('Февраль')).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: '41' })).toBeInTheDocument();
    expect(asked.filter((path) => path.startsWith('analytics/'))).toEqual([]);
  });

  it('finds a person’s shops in `me` where `my-shops` is missing', async () => {
    renderScreen(<MyShops />, '/my-shop', { role: 'store_owner' });
    answer({ me: buildMe('store_owner', { shops: [buildShop('lavka')] }) });

    expect(await screen.findByText('Лавка lavka')).toBeInTheDocument();
  });

  it('lists complaints one by one and decides with the server’s own type name', async () => {
    const model_type = 'Marvel\\Database\\Models\\Review';
    answer({
      abusive_reports: pageOf([{ id: 1, model_id: 9, model_type, message: 'Грубость', user: null }] as never),
    });
    const sent: unknown[] = [];
    server.use(
      http.post(api('abusive_reports/reject'), async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({});
      }),
    );
    renderScreen(
      <>
        <ReportsPage />
        <ModalHost />
      </>,
      '/abusive_reports',
    );

    expect(await screen.findByText('Грубость')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Отклонить жалобу' }));
    const confirm = await screen.findByRole('dialog');
    await userEvent.click(await within(confirm).findByRole('button', { name: 'Отклонить' }));

    await waitFor(() => expect(sent).toEqual([{ model_type, model_id: 9 }]));
  });
});
