import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '@/lib/api/query-client';
import { TopBar } from '@/shell/menu/top-bar';
import { useModal } from '@/state/modal';
import { fakeRouter, renderApp } from './render-app';

it('shows the hint of the search with the frame, and opens the search before its box is here', async () => {
  const client = createQueryClient(vi.fn());
  // A request that never ends: the page has no data yet.
  void client.fetchQuery({ queryKey: ['rows'], queryFn: () => new Promise(() => undefined) });
  renderApp(
    <>
      <TopBar shop={undefined} />
      <OpenDialog />
    </>,
    fakeRouter('/'),
    client,
  );

  await userEvent.click(screen.getByRole('button', { name: 'Заказ, товар, человек, раздел…' }));

  expect(screen.getByText('SEARCH_VIEW')).toBeInTheDocument();
});

function OpenDialog() {
  const { view } = useModal();
  return <p>{view}</p>;
}
