import { Dialog } from '@headlessui/react';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { tags } from '@/contract/catalogue/tags';
import { DeleteDialog } from '@/crud/delete-dialog';
import { keepCapabilities } from '@/lib/api/capabilities';
import { server } from '../server';
import { api, buildTag, listenToToasts, renderScreen } from './render-screen';

it('names the record, removes it, closes immediately and offers undo', async () => {
  const calls: string[] = [];
  const toasts = listenToToasts();
  const handleClose = vi.fn();
  server.use(
    http.delete(api('tags/3'), () => {
      calls.push('remove');
      return HttpResponse.json(true);
    }),
    http.post(api('tags/3/restore'), () => {
      calls.push('restore');
      return HttpResponse.json(buildTag(3));
    }),
  );
  renderScreen(
    <Dialog open onClose={handleClose}>
      <DeleteDialog resource={tags} data={{ id: 3, title: 'Набор «Новинки»' }} onClose={handleClose} />
    </Dialog>,
    '/tags',
  );
  expect(await screen.findByRole('heading', { name: 'Удалить' })).toBeInTheDocument();
  expect(screen.getByText('Удалить эту запись?')).toBeInTheDocument();
  expect(screen.getByText('Набор «Новинки»')).toBeInTheDocument();
  expect(screen.getByText('Сразу после удаления запись можно будет вернуть.')).toBeInTheDocument();

  await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));

  expect(handleClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(toasts).toMatchObject([{ text: 'Удалено', action: { label: 'Отменить' } }]));
  toasts[0]?.action?.onClick();
  await waitFor(() => expect(calls).toEqual(['remove', 'restore']));
  await waitFor(() => expect(toasts[1]?.text).toBe('Восстановлено'));
});

it('redirects from the page of the deleted record to the list in the default language', async () => {
  listenToToasts();
  server.use(http.delete(api('tags/3'), () => HttpResponse.json(true)));
  const { visits } = renderScreen(
    <Dialog open onClose={vi.fn()}>
      <DeleteDialog resource={tags} data={{ id: 3, title: 'Новинки' }} onClose={vi.fn()} />
    </Dialog>,
    '/tags/novinki',
    { locale: 'en' },
  );

  await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }));

  await waitFor(() => expect(visits.addresses.at(-1)).toBe('/tags'));
  expect(visits.locales.at(-1)).toBe('ru');
});

describe('a record in use', () => {
  const draw = () =>
    renderScreen(
      <Dialog open onClose={vi.fn()}>
        <DeleteDialog resource={tags} data={{ id: 3, title: 'Новинки' }} onClose={vi.fn()} />
      </Dialog>,
      '/tags',
    );

  it('says what uses it, with a link to exactly these rows, and has no button to delete it', async () => {
    server.use(
      http.get(api('tags/3/uses'), () =>
        HttpResponse.json({ uses: { products: 12, settings: 1, planets: 2 }, slug: 'novinki' }),
      ),
    );
    draw();

    expect(await screen.findByRole('heading', { name: 'Удалить нельзя' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'товары: 12' })).toHaveAttribute(
      'href',
      '/products?tags=novinki',
    );
    expect(screen.getByRole('link', { name: 'настройки: 1' })).toHaveAttribute('href', '/settings/shop');
    expect(screen.getByText('planets: 2')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'planets: 2' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Удалить' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Закрыть' })).toHaveFocus();
  });

  it('can be deleted once nothing uses it, and the button waits for that answer', async () => {
    let answer = () => {};
    const waits = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get(api('tags/3/uses'), async () => {
        await waits;
        return HttpResponse.json({ uses: {}, slug: 'novinki' });
      }),
    );
    draw();

    expect(await screen.findByRole('button', { name: 'Удалить' })).toBeDisabled();
    answer();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Удалить' })).toBeEnabled());
  });

  it('is left to the server when the question fails', async () => {
    server.use(http.get(api('tags/3/uses'), () => new HttpResponse(null, { status: 500 })));
    draw();

    await waitFor(() => expect(screen.getByRole('button', { name: 'Удалить' })).toBeEnabled());
  });

  it('is not asked about on a server without the question', async () => {
    await keepCapabilities(['restore']);
    const asked = vi.fn();
    server.use(http.get(api('tags/3/uses'), asked));
    draw();

    expect(await screen.findByRole('button', { name: 'Удалить' })).toBeEnabled();
    expect(asked).not.toHaveBeenCalled();
  });
});
