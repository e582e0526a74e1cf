import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { refundsInShop } from '@/contract/refunds';
import { resourcePage } from '@/crud/resource-page';
import { server } from '../server';
import { api, buildTag, narrowScreen, pageOf, phoneScreen, renderScreen } from './render-screen';

/** A table wider than its window would hide the states of its rows behind horizontal scrolling. */

const refund = {
  ...buildTag(7),
  title: 'Повреждено в дороге',
  refund_reason: { id: 1, name: 'Товар повреждён', slug: 'damaged' },
  customer_email: 'i.nosov@demo.ru',
  amount: 510,
  tracking_number: '20261123539814',
  status: 'pending',
};

function renderRefunds() {
  server.use(http.get(api('refunds'), () => HttpResponse.json(pageOf([refund]))));
  const Refunds = resourcePage(refundsInShop);
  return renderScreen(<Refunds />, '/refunds');
}

async function openRefunds() {
  renderRefunds();
  const table = await screen.findByRole('table');
  await within(table).findByText('№ 7');
  const headings = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  const cellWith = (text: string) => within(table).getByText(text).closest('td');
  return { headings, cellWith };
}

it('gives every value of a row its own column in a wide window', async () => {
  const { headings, cellWith } = await openRefunds();
  expect(headings).toEqual(expect.arrayContaining(['Заказ', 'Создана', 'Статус']));
  expect(cellWith('20261123539814')).not.toHaveTextContent('i.nosov@demo.ru');
});

it('moves values below their neighbours in a narrow window, and loses none', async () => {
  narrowScreen();
  const { headings, cellWith } = await openRefunds();
  expect(headings).toContain('Статус');
  expect(headings).not.toContain('Заказ');
  expect(headings).not.toContain('Создана');
  expect(cellWith('20261123539814')).toHaveTextContent('i.nosov@demo.ru');
});

it('keeps the column of a value whose neighbour is hidden', async () => {
  narrowScreen();
  localStorage.setItem('gostiny-columns:refunds', JSON.stringify(['amount', 'tracking_number', 'status']));
  const { headings } = await openRefunds();
  expect(headings).toContain('Заказ');
});

describe('sorting by a column without a heading', () => {
  const sortButton = () => screen.findByRole('button', { name: /^Сортировка/ });

  it.each([
    ['in a narrow window', narrowScreen],
    ['on a phone', phoneScreen],
  ])('is chosen from a menu %s', async (_where, resize) => {
    resize();
    const { visits } = renderRefunds();
    await screen.findByText('№ 7');
    await userEvent.click(await sortButton());
    await userEvent.click(screen.getByRole('menuitem', { name: 'Сумма' }));
    expect(await sortButton()).toHaveAccessibleName('Сортировка: Сумма, по убыванию');
    expect(visits.addresses.at(-1)).toBe('/refunds?orderBy=amount&sortedBy=desc');

    await userEvent.click(await sortButton());
    expect(screen.getByRole('menuitem', { name: 'Сумма' })).toHaveAttribute('aria-current', 'true');
    await userEvent.click(screen.getByRole('menuitem', { name: 'По возрастанию' }));
    expect(visits.addresses.at(-1)).toBe('/refunds?orderBy=amount&sortedBy=asc');

    await userEvent.click(await sortButton());
    await userEvent.click(screen.getByRole('menuitem', { name: 'Создана' }));
    expect(visits.addresses.at(-1)).toBe('/refunds?orderBy=created_at&sortedBy=asc');
  });

  it('needs no menu where every sortable column has its heading', async () => {
    await openRefunds();
    await screen.findByRole('button', { name: 'Колонки' });
    expect(screen.queryByRole('button', { name: /^Сортировка/ })).not.toBeInTheDocument();
  });
});
