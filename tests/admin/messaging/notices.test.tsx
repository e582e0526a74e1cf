import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { NoticeInbox } from '@/features/messaging/store-notices/notice-inbox';
import { NoticeBanner } from '@/shell/notice-banner';
import { api, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const buildNotice = (id: number, more: object = {}) => ({
  id,
  version: 1,
  notice: `Объявление ${id}`,
  description: 'Пересчитываем остатки.',
  priority: 'high',
  type: 'all_vendor',
  effective_from: '2026-03-01',
  expired_at: '2026-03-31',
  is_read: false,
  creator_role: 'Super admin',
  creator: { id: 1, name: 'Анна' },
  created_by: 1,
  users: [],
  shops: [],
  read_status: [],
  received_by: [],
  created_at: '',
  updated_at: '',
  ...more,
});

/** Two pages of notices with stored read marks. */
function serve() {
  const read = new Set<number>();
  const searches: string[] = [];
  server.use(
    http.get(api('store-notices'), ({ request }) => {
      const { searchParams } = new URL(request.url);
      searches.push(String(searchParams.get('search')));
      const page = Number(searchParams.get('page'));
      const rows = page === 1 ? [1, 2] : [3];
      return HttpResponse.json({
        ...pageOf(rows.map((id) => buildNotice(id, { is_read: read.has(id) }))),
        current_page: page,
        last_page: 2,
        total: 3,
      });
    }),
    http.get(api('store-notices/unread'), () =>
      HttpResponse.json({
        total: 3 - read.size,
        high: [1, 2, 3].filter((id) => !read.has(id)).map((id) => buildNotice(id)),
      }),
    ),
    http.post(api('store-notices/read'), async ({ request }) => {
      const { id, is_read } = (await request.json()) as { id: number; is_read?: boolean };
      if (is_read === false) read.delete(id);
      else read.add(id);
      return HttpResponse.json({});
    }),
    http.post(api('store-notices/read-all'), () => {
      for (const id of [1, 2, 3]) read.add(id);
      return HttpResponse.json([]);
    }),
  );
  return searches;
}

describe('the inbox of notices', () => {
  it('loads further pages', async () => {
    serve();
    renderScreen(<NoticeInbox />, '/notice', { role: 'store_owner' });
    await userEvent.click(await screen.findByRole('button', { name: 'Показать ещё' }));

    expect(await screen.findByText('Объявление 3')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull();
  });

  it('marks one as read and as unread again', async () => {
    serve();
    renderScreen(<NoticeInbox />, '/notice', { role: 'store_owner' });
    const card = () => screen.getByRole('link', { name: 'Объявление 1' }).closest('li') as HTMLElement;
    await screen.findByText('Объявление 1');
    await userEvent.click(within(card()).getByRole('button', { name: 'Отметить прочитанным' }));
    await userEvent.click(await within(card()).findByRole('button', { name: 'Отметить непрочитанным' }));
    expect(await within(card()).findByRole('button', { name: 'Отметить прочитанным' })).toBeVisible();
  });

  it('reads all, and shows only what is unread', async () => {
    const searches = serve();
    renderScreen(<NoticeInbox />, '/notice', { role: 'store_owner' });
    await userEvent.click(await screen.findByRole('button', { name: 'Прочитать все' }));
    await waitFor(() => expect(screen.queryByText('не прочитано')).toBeNull());
    await userEvent.selectOptions(screen.getByLabelText('Какие показать'), 'unread');
    await waitFor(() => expect(searches.at(-1)).toBe('users.id:1;is_read:0'));
  });
});

describe('the banner', () => {
  it('shows the most important notice, and the next one once that is read', async () => {
    serve();
    renderScreen(<NoticeBanner />, '/', { role: 'store_owner' });
    let left = [1, 2].map((id) => ({ id, notice: `Объявление ${id}` }));
    server.use(
      http.get(api('me'), () =>
        HttpResponse.json({
          id: 2,
          permissions: [],
          notice: left[0] ? { ...left[0], others: left.length - 1 } : null,
        }),
      ),
      http.post(api('store-notices/read'), async ({ request }) => {
        const { id } = (await request.json()) as { id: number };
        left = left.filter((notice) => notice.id !== id);
        return HttpResponse.json({});
      }),
    );
    expect(await screen.findByRole('link', { name: 'Объявление 1' })).toHaveAttribute(
      'href',
      '/store-notices/1',
    );
    expect(screen.getByRole('link', { name: 'ещё 1' })).toHaveAttribute('href', '/notice');
    await userEvent.click(screen.getByRole('button', { name: 'Прочитано' }));
    expect(await screen.findByRole('link', { name: 'Объявление 2' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^ещё/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Прочитано' }));
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  });
});
