import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { ReceiptRow } from '@/contract/receipts/views';
import { ReceiptsView } from '@/features/receipts/receipts-view';
import { api, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { receipt } from './receipt-rows';

const row = (more: Partial<ReceiptRow>): ReceiptRow => ({
  ...receipt(more),
  order: { id: 7, number: '2611-7' },
});

/** The desk of receipts; searches of the list are recorded. */
function openDesk(rows: ReceiptRow[]) {
  const searches: URLSearchParams[] = [];
  const unissued = {
    ...{ from: '2026-11-01', receipts: 2, amount: 9370, oldest_at: '2026-11-19T12:58:00.000Z' },
    ...{ oldest_order: 7, blocked: 1, late: 0 },
  };
  server.use(
    http.get(api('receipts/unissued'), () => HttpResponse.json(unissued)),
    http.get(api('receipts'), ({ request }) => {
      searches.push(new URL(request.url).searchParams);
      return HttpResponse.json(pageOf(rows));
    }),
  );
  renderScreen(<ReceiptsView />, '/ledger?view=receipts');
  return searches;
}

describe('the desk of receipts', () => {
  it('says first what money has none, and leads to the order that waits longest', async () => {
    openDesk([]);

    expect(await screen.findByText('Деньги без чека: 2')).toBeVisible();
    expect(screen.getByText('Ждут человека: 1')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Открыть заказ' })).toHaveAttribute(
      'href',
      expect.stringContaining('/orders/7'),
    );
  });

  it('lists them with what a return gave back, and searches by number', async () => {
    const searches = openDesk([row({}), row({ id: 10, kind: 'return', is_return: true, amount: 890 })]);

    const table = within(await screen.findByRole('table', { name: 'Чеки' }));
    const [, prepaid, returned] = table.getAllByRole('row');
    expect(prepaid).toHaveTextContent(/Предоплата.*6,440/);
    expect(returned).toHaveTextContent(/Возврат.*−\$890/);

    await userEvent.type(screen.getByRole('searchbox', { name: 'Номер заказа или ФД' }), '2611-7');
    await waitFor(() => expect(searches.at(-1)?.get('number')).toBe('2611-7'));
  });
});
