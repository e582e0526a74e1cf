import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { tags } from '@/contract/catalogue/tags';
import { boxes } from '@/contract/settings/boxes';
import type { BulkMoreProps } from '@/crud/list/bulk-actions';
import { ListScreen } from '@/crud/list/list-screen';
import { resourcePage } from '@/crud/resource-page';
import type { Row } from '@/crud/types';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { server } from '../server';
import { api, buildBox, buildTag, listenToToasts, pageOf, renderScreen } from './render-screen';

const TagPages = resourcePage(tags);
const Tags = () => (
  <>
    <TagPages />
    <ModalHost />
  </>
);
const Boxes = resourcePage(boxes);

/** Two pages with two tags each, and all bulk actions on them. */
function answer(done: object = { id: 7, done: 2, refused: 0, uses: {} }) {
  const calls: { path: string; body: unknown }[] = [];
  const asked: string[] = [];
  server.use(
    http.get(api('tags'), ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      asked.push(request.url);
      const rows = page === 2 ? [buildTag(3), buildTag(4)] : [buildTag(1), buildTag(2)];
      return HttpResponse.json(pageOf(rows, { current_page: page, last_page: 2, total: 4, per_page: 2 }));
    }),
    http.post(api('tags/bulk/uses'), () => HttpResponse.json({ refused: 0, uses: {} })),
    http.post(api('tags/bulk/:action'), async ({ request, params }) => {
      calls.push({ path: String(params.action), body: await request.json() });
      return HttpResponse.json(done);
    }),
    http.post(api('tags/bulk/7/undo'), () => {
      calls.push({ path: 'undo', body: null });
      return HttpResponse.json({ done: 2, refused: 0 });
    }),
  );
  return { calls, asked };
}

const tick = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }));
const bar = () => screen.findByRole('region', { name: 'Действия с выбранными' });

async function removeTicked() {
  await userEvent.click(within(await bar()).getByRole('button', { name: 'Удалить' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));
  return dialog;
}

function Finish({ onDone }: BulkMoreProps) {
  return (
    <button type="button" onClick={onDone}>
      Готово
    </button>
  );
}

describe('a selection of all that match', () => {
  it('ends with its action, as a selection of some does', async () => {
    answer();
    renderScreen(<ListScreen resource={tags} BulkMore={Finish} />, '/tags');
    await tick('Выбрать: Метка 1');
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Готово' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Действия с выбранными' })).toBeNull());

    await tick('Выбрать: Метка 1');
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Выбрать все 4' }));
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Готово' }));

    await waitFor(() => expect(screen.queryByRole('region', { name: 'Действия с выбранными' })).toBeNull());
  });

  it('shows no bar when nothing is left to act on', async () => {
    answer();
    const { client } = renderScreen(<ListScreen resource={tags} BulkMore={Finish} />, '/tags');
    await tick('Выбрать: Метка 1');
    await bar();
    server.use(http.get(api('tags'), () => HttpResponse.json(pageOf([]))));

    await client.invalidateQueries({ queryKey: ['tags'] });

    await waitFor(() => expect(screen.queryByRole('region', { name: 'Действия с выбранными' })).toBeNull());
  });
});

