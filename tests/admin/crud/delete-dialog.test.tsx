import { Dialog } from '@headlessui/react';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { tags } from '@/contract/catalogue/tags';
import { DeleteDialog } from '@/crud/delete-dialog';
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
