import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useEffect } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { useSetSettings } from '@/state/settings';
import { api, listenToToasts, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';
import { answer, buildProduct, Products } from './list-scene';

/** jsdom has the element without its behaviour. */
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

function Moderated() {
  const set = useSetSettings();
  useEffect(() => set({ isProductReview: true }), [set]);
  return (
    <>
      <Products />
      <ModalHost />
    </>
  );
}

/** The list in a marketplace that reviews products, with the first of two products ticked. */
async function open(role: string) {
  answer([buildProduct(1, { status: 'draft' }), buildProduct(2)]);
  renderScreen(<Moderated />, '/products', { role });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Выбрать: Ваза 1' }));
  return within(await screen.findByRole('region', { name: 'Действия с выбранными' }));
}

const step = { id: 4, done: 0, refused: 0, uses: {}, waiting: 0, prices_refused: 0, same: 0, next: null };

const preview = {
  ...{ done: 2, refused: 1, waiting: 0, same: 0, is_first: false },
  samples: [{ id: 1, name: 'Ваза 1', before: 'draft', after: 'publish' }],
};

/** Responds to a bulk change and its preview; returns the request bodies of changes. */
function listen(path: string, result: Partial<typeof step>) {
  const sent: unknown[] = [];
  server.use(
    http.post(api(`products/bulk/${path}`), async ({ request }) => {
      const body = await request.json();
      if (body !== null && typeof body === 'object' && 'preview' in body) return HttpResponse.json(preview);
      sent.push(body);
      return HttpResponse.json({ ...step, ...result });
    }),
  );
  return sent;
}

it('vendors submit many products, and see how many were submitted and refused', async () => {
  const bar = await open('store_owner');
  const sent = listen('status', { done: 45, waiting: 45, same: 2 });
  const toasts = listenToToasts();

  await userEvent.click(await bar.findByRole('button', { name: 'Статус' }));
  const names = ['Отправить на проверку', 'Вернуть в продажу', 'Снять с продажи', 'В черновики'];
  for (const name of names) expect(screen.getByRole('button', { name })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Опубликовать' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Отправить на проверку' }));
  const dialog = within(await screen.findByRole('dialog'));
  const shown = within(await dialog.findByRole('region', { name: 'Что получится' }));
  expect(shown.getByText('1 нельзя изменить')).toBeVisible();
  expect(shown.getByText('Опубликован')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Отправить на проверку' }));

  await waitFor(() => expect(toasts[0]?.text).toBe('45 отправлены на проверку, 2 не изменились'));
  expect(toasts[0]?.action?.label).toBe('Отменить');
  expect(sent).toEqual([{ ids: [1], value: 'under_review' }]);
});

it('administrators reject many products, with a reason', async () => {
  const bar = await open('super_admin');
  const sent = listen('status', { done: 1, same: 3 });
  const toasts = listenToToasts();

  await userEvent.click(await bar.findByRole('button', { name: 'Статус' }));
  await userEvent.click(screen.getByRole('button', { name: 'Отклонить…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const reason = await dialog.findByRole('textbox', { name: /Причина/ });
  await userEvent.click(dialog.getByRole('button', { name: 'Отклонить' }));
  expect(reason).toHaveAttribute('aria-invalid', 'true');
  await userEvent.type(reason, ' Нет состава ');
  await userEvent.click(dialog.getByRole('button', { name: 'Отклонить' }));

  await waitFor(() => expect(toasts[0]?.text).toBe('1 отклонён, 3 не изменились'));
  expect(sent).toEqual([{ ids: [1], value: 'rejected', reason: 'Нет состава' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('adds to the stock of many products, and reports those that would become negative', async () => {
  const bar = await open('store_owner');
  const sent = listen('stock', { done: 2, refused: 1 });
  const toasts = listenToToasts();

  await userEvent.click(await bar.findByRole('button', { name: 'Остаток' }));
  const dialog = within(await screen.findByRole('dialog'));
  const quantity = await dialog.findByRole('textbox', { name: /Сколько штук/ });
  await userEvent.type(quantity, '-5{Enter}');
  expect(quantity).toHaveAttribute('aria-invalid', 'true');
  await userEvent.click(dialog.getByRole('radio', { name: 'Прибавить' }));
  await userEvent.type(quantity, '{Enter}');

  await waitFor(() => expect(toasts[0]?.text).toBe('2 товара изменены, 1 остался: остаток ушёл бы в минус'));
  expect(sent).toEqual([{ ids: [1], mode: 'add', quantity: -5 }]);
});

it('sets one characteristic of many products, and takes it away without a value', async () => {
  const bar = await open('super_admin');
  const sent = listen('characteristics', { done: 2, refused: 1 });

  await userEvent.click(await bar.findByRole('button', { name: 'Характеристика' }));
  let dialog = within(await screen.findByRole('dialog'));
  const name = await dialog.findByRole('combobox', { name: /Название/ });
  await userEvent.click(dialog.getByRole('button', { name: 'Применить' }));
  expect(name).toHaveAttribute('aria-invalid', 'true');
  await userEvent.type(name, 'Состав');
  await userEvent.type(dialog.getByRole('combobox', { name: /Значение/ }), 'Лён');
  expect(await dialog.findByRole('region', { name: 'Что получится' })).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Применить' }));
  await waitFor(() => expect(sent).toEqual([{ ids: [1], mode: 'set', name: 'Состав', value: 'Лён' }]));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Выбрать: Ваза 1' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Характеристика' }));
  dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('radio', { name: 'Убрать' }));
  expect(dialog.queryByRole('combobox', { name: /Значение/ })).toBeNull();
  await userEvent.type(dialog.getByRole('combobox', { name: /Название/ }), 'Состав');
  await userEvent.click(dialog.getByRole('button', { name: 'Применить' }));
  await waitFor(() => expect(sent[1]).toEqual({ ids: [1], mode: 'clear', name: 'Состав' }));
});
