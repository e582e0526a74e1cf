import { Dialog } from '@headlessui/react';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { answerHours, type EditPreview } from '@/contract/orders/change';
import { ChangeCard } from '@/features/orders/edit/change-card';
import { EditContactDialog } from '@/features/orders/edit/edit-contact-dialog';
import { EditLinesDialog } from '@/features/orders/edit/edit-lines-dialog';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { order } from './order-rows';

const line = {
  ...{ id: 3, order_id: 8, shop_id: 7, product_id: 1, variation_option_id: null, name: 'Иван-чай' },
  ...{ variation: null, sku: 'TEA', slug: 'chay', unit: 'шт.', image: null, is_digital: false },
  ...{ order_quantity: 1, unit_price: 950, subtotal: 950, discount: 0, tax: 0, delivery: 0, total: 950 },
  ...{ vat_rate: null, requires_marking: false, refunded_quantity: 0, refundable_until: null },
};

const shown: EditPreview = {
  lines: [{ name: 'Чашка', variation: null, unit_price: 250, from: 0, to: 1 }],
  ...{ shipping_address: null, delivery_point: null },
  ...{ customer_name: null, customer_contact: null, customer_email: null },
  ...{ total_before: 950, total: 1200, difference: 250, settlement: 'link', broken_terms: [] },
  ...{ needs_consent: true, may_use_code: false, may_take_cash: true },
};

/** A server that previews and takes changes. */
function serveEdits(preview: Partial<EditPreview> = {}) {
  const sent: unknown[] = [];
  server.use(
    http.get(api('till/lavka/goods'), () =>
      HttpResponse.json({
        data: [
          {
            ...{ product_id: 2, variation_option_id: null, name: 'Чашка', variation: null, sku: 'CUP' },
            ...{ unit: 'шт.', image: null, price: 250, left: 5 },
          },
        ],
        has_more: false,
      }),
    ),
    http.post(api('orders/7/lines/preview'), () => HttpResponse.json({ ...shown, ...preview })),
    http.put(api('orders/7/lines'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  return sent;
}

const show = (dialog: ReactNode) =>
  renderScreen(
    <Dialog open onClose={() => undefined}>
      {dialog}
    </Dialog>,
    '/',
  );

const part = () =>
  order({
    ...{ shop_id: 7, parent_id: 6, shop: { id: 7, name: 'Лавка', slug: 'lavka' }, products: [line] },
    ...{ order_status: 'order-processing', payment_status: 'payment-success' },
  });

describe('goods of a placed order', () => {
  it('are added with the difference in view, and the customer is asked to pay it', async () => {
    const sent = serveEdits();
    const onClose = vi.fn();
    show(<EditLinesDialog data={{ order: part() }} onClose={onClose} />);
    const user = userEvent.setup();

    await user.type(await screen.findByLabelText(/Добавить товар/), 'чаш');
    await user.click(await screen.findByRole('button', { name: /Добавить: Чашка/ }));
    expect(await screen.findByText(/доплатит .*250/)).toBeVisible();
    expect(screen.getByText(new RegExp(`за ${answerHours} ч`))).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Спросить покупателя' }));

    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([
      {
        lines: [],
        added: [{ product_id: 2, variation_option_id: null, order_quantity: 1 }],
        version: 2,
        asks: true,
      },
    ]);
  });

  it('are saved at once where nobody has to agree', async () => {
    const sent = serveEdits({ needs_consent: false, settlement: 'refund', difference: -950 });
    show(<EditLinesDialog data={{ order: part() }} onClose={() => undefined} />);
    const user = userEvent.setup();

    await user.clear(await screen.findByLabelText(/Кол-во/));
    await user.type(screen.getByLabelText(/Кол-во/), '0');
    expect(await screen.findByText(/вернём тем же способом/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Сохранить состав' }));

    await waitFor(() => expect(sent).toEqual([{ lines: [{ id: 3, quantity: 0 }], added: [], version: 2 }]));
  });

  it('say what points go back where no money moves', async () => {
    serveEdits({
      ...{ needs_consent: false, settlement: 'none', difference: 0, points_back: 200 },
      ...{ total_before: 950, total: 750 },
    });
    show(<EditLinesDialog data={{ order: part() }} onClose={() => undefined} />);

    await userEvent.clear(await screen.findByLabelText(/Кол-во/));
    await userEvent.type(screen.getByLabelText(/Кол-во/), '0');

    expect(await screen.findByText('В кошелёк покупателя вернётся баллов: 200.')).toBeVisible();
    expect(screen.getByText('Деньгами ничего не изменится.')).toBeVisible();
  });
});

describe('the contact of an order', () => {
  it('is sent only where it differs', async () => {
    const sent = serveEdits({ needs_consent: false, settlement: 'none', difference: 0 });
    show(<EditContactDialog data={{ order: part() }} onClose={() => undefined} />);
    const user = userEvent.setup();

    const save = await screen.findByRole('button', { name: 'Сохранить' });
    expect(save).toBeDisabled();
    await user.type(screen.getByLabelText(/Почта/), 'anna@example.ru');
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);

    await waitFor(() => expect(sent).toEqual([{ customer_email: 'anna@example.ru', version: 2 }]));
  });
});

describe('a question to the customer', () => {
  const change = {
    ...shown,
    ...{ id: 1, state: 'asked' as const, created_at: '2026-03-09T09:00:00.000Z' },
    ...{ until: '2026-03-10T09:00:00.000Z', ended_at: null },
  };

  it('is shown while it is open, and taken back', async () => {
    let isWithdrawn = false;
    server.use(
      http.delete(api('orders/7/change'), () => {
        isWithdrawn = true;
        return HttpResponse.json({ success: true });
      }),
    );
    renderScreen(<ChangeCard order={{ ...part(), change }} />, '/');

    expect(await screen.findByText('Ждёт ответа')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Отозвать вопрос' }));

    await waitFor(() => expect(isWithdrawn).toBe(true));
  });

  it('is not shown after it has been agreed to', () => {
    renderScreen(<ChangeCard order={{ ...part(), change: { ...change, state: 'applied' } }} />, '/');

    expect(screen.queryByText('Вопрос покупателю')).toBeNull();
  });
});
