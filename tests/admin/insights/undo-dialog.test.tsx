import { Dialog } from '@headlessui/react';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { UndoDialog } from '@/features/insights/activity/undo-dialog';
import { server } from '../server';
import { renderApp } from '../shell/render-app';

const base = 'http://localhost/admin/rest';

const entry = {
  id: 9,
  at: '2026-03-10T09:00:00.000Z',
  action: 'update',
  ip: null,
  user: null,
  changes: { price: [300, 400] as [unknown, unknown] },
};

it('puts back only the ticked fields with the version that was shown, and names files that are gone', async () => {
  const sent: unknown[] = [];
  server.use(
    http.get(`${base}/audit/9/undo`, () =>
      HttpResponse.json({
        version: 4,
        changes: { unit: ['пачка', 'шт.'], price: [400, 300] },
        gone: [{ key: 'image', name: 'chay.png' }],
      }),
    ),
    http.post(`${base}/audit/9/undo`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ id: 5, version: 5 });
    }),
  );
  let isClosed = false;
  const handleClose = () => {
    isClosed = true;
  };
  renderApp(
    <Dialog open onClose={handleClose}>
      <UndoDialog data={{ family: 'products', entry }} onClose={handleClose} />
    </Dialog>,
  );

  await screen.findByText('пачка');
  screen.getByText(/chay\.png/);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Единица/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Вернуть как было' }));

  await expect.poll(() => isClosed).toBe(true);
  expect(sent).toEqual([{ fields: ['price'], version: 4 }]);
});
