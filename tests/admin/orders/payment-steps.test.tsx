import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { OrderDetails, PaymentState } from '@/contract/orders/wire';
import { OrderPayment, PaymentSteps } from '@/features/orders/details/order-payment';
import { keepCapabilities } from '@/lib/api/capabilities';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { order } from './order-rows';

const number = '20260309000007';

/** Renders the payment actions on a fake API that records the requests. */
function open(more: Partial<OrderDetails>, state: Partial<PaymentState> = {}) {
  const sent: { path: string; body: unknown }[] = [];
  const record = async ({ request }: { request: Request }) => {
    sent.push({ path: new URL(request.url).pathname, body: await request.json() });
    return HttpResponse.json({});
  };
  server.use(
    http.get(api(`orders/${number}/payment`), () =>
      HttpResponse.json({
        order_id: 7,
        version: 2,
        due: 950,
        awaiting_amount: null,
        gateways: ['CASH', 'CASH_ON_DELIVERY'],
        ...state,
      }),
    ),
    http.put(api(`orders/${number}/gateway`), record),
    http.post(api('orders/7/payment-decision'), record),
  );
  renderScreen(
    <>
      <PaymentSteps order={order(more)} />
      <ModalHost />
    </>,
    '/orders/7',
  );
  return sent;
}

describe('the payment of an order', () => {
  it('changes to one of the remaining gateways', async () => {
    const sent = open({});

    await userEvent.click(screen.getByRole('button', { name: 'Другой способ оплаты' }));
    const select = await screen.findByRole('combobox', { name: 'Способ оплаты' });
    await userEvent.selectOptions(select, 'CASH_ON_DELIVERY');
    await userEvent.click(screen.getByRole('button', { name: 'Изменить' }));

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ body: { payment_gateway: 'CASH_ON_DELIVERY', version: 2 } });
  });

  it('accepts a deviating amount that covers the order', async () => {
    const sent = open({ payment_status: 'payment-awaiting-for-approval' }, { awaiting_amount: 1000 });
    await userEvent.click(await screen.findByRole('button', { name: 'Принять оплату' }));
    await waitFor(() => expect(sent).toMatchObject([{ body: { decision: 'accept', version: 2 } }]));
  });

  it('only returns an insufficient amount', async () => {
    const sent = open({ payment_status: 'payment-awaiting-for-approval' }, { awaiting_amount: 900 });
    await userEvent.click(await screen.findByRole('button', { name: 'Вернуть деньги' }));
    await waitFor(() => expect(sent).toMatchObject([{ body: { decision: 'return' } }]));
    expect(screen.queryByRole('button', { name: 'Принять оплату' })).not.toBeInTheDocument();
  });

  it('shows no actions for a paid order', () => {
    open({ payment_status: 'payment-success', order_status: 'order-processing' });
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('the payment link of an order on another server', () => {
  const intent = (redirect_url: string | null, preparing = false) =>
    ({
      id: 1,
      preparing,
      payment_gateway: 'STRIPE',
      payment_intent_info: { is_redirect: redirect_url !== null, redirect_url },
    }) as unknown as NonNullable<OrderDetails['payment_intent']>;

  it('is said to be absent where there is none, and to be waited for where it is', async () => {
    await keepCapabilities([]);
    const absent = 'Ссылки на оплату у этого заказа нет';
    const show = (url: string | null, more: Partial<OrderDetails> = {}) =>
      renderScreen(
        <OrderPayment isAdmin order={order({ parent_id: 1, payment_intent: intent(url), ...more })} />,
        '/orders/7',
      );

    const without = show(null);
    expect(screen.getByText(absent)).toBeInTheDocument();
    without.unmount();
    const given = show('https://pay.test/1');
    expect(screen.queryByText(absent)).toBeNull();
    given.unmount();
    const waiting = show(null, { payment_intent: intent(null, true) });
    expect(screen.queryByText(absent)).toBeNull();
    expect(screen.getByText(/^Ссылка на оплату готовится/)).toBeInTheDocument();
    waiting.unmount();
    show(null, { payment_status: 'payment-success' });
    expect(screen.queryByText(absent)).toBeNull();
  });
});
