import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { deliveryClasses } from '@/contract/settings/delivery-classes';
import type { DeliveryClass } from '@/contract/settings/delivery-classes/schema';
import { resourcePage } from '@/crud/resource-page';
import { server } from '../server';
import { api, buildBox, pageOf, renderScreen } from './render-screen';

const Classes = resourcePage(deliveryClasses);

const fragile: DeliveryClass = {
  id: 3,
  version: 1,
  name: 'Хрупкое',
  type: 'percentage',
  amount: 4.5,
  max_weight: 5,
  max_length: null,
  max_width: null,
  max_height: null,
  box_ids: [1, 2],
  boxes: [
    { id: 1, name: 'Малая' },
    { id: 2, name: 'Большая' },
  ],
  is_global: true,
  is_active: true,
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:00:00.000Z',
};

/** Serves the class and boxes, and records what is saved. */
function answer() {
  const saved: Record<string, unknown>[] = [];
  const save = async ({ request }: { request: Request }) => {
    saved.push((await request.json()) as Record<string, unknown>);
    return HttpResponse.json(fragile);
  };
  server.use(
    http.get(api('delivery-classes'), () => HttpResponse.json(pageOf([fragile]))),
    http.get(api('delivery-classes/3'), () => HttpResponse.json(fragile)),
    http.get(api('api/admin/boxes'), () => HttpResponse.json(pageOf([buildBox(9, { name: 'Тубус' })]))),
    http.post(api('delivery-classes'), save),
    http.put(api('delivery-classes/3'), save),
  );
  return saved;
}

it('lists a share as per cent and names the boxes', async () => {
  answer();
  renderScreen(<Classes />, '/delivery-classes');

  expect(await screen.findByText('4,5 %')).toBeInTheDocument();
  expect(screen.getByText('Малая, Большая')).toBeInTheDocument();
});

it('shows it in the details, too', async () => {
  answer();
  renderScreen(<Classes />, '/delivery-classes/3');

  expect(await screen.findByText('4,5 %')).toBeInTheDocument();
  expect(screen.getByText('Большая')).toBeInTheDocument();
});

it('requires a sum or a share, and sends no amount for free delivery', async () => {
  const saved = answer();
  renderScreen(<Classes />, '/delivery-classes/create');

  await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), 'Самовывоз');
  await userEvent.type(screen.getByRole('textbox', { name: /Стоимость/ }), '390');
  await userEvent.click(screen.getByRole('radio', { name: 'Процент от заказа' }));
  expect(screen.getByRole('textbox', { name: /Стоимость/ })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'Бесплатно' }));
  expect(screen.queryByRole('textbox', { name: /Стоимость/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ name: 'Самовывоз', type: 'free_shipping', box_ids: [] });
  expect(saved[0]).not.toHaveProperty('amount');
});

it('shows the boxes it has, adds one and sends them all', async () => {
  const saved = answer();
  renderScreen(<Classes />, '/delivery-classes/3/edit');

  expect(await screen.findByRole('button', { name: 'Убрать: Большая' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('combobox', { name: /Коробки/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Тубус' }));
  // The list stays open for the next box.
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ version: 1, amount: 4.5, box_ids: [1, 2, 9] });
});
