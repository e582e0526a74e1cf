import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OrderReceipts, ReceiptPaper } from '@/contract/receipts/views';
import { ReceiptsCard } from '@/features/receipts/receipts-card';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { receipt } from './receipt-rows';

// jsdom has no dialogs.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = () => undefined;
});

const page = 'http://localhost/admin/orders/receipt?secret=s-9';

function openCard(more: Partial<OrderReceipts>) {
  const receipts = { is_part: false, receipts: [receipt({ page })], coming: [], sums: null, ...more };
  server.use(http.get(api('orders/7/receipts'), () => HttpResponse.json(receipts)));
  return renderScreen(<ReceiptsCard id={7} version={2} />, '/orders/7');
}

describe('the receipts of an order', () => {
  it('show what is registered, what hand-over will make, and that the sums agree', async () => {
    openCard({
      coming: [{ part: { id: 8, place: 2 }, amount: 2930 }],
      sums: { prepaid: 6440, settled: 3510, returned: 0, waiting: 2930, is_equal: true },
    });

    const [registered, coming] = await screen.findAllByRole('listitem');
    expect(registered).toHaveTextContent('ФД 20418');
    expect(screen.getByText('касса площадки, ФН 7384440800123456')).toBeVisible();
    expect(coming).toHaveTextContent('расчёт по посылке 2 выйдет сам');
    expect(screen.getByText(/предоплаты/)).toHaveTextContent(
      /6,440 предоплаты = .*3,510 рассчитано \+ .*2,930 ждёт вручения/,
    );
  });

  it('say what to do about one that the register refused', async () => {
    openCard({
      receipts: [receipt({ state: 'blocked', proof: null, trouble: { code: 'marking', text: null } })],
    });

    const refused = await screen.findByRole('listitem');
    expect(refused).toHaveTextContent('Нужно вмешаться');
    expect(refused).toHaveTextContent(/марк/i);
  });

  it('are nothing for an order without any', async () => {
    const { client } = openCard({ receipts: [], coming: [{ part: { id: 8, place: 1 }, amount: 6440 }] });

    await waitFor(() => expect(client.getQueryData(['orders', 'receipts', 7, 2])).toBeDefined());
    expect(screen.queryByRole('heading', { name: 'Чеки' })).not.toBeInTheDocument();
  });

  it('open the paper as the register prints it', async () => {
    const paper: ReceiptPaper = {
      ...{ kind: 'prepayment', is_return: false, proof: receipt({}).proof, qr: null, url: null },
      ...{ order: '2611-7', site: 'shop.test', amount: 6440, cash: 0, cashless: 6440, prepaid: 0 },
      seller: { name: 'ООО «Гостиный двор»', inn: '7707083893', tax_system: null, address: null },
      ...{ lines: [], vat: [] },
    };
    openCard({});
    server.use(http.get(api('receipt-pages/s-9'), () => HttpResponse.json(paper)));

    await userEvent.click(await screen.findByRole('button', { name: 'Предоплата' }));

    const drawer = within(await screen.findByRole('dialog', { name: 'Предоплата' }));
    expect(await drawer.findByText('ООО «Гостиный двор»')).toBeVisible();
  });
});
