import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { useModalActions } from '@/state/modal';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';

function Opener() {
  const { open } = useModalActions();
  return (
    <button
      type="button"
      onClick={() => open('COMPLETE_ORDER_CODE', { id: 5, number: '2611-5', cash: 'kept' })}
    >
      Открыть
    </button>
  );
}

it('lets a shop confirm a handover by its word where a sent code cannot arrive', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(api('orders/5/code'), () => HttpResponse.json({ success: true, arrives: false })),
    http.post(api('orders/5/complete'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  renderScreen(
    <>
      <Opener />
      <ModalHost />
    </>,
    '/lavka/orders/5',
    { role: 'store_owner' },
  );

  await userEvent.click(await screen.findByRole('button', { name: 'Открыть' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Отправить код' }));
  expect(await screen.findByText(/Коду некуда прийти/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Товар у покупателя, деньги у нас' }));

  await waitFor(() => expect(sent).toEqual([{ without_code: true }]));
});