describe('bulk changes', () => {
  it('re-renders only the ticked row', async () => {
    answer();
    const drawn = vi.fn((_row: Row) => null);
    renderScreen(<ListScreen resource={tags} rowExtra={drawn} />, '/tags');
    await screen.findByRole('checkbox', { name: 'Выбрать: Метка 1' });
    await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false'));
    drawn.mockClear();

    await tick('Выбрать: Метка 1');

    await bar();
    expect(screen.getByRole('checkbox', { name: 'Выбрать: Метка 1' })).toBeChecked();
    expect(new Set(drawn.mock.calls.map(([row]) => row.id))).toEqual(new Set([1]));
  });

  it('removes the ticked rows of several pages after a confirmation, and undoes it', async () => {
    const { calls, asked } = answer();
    const toasts = listenToToasts();
    renderScreen(<Tags />, '/tags');

    await tick('Выбрать: Метка 1');
    await userEvent.click(await screen.findByRole('button', { name: 'Страница 2' }));
    await tick('Выбрать: Метка 4');
    expect(within(await bar()).getByRole('status')).toHaveTextContent('Выбрано: 2');
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Удалить' }));
    expect(await screen.findByText('Удалить 2 записи?')).toBeInTheDocument();
    expect(calls).toEqual([]);
    const before = asked.length;
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));

    await waitFor(() => expect(toasts).toMatchObject([{ kind: 'success', text: 'Удалены 2 записи' }]));
    expect(calls).toEqual([{ path: 'remove', body: { ids: [1, 4] } }]);
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Действия с выбранными' })).not.toBeInTheDocument(),
    );
    toasts[0]?.action?.onClick();
    await waitFor(() => expect(toasts[1]?.text).toBe('Отменено: вернулись 2 записи'));
    expect(calls[1]?.path).toBe('undo');
  });

  it('selects all rows that match the filter and reports which were kept and why', async () => {
    const { calls } = answer({ id: 7, done: 3, refused: 1, uses: { products: 12, categories: 3 } });
    const toasts = listenToToasts();
    renderScreen(<Tags />, '/tags?search=чай');

    await tick('Выбрать все строки на странице');
    expect(await screen.findByRole('checkbox', { name: 'Выбрать: Метка 2' })).toBeChecked();
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Выбрать все 4 по фильтру' }));
    expect(within(await bar()).getByRole('status')).toHaveTextContent('Выбраны все: 4');
    await removeTicked();

    await waitFor(() =>
      expect(toasts.map(({ text }) => text)).toEqual([
        'Удалены 3 записи',
        '1 запись осталась: используется (товары: 12, категории: 3)',
      ]),
    );
    expect(calls).toEqual([
      {
        path: 'remove',
        body: {
          query: {
            orderBy: 'created_at',
            sortedBy: 'desc',
            search: 'name:чай',
            searchJoin: 'and',
            language: 'ru',
          },
        },
      },
    ]);
  });

  it('sets a toggle on the ticked rows after showing what changes', async () => {
    let body: unknown;
    const toasts = listenToToasts();
    server.use(
      http.get(api('api/admin/boxes'), () => HttpResponse.json(pageOf([buildBox(1), buildBox(2)]))),
      http.post(api('api/admin/boxes/bulk/set'), async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ id: 1, done: 1, refused: 0, uses: {} });
      }),
      http.post(api('api/admin/boxes/bulk/set/preview'), () =>
        HttpResponse.json({
          done: 7,
          kept: { same: 3, refused: 0, deleted: 1, foreign: 0, missing: 0 },
          samples: [{ title: 'Коробка 2', before: true, after: false }],
        }),
      ),
    );
    renderScreen(
      <>
        <Boxes />
        <ModalHost />
      </>,
      '/boxes',
    );

    await tick('Выбрать: Коробка 2');
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Используется' }));
    await userEvent.click(screen.getByRole('button', { name: 'Нет' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('Изменятся 7 записей')).toBeVisible();
    within(dialog).getByText('Коробка 2');
    within(dialog).getByText('и ещё 6 записей');
    const reasons = within(dialog).getAllByText(/не изменятся|удалена/);
    expect(reasons.map((line) => line.textContent)).toEqual([
      '3 записи не изменятся: там уже так',
      '1 запись удалена',
    ]);
    expect(body).toBeUndefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Применить' }));

    await waitFor(() => expect(toasts[0]?.text).toBe('Изменена 1 запись'));
    expect(body).toEqual({ ids: [2], key: 'is_active', value: false });
    await waitFor(() =>
      expect(screen.getByRole('checkbox', { name: 'Выбрать: Коробка 2' })).not.toBeChecked(),
    );
  });

  it('ticks by x and Space on a row, and forgets the ticks with another search', async () => {
    answer();
    const { visits } = renderScreen(<Tags />, '/tags');
    const row = await screen.findByRole('row', { name: 'Метка 1' });

    row.focus();
    await userEvent.keyboard('x');
    expect(screen.getByRole('checkbox', { name: 'Выбрать: Метка 1' })).toBeChecked();
    await userEvent.keyboard(' ');
    expect(screen.getByRole('checkbox', { name: 'Выбрать: Метка 1' })).not.toBeChecked();
    await userEvent.keyboard('x');
    await userEvent.type(screen.getByRole('searchbox'), 'мёд{Enter}');

    await waitFor(() => expect(visits.addresses.at(-1)).toContain('search='));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Выбрать: Метка 1' })).not.toBeChecked());
  });

  it('is not offered to users who may neither change nor remove', async () => {
    answer();
    renderScreen(<Tags />, '/tags', { role: 'store_owner' });

    await screen.findByText('Метка 1');

    expect(screen.queryByRole('checkbox', { name: 'Выбрать: Метка 1' })).not.toBeInTheDocument();
  });
});

