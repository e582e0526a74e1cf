import { useMutation } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { DialogData, DialogName } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { createQueryClient } from '@/lib/api/query-client';
import { onToast, showToast } from '@/lib/toast';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { useModal, useModalActions } from '@/state/modal';
import { server } from '../server';
import { fakeRouter, renderApp } from './render-app';

const description = { title: 'Условия', text: 'Длинный текст <b>без разметки</b>' };

function Opener<Name extends DialogName>({ view, data }: { view: Name; data: DialogData[Name] }) {
  const { open } = useModalActions();
  const modal = useModal();
  const handleClick = () => open<DialogName>(view, data);
  return (
    <>
      <button type="button" onClick={handleClick}>
        открыть
      </button>
      <output>{modal.view ?? 'закрыто'}</output>
      <ModalHost />
    </>
  );
}

async function openDescription() {
  renderApp(<Opener view="DESCRIPTION_VIEW" data={description} />);
  const button = screen.getByRole('button', { name: 'открыть' });
  await userEvent.click(button);
  await screen.findByText('Условия');
  return button;
}

it('opens a view by name with its data, and shows it as plain text', async () => {
  await openDescription();

  expect(screen.getByRole('dialog', { name: 'Условия' })).toBeInTheDocument();
  expect(screen.getByText(description.text)).toBeInTheDocument();
});

it('closes on Escape, clears view and data, and restores the focus', async () => {
  const button = await openDescription();

  await userEvent.keyboard('{Escape}');

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByText('закрыто')).toBeInTheDocument();
  await waitFor(() => expect(button).toHaveFocus());
});

it('closes on a click on the backdrop, not on one inside', async () => {
  await openDescription();

  await userEvent.click(screen.getByText(description.text));
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  const backdrop = document.querySelector('.dialog-backdrop');
  await userEvent.click(backdrop ?? document.body);

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('has a close button that large screens hide', async () => {
  await openDescription();
  const [corner] = within(screen.getByRole('dialog'))
    .getAllByRole('button', { name: 'Закрыть' })
    .filter((button) => button.title === 'Закрыть');

  expect(corner).toHaveClass('desk:hidden!');
  if (corner) await userEvent.click(corner);

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('gives the QR code of a shop no close button', async () => {
  renderApp(<Opener view="SHOW_SHOP_QR" data={{ name: 'Чайная', slug: 'chainaya' }} />, fakeRouter('/'));

  await userEvent.click(screen.getByRole('button', { name: 'открыть' }));

  expect(await screen.findByRole('dialog')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Закрыть' })).not.toBeInTheDocument();
});

it('a delete dialog names the record, deletes by id and closes immediately', async () => {
  let deleted = '';
  server.use(
    http.delete('http://localhost/admin/rest/tags/:id', ({ params }) => {
      deleted = String(params.id);
      return HttpResponse.json(true);
    }),
  );
  renderApp(<Opener view="DELETE_TAG" data={{ id: 12, title: 'Чай' }} />);

  await userEvent.click(screen.getByRole('button', { name: 'открыть' }));
  const dialog = await screen.findByRole('dialog', { name: 'Удалить' });
  expect(within(dialog).getByText('Чай')).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить' }));

  expect(screen.getByText('закрыто')).toBeInTheDocument();
  await waitFor(() => expect(deleted).toBe('12'));
});

it('removes a member of staff from the shop and explains the consequences', async () => {
  let removed = '';
  server.use(
    http.delete('http://localhost/admin/rest/staffs/:id', ({ params }) => {
      removed = String(params.id);
      return HttpResponse.json(true);
    }),
  );
  renderApp(<Opener view="DELETE_STAFF" data={{ id: 7, title: 'Галина Петрова' }} />);

  await userEvent.click(screen.getByRole('button', { name: 'открыть' }));
  const dialog = await screen.findByRole('dialog', { name: 'Убрать сотрудника' }, { timeout: 8000 });
  expect(within(dialog).getByText('Галина Петрова')).toBeInTheDocument();
  expect(within(dialog).getByText(/открытые сеансы завершатся/)).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Убрать' }));

  expect(screen.getByText('закрыто')).toBeInTheDocument();
  await waitFor(() => expect(removed).toBe('7'));
});

it.each(['mutation', 'plain request'])(
  'explains that a phone must be confirmed when a %s was refused for lack of one, in place of a toast',
  async (kind) => {
    const toasts = vi.fn();
    onTestFinished(onToast(toasts));
    server.use(
      http.post('*/rest/withdraws', () =>
        HttpResponse.json({ message: 'PHONE_NOT_VERIFIED' }, { status: 403 }),
      ),
    );
    renderApp(
      <Withdrawing isPlain={kind === 'plain request'} />,
      undefined,
      createQueryClient((error) => showToast('error', error.message)),
    );

    await userEvent.click(screen.getByRole('button', { name: 'вывести' }));

    const dialog = within(await screen.findByRole('dialog', { name: 'Телефон не подтверждён' }));
    expect(dialog.getByRole('link', { name: 'Открыть профиль' })).toHaveAttribute('href', '/profile-update');
    expect(toasts).not.toHaveBeenCalled();
  },
);

function Withdrawing({ isPlain }: { isPlain: boolean }) {
  const send = () => api.post('withdraws', { amount: 1 });
  const { mutate } = useMutation({ mutationFn: send });
  return (
    <>
      <button type="button" onClick={() => (isPlain ? void send().catch(() => undefined) : mutate())}>
        вывести
      </button>
      <ModalHost />
    </>
  );
}
