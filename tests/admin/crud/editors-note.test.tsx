import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { tags } from '@/contract/catalogue/tags';
import { resourcePage } from '@/crud/resource-page';
import { server } from '../server';
import { api, buildTag, renderScreen } from './render-screen';

const Tags = resourcePage(tags);

it('names the others who edit the record, and says when the form closes', async () => {
  const told: unknown[] = [];
  server.use(
    http.get(api('tags/5'), () => HttpResponse.json(buildTag(5))),
    http.post(api('presence'), async ({ request }) => {
      told.push(await request.json());
      return HttpResponse.json({ editors: ['Анна Ковалёва'] });
    }),
  );
  const { unmount } = renderScreen(<Tags />, '/tags/5/edit');
  expect(await screen.findByText('Анна Ковалёва редактирует эту запись')).toBeInTheDocument();
  unmount();
  await waitFor(() =>
    expect(told).toEqual([
      { family: 'tags', id: 5, is_open: true },
      { family: 'tags', id: 5, is_open: false },
    ]),
  );
});

it('shows a record of somebody else without a way to save or change it', async () => {
  const saved = vi.fn(() => HttpResponse.json(buildTag(5)));
  server.use(
    http.get(api('tags/5'), () => HttpResponse.json(buildTag(5, { name: 'Новинки' }))),
    http.put(api('tags/5'), saved),
    http.post(api('presence'), () => HttpResponse.json({ editors: [], is_editable: false })),
  );
  renderScreen(<Tags />, '/tags/5/edit');
  expect(await screen.findByText('Вы можете только смотреть эту запись')).toBeInTheDocument();

  const name = screen.getByRole('textbox', { name: /Название/ });
  await userEvent.type(name, ' года{Enter}');
  await userEvent.keyboard('{Control>}s{/Control}');

  expect(name).toHaveValue('Новинки');
  expect(name).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull();
  expect(screen.queryByText('Ctrl S')).toBeNull();
  expect(screen.getByRole('combobox', { name: /Тип товаров/ })).toBeDisabled();
  expect(saved).not.toHaveBeenCalled();
});

it('unlocks the fields when the person may change the record after all', async () => {
  let isEditable = false;
  server.use(
    http.get(api('tags/5'), () => HttpResponse.json(buildTag(5))),
    http.post(api('presence'), () => HttpResponse.json({ editors: [], is_editable: isEditable })),
  );
  renderScreen(<Tags />, '/tags/5/edit');
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Название/ })).toHaveAttribute('readonly'));

  isEditable = true;
  document.dispatchEvent(new Event('visibilitychange'));

  expect(await screen.findByRole('button', { name: 'Сохранить' })).toBeEnabled();
  expect(screen.getByRole('textbox', { name: /Название/ })).not.toHaveAttribute('readonly');
  expect(screen.getByRole('combobox', { name: /Тип товаров/ })).toBeEnabled();
});

it('lets the person save a record that is theirs', async () => {
  server.use(
    http.get(api('tags/5'), () => HttpResponse.json(buildTag(5))),
    http.post(api('presence'), () => HttpResponse.json({ editors: [], is_editable: true })),
  );
  renderScreen(<Tags />, '/tags/5/edit');

  expect(await screen.findByRole('button', { name: 'Сохранить' })).toBeEnabled();
  expect(screen.getByRole('combobox', { name: /Тип товаров/ })).toBeEnabled();
});
