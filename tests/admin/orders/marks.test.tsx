import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, expect, it } from 'vitest';
import type { OrderMarks } from '@/contract/orders/marks';
import { MarksDrawer } from '@/features/orders/marks/marks-drawer';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';

// jsdom has no dialogs.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

const line = { id: 3, name: 'Ботинки', variation: '42', pieces: 2, codes: [], returned: [] };
const marks: OrderMarks = { is_required: true, may_change: true, lines: [line] };
const code = (piece: number) => `010460043993125621JgXJ5.T<&%00${piece}`;

const open = (shown: OrderMarks, mayChange = true) =>
  renderScreen(
    <MarksDrawer partId={7} marks={shown} mayChange={mayChange} onClose={() => {}} />,
    '/orders/7',
  );

it('take a scanner: Enter moves on, the last one sends, and a wrong code stays with its reason', async () => {
  const sent: unknown[] = [];
  server.use(
    http.put(api('orders/7/marks'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ errors: { 'lines[0].codes[1]': ['error-mark-sold'] } }, { status: 422 });
    }),
  );
  open(marks);
  const [first, second] = await screen.findAllByRole('textbox');
  const type = (field: HTMLElement | undefined, text: string) => userEvent.type(field as HTMLElement, text);

  await type(first, '4600439931256{Enter}');
  expect(document.activeElement).toBe(first);
  expect(screen.getByText(/Это не код маркировки/)).toBeInTheDocument();
  await userEvent.clear(first as HTMLElement);
  await type(first, `${code(1)}{Enter}`);
  expect(document.activeElement).toBe(second);
  await type(second, `${code(2)}{Enter}`);

  await waitFor(() => expect(sent).toEqual([{ lines: [{ id: 3, codes: [code(1), code(2)] }] }]));
  expect(await screen.findByText('Штука с этим кодом уже продана и не возвращалась.')).toBeInTheDocument();
});

it('are shown after the hand-over, with those that came back', async () => {
  open(
    { ...marks, may_change: false, lines: [{ ...line, pieces: 1, codes: [code(1)], returned: [code(2)] }] },
    false,
  );

  expect(await screen.findByText(code(1))).toBeInTheDocument();
  expect(screen.getByText('Вернулись:')).toBeInTheDocument();
  expect(screen.getByText(code(2))).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
});