describe('the CSV file of a list', () => {
  it('has the shown columns and matching rows, under the server’s file name', async () => {
    answer();
    let asked: Record<string, string> = {};
    const saved: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const contents: Blob[] = [];
    URL.createObjectURL = (content: Blob) => {
      contents.push(content);
      return 'blob:file';
    };
    URL.revokeObjectURL = () => undefined;
    server.use(
      http.get(api('tags/export'), ({ request }) => {
        asked = Object.fromEntries(new URL(request.url).searchParams);
        return HttpResponse.text('\uFEFFНазвание\nМетка 1\n', {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': 'attachment; filename="tags-2026-11-21.csv"',
          },
        });
      }),
    );
    renderScreen(<Tags />, '/tags?search=чай&page=2');

    await userEvent.click(await screen.findByRole('button', { name: 'Скачать CSV' }));

    await waitFor(() => expect(saved).toEqual(['tags-2026-11-21.csv']));
    click.mockRestore();
    expect(asked).toMatchObject({ search: 'name:чай', orderBy: 'created_at', language: 'ru' });
    expect(asked.columns?.split(',')[0]).toBe('name');
    expect(asked.page).toBeUndefined();
    // Spreadsheets recognise UTF-8 by the byte order mark: three bytes.
    expect(contents[0]?.size).toBe(3 + new TextEncoder().encode('Название\nМетка 1\n').length);
  });

  it('explains why there is none', async () => {
    answer();
    const failures: string[] = [];
    server.use(
      http.get(api('tags/export'), () =>
        HttpResponse.json({ message: 'FORBIDDEN', request_id: 'r' }, { status: 403 }),
      ),
    );
    const { client } = renderScreen(<Tags />, '/tags');
    client.getMutationCache().subscribe(({ mutation }) => {
      if (mutation?.state.error) failures.push((mutation.state.error as { code?: string }).code ?? '');
    });

    await userEvent.click(await screen.findByRole('button', { name: 'Скачать CSV' }));

    await waitFor(() => expect(failures).toContain('FORBIDDEN'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Скачать CSV' })).toBeEnabled());
  });
});

it('says before a bulk deletion how many rows are used and stay, and offers none when all are', async () => {
  const { calls } = answer();
  server.use(
    http.post(api('tags/bulk/uses'), async ({ request }) => {
      const { ids } = (await request.json()) as { ids: number[] };
      return HttpResponse.json({ refused: ids.includes(1) ? 1 : 0, uses: { products: 3 } });
    }),
  );
  renderScreen(<Tags />, '/tags');
  await tick('Выбрать: Метка 1');
  await userEvent.click(within(await bar()).getByRole('button', { name: 'Удалить' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Удалить нельзя: все выбранные используются')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Удалить' })).toBeNull();
  await userEvent.keyboard('{Escape}');

  await tick('Выбрать: Метка 2');
  await userEvent.click(within(await bar()).getByRole('button', { name: 'Удалить' }));
  const other = await screen.findByRole('dialog');
  expect(await within(other).findByText('Удалить 1 запись?')).toBeVisible();
  expect(within(other).getByText('1 запись используется и останется:')).toBeVisible();
  expect(within(other).getByText('товары: 3')).toBeVisible();
  await userEvent.click(within(other).getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(calls).toEqual([{ path: 'remove', body: { ids: [1, 2] } }]));
});
