import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { Drawer } from '@/components/dialog/drawer';
import { Popover } from '@/components/ui/popover';
import { part } from '@/lib/part';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { useModalActions } from '@/state/modal';
import { renderApp } from './render-app';
import { Waiting } from './waiting';

vi.mock('@/shell/dialogs/description-dialog', async () => ({
  DescriptionDialog: (await import('./waiting')).Waiting,
}));

const Part = part(Waiting);

function Opener() {
  const { open } = useModalActions();
  return (
    <button type="button" onClick={() => open('DESCRIPTION_VIEW', { title: '', text: '' })}>
      диалог
    </button>
  );
}

/** What the shell draws around every page. */
function show(opened: ReactNode) {
  renderApp(
    <Suspense fallback="вместо страницы">
      <p>страница</p>
      {opened}
    </Suspense>,
  );
}

function expectPage() {
  expect(screen.getByText('страница')).toBeVisible();
  expect(screen.queryByText('вместо страницы')).toBeNull();
}

it('a dialog that waits for its texts leaves the page and its own frame where they are', async () => {
  show(
    <>
      <Opener />
      <ModalHost />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'диалог' }));

  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('button', { name: 'Закрыть' })).toBeInTheDocument();
  expect(within(dialog).getByRole('status')).toBeInTheDocument();
  expectPage();
});

it('a popover that waits for its texts leaves the page where it is', async () => {
  show(<Popover content="фильтр">{() => <Waiting />}</Popover>);
  await userEvent.click(screen.getByRole('button', { name: 'фильтр' }));

  expect(await screen.findByText('Загрузка…')).toBeInTheDocument();
  expectPage();
});

it('a drawer that waits for its texts leaves the page where it is', () => {
  // jsdom has no modal dialogs.
  const { prototype } = HTMLDialogElement;
  Object.assign(prototype, { showModal: () => undefined, close: () => undefined });
  show(
    <Drawer label="меню" closeLabel="закрыть" onClose={() => undefined}>
      <Waiting />
    </Drawer>,
  );

  expect(screen.getByText('Загрузка…')).toBeInTheDocument();
  expectPage();
});

it('a part of a page that waits for its texts leaves the rest of the page where it is', () => {
  show(<Part />);

  expectPage();
});
