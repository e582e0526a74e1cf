import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { refunds } from '@/contract/refunds';
import type { Approval } from '@/contract/settings/approvals';
import { resourcePage } from '@/crud/resource-page';
import { RefundDetails } from '@/features/refunds/refund-details';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { buildRefund } from './build-refund';

/** What waits for a second person is decided where the record is, and nobody prepares it a second time meanwhile. */
const Page = resourcePage(refunds, { Details: RefundDetails });

const at = '2026-03-09T09:00:00.000Z';
const request: Approval = {
  ...{ id: 3, kind: 'refund', family: 'refunds', row_id: 7, title: '№ 2603-1', state: 'waiting' },
  ...{ prepared_by: { id: 1, name: 'Анна Соколова' }, prepared_at: at, expires_at: at },
  ...{ decided_by: null, decided_at: null, reason: null, is_own: false, may_decide: true, not_yet: null },
  deciders: [{ name: 'Ольга Орлова', email: 'finance@demo.ru', from: null }],
  facts: [
    { key: 'amount', kind: 'money', after: 2320 },
    { key: 'goods', kind: 'text', after: 'Чашка, Синяя × 2\nБлюдце × 1' },
    { key: 'buyer', kind: 'text', after: 'Егор' },
  ],
  hash: 'a'.repeat(64),
};

/** The page of a refund; a decision about it waits for a second person. Returns what was sent. */
function open(waiting: Approval[]) {
  const sent: unknown[] = [];
  let rows = waiting;
  server.use(
    http.get(api('refunds/7'), () => HttpResponse.json(buildRefund())),
    http.get(api('audit'), () => HttpResponse.json(pageOf([]))),
    http.get(api('refunds/7/marks'), () => HttpResponse.json([])),
    http.get(api('approvals'), () => HttpResponse.json(pageOf(rows))),
    http.put(api('refunds/7'), () => {
      rows = [{ ...request, is_own: true, may_decide: false }];
      return HttpResponse.json({ approval: rows[0] }, { status: 202 });
    }),
    http.post(api('approvals/3/:act'), ({ params }) => {
      sent.push(params.act);
      rows = [];
      return HttpResponse.json({ ...request, state: 'confirmed' });
    }),
  );
  renderScreen(
    <>
      <Page />
      <ModalHost />
    </>,
    '/refunds/7',
  );
  return sent;
}

const heading = 'Возврат денег: ждёт второго человека';
const button = (name: string) => screen.queryByRole('button', { name });

describe('a refund that waits for a second person', () => {
  it('is confirmed on its page, which says all that will happen', async () => {
    const sent = open([request]);

    const box = (await screen.findByRole('heading', { name: heading })).closest('section');
    const about = within(box ?? document.body);
    expect(about.getByText(/Чашка, Синяя × 2\s+Блюдце × 1/)).toBeVisible();
    expect(about.getByText('Егор')).toBeVisible();
    expect(about.getByText(/Анна Соколова.*Ольга Орлова \(finance@demo.ru\)/)).toBeVisible();
    expect([button('Одобрить'), button('Взять в работу')]).toEqual([null, null]);
    await userEvent.click(about.getByRole('button', { name: 'Подтвердить' }));

    await waitFor(() => expect(sent).toEqual(['confirm']));
    await waitFor(() => expect(screen.queryByRole('heading', { name: heading })).toBeNull());
  });

  it('is declined there with a reason only', async () => {
    const sent = open([request]);

    await userEvent.click(await screen.findByRole('button', { name: 'Отклонить' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Отклонить' }));
    expect(sent).toEqual([]);
    await userEvent.type(screen.getByLabelText(/Почему отклоняете/), 'Не тот заказ');
    await userEvent.click(screen.getByRole('button', { name: 'Отклонить' }));

    await waitFor(() => expect(sent).toEqual(['decline']));
  });
});

it('a dialog closes once its decision waits, and the buttons that prepared it are gone', async () => {
  open([]);

  await userEvent.click(await screen.findByRole('button', { name: 'Одобрить' }));
  await userEvent.click(
    await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Одобрить' }),
  );

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  expect([button('Одобрить'), button('Подтвердить')]).toEqual([null, null]);
  expect(button('Отозвать')).toBeVisible();
});
