import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { api, pageOf } from '../../crud/render-screen';
import { server } from '../../server';
import { order } from '../order-rows';
import { open, serveTill } from './serve-till';

describe('goods that cost nothing', () => {
  it('are taken back over the counter, and nobody speaks of money', async () => {
    serveTill();
    const sent: unknown[] = [];
    const row = order({ id: 5, order_status: 'order-completed', total: 0 });
    server.use(
      http.get(api('orders'), () => HttpResponse.json(pageOf([row]))),
      http.get(api('orders/5/refundable'), () =>
        HttpResponse.json({
          ...{ order_id: 5, tracking_number: '1', short_number: '1', refusal: null, delivery_left: 0 },
          kept_as: 'CASH',
          lines: [
            {
              ...{ id: 11, order_id: 5, shop: null, name: 'Подарок', variation: null, image: null },
              ...{ quantity: 1, refunded_quantity: 0, left: 1, total: 0, delivery: 0, wallet: 0 },
            },
          ],
        }),
      ),
      http.post(api('orders/5/returns'), async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ id: 9, status: 'approved', amount: 0 }, { status: 201 });
      }),
    );
    await open();
    await userEvent.click(screen.getByRole('button', { name: /Возврат/ }));
    await userEvent.type(await screen.findByLabelText('Номер чека, заказа или телефон'), '2611-482{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: /20260309000007/ }));

    expect(await screen.findByRole('button', { name: /Вернуть деньги/ })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Вернуть всё' }));
    await userEvent.type(screen.getByLabelText('Что случилось'), 'Брак');
    expect(screen.queryByText('Наличными из смены')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /Вернуть товар/ }));

    await waitFor(() => expect(sent).toMatchObject([{ lines: [{ order_line_id: 11, quantity: 1 }] }]));
    expect(await screen.findByText('Товар принят')).toBeVisible();
  });
});
