import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { expect, it } from 'vitest';
import { Drawer } from '@/components/dialog/drawer';
import { Popover } from '@/components/ui/popover';
import { part } from '@/lib/part';
import { DialogFrame } from '@/shell/dialogs/dialog-frame';
import { renderApp } from './render-app';
import { Waiting } from './waiting';

const Part = part(Waiting);

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
    <DialogFrame look={{}} onClose={() => undefined}>
      <Waiting />
    </DialogFrame>,
  );

  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('button', { name: 'Закрыть' })).toBeInTheDocument();
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
