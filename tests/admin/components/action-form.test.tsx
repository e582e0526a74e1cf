import { Dialog } from '@headlessui/react';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { delay, HttpResponse, http, type JsonBodyType } from 'msw';
import { expect, it, vi } from 'vitest';
import { ReceiptByHandForm } from '@/features/receipts/corrections/receipt-by-hand-form';
import { ObjectDialog } from '@/features/refunds/returns/object-dialog';
import { api, listenToToasts, renderScreen } from '../crud/render-screen';
import { server } from '../server';

/** `ActionForm` as two screens use it: a card of numbers, and a dialog whose empty field is said before anything is sent. */
function openCard(...answers: [JsonBodyType, number][]) {
  const sent: unknown[] = [];
  const onDone = vi.fn();
  server.use(
    http.post(api('receipts/7/made'), async ({ request }) => {
      const [body, status] = answers[Math.min(sent.length, answers.length - 1)] ?? [{}, 200];
      sent.push(await request.json());
      await delay(50);
      return HttpResponse.json(body, { status });
    }),
  );
  renderScreen(<ReceiptByHandForm id={7} onDone={onDone} />, '/ledger');
  return { sent, onDone };
}

const sign = () => screen.findByLabelText(/^ФП/);
const confirm = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Отметить сделанным' }));
const refusal = (fields: object) => ({ code: 'VALIDATION_FAILED', errors: fields });

it('says what is wrong at its field, and keeps what was typed', async () => {
  const { sent, onDone } = openCard([refusal({ sign: ['error-taken'], lines: ['error-taken'] }), 422]);

  await userEvent.type(await sign(), ' 12x ');
  await confirm();

  await waitFor(async () => expect(await sign()).toHaveAttribute('aria-invalid', 'true'));
  // What has no field is said, too.
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  expect(await sign()).toHaveValue(' 12x ');
  expect(sent).toEqual([{ drive_number: '', document_number: '', sign: '12x', registered_at: '' }]);
  expect(onDone).not.toHaveBeenCalled();

  await userEvent.type(await sign(), '3');
  expect(await sign()).toHaveAttribute('aria-invalid', 'false');
});

it('says once for all what has no field, and sends the same again', async () => {
  const { sent, onDone } = openCard([{ message: 'REFUND_NOT_POSSIBLE' }, 400], [{}, 200]);

  await userEvent.type(await sign(), '12');
  await confirm();
  expect(await screen.findByRole('alert')).toBeVisible();
  await confirm();

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect([sent.length, sent[1]]).toEqual([2, sent[0]]);
});

it('says by a toast that the record has changed, since the form may be drawn anew', async () => {
  const toasts = listenToToasts();
  const { onDone } = openCard([{ message: 'CONFLICT' }, 409]);

  await confirm();

  await waitFor(() => expect(toasts.map(({ kind }) => kind)).toEqual(['error']));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onDone).not.toHaveBeenCalled();
});

it('is over when a second person has to confirm, without an error', async () => {
  const { onDone } = openCard([{ approval: { id: 3, deciders: [] } }, 202]);

  await confirm();

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('sends once, however often it is submitted', async () => {
  const { sent, onDone } = openCard([{}, 200]);

  await userEvent.type(await sign(), '1{Enter}{Enter}{Enter}');

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent).toHaveLength(1);
});

it('keeps what was typed when the network fails', async () => {
  server.use(http.post(api('receipts/7/made'), () => HttpResponse.error()));
  renderScreen(<ReceiptByHandForm id={7} onDone={() => undefined} />, '/ledger');

  await userEvent.type(await sign(), '12');
  await confirm();

  expect(await screen.findByRole('alert')).toBeVisible();
  expect(await sign()).toHaveValue('12');
});

it('asks for what must not be empty before it sends anything', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(api('refunds/5/answer'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  const onClose = vi.fn();
  renderScreen(
    <Dialog open onClose={onClose}>
      <ObjectDialog data={{ id: 5 }} onClose={onClose} />
    </Dialog>,
    '/refunds/5',
  );
  const object = () => userEvent.click(screen.getByRole('button', { name: 'Возразить' }));

  await screen.findByRole('button', { name: 'Возразить' });
  await object();
  expect(sent).toEqual([]);
  const note = screen.getByRole('textbox');
  expect(note).toHaveAttribute('aria-invalid', 'true');

  await userEvent.type(note, ' Товар целый ');
  await object();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ answer: 'objected', note: 'Товар целый', images: [] }]);
});
