import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { PagedCard } from '@/crud/list/paged-card';
import { ClientError } from '@/lib/api/errors';
import { renderApp } from '../shell/render-app';

type Query = ComponentProps<typeof PagedCard<string>>['query'];

const paginator = { currentPage: 2, lastPage: 3, perPage: 1, from: 2, to: 2, total: 3 };
const loading: Query = { data: undefined, error: null, isPlaceholderData: false };

function draw(query: Partial<Query>, onPage = vi.fn()) {
  const view = renderApp(
    <PagedCard query={{ ...loading, ...query }} empty={<p>Писем ещё нет</p>} onPage={onPage}>
      {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
    </PagedCard>,
  );
  return { card: view.container.firstElementChild, onPage };
}

it('has pagination below its rows', async () => {
  const { card, onPage } = draw({ data: { rows: ['Чек №17'], paginator } as Query['data'] });

  expect(screen.getByText('Чек №17')).toBeVisible();
  expect(card).toHaveAttribute('aria-busy', 'false');
  await userEvent.click(await screen.findByRole('button', { name: 'Следующая страница' }));

  expect(onPage).toHaveBeenCalledWith(3);
});

it('says that there are no rows, without pages', () => {
  draw({ data: { rows: [], paginator: { ...paginator, total: 0 } } as unknown as Query['data'] });

  expect(screen.getByText('Писем ещё нет')).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('shows the rows of the previous page as busy until the next one has loaded', () => {
  const data = { rows: ['Чек №17'], paginator } as Query['data'];

  expect(draw({ data, isPlaceholderData: true }).card).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByText('Чек №17')).toBeVisible();
});

it('retries after an error', async () => {
  const ask = vi
    .fn()
    .mockRejectedValueOnce(new ClientError('FORBIDDEN'))
    .mockResolvedValue({ rows: ['Чек №17'], paginator });
  renderApp(<Asked ask={ask} />);

  await userEvent.click(await screen.findByRole('button', { name: 'Повторить' }));

  expect(await screen.findByText('Чек №17')).toBeVisible();
  expect(screen.queryByText('Писем ещё нет')).toBeNull();
  expect(ask).toHaveBeenCalledTimes(2);
});

function Asked({ ask }: { ask: () => Promise<NonNullable<Query['data']>> }) {
  const query = useQuery({ queryKey: ['receipts'], queryFn: ask, retry: false });
  return (
    <PagedCard query={query} empty={<p>Писем ещё нет</p>} onPage={vi.fn()}>
      {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
    </PagedCard>
  );
}
