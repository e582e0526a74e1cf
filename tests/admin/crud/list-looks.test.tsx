import { render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { ColourCode } from '@/components/table/colour-code';
import type { Column } from '@/contract/core/define';
import { refundPolicies } from '@/contract/refunds/refund-policies';
import { staffs } from '@/contract/shops/staffs';
import { FieldText } from '@/crud/details/field-text';
import { RowCard } from '@/crud/list/row-card';
import { resourcePage } from '@/crud/resource-page';
import type { Row } from '@/crud/types';
import { server } from '../server';
import { api, buildTag, pageOf, renderScreen } from './render-screen';

const row: Row = { ...buildTag(1, { name: 'Дуб', slug: 'dub' }), count: 13, used: '3 / 20' };

it('marks an unusual state with a badge, and shows the usual one as plain text', async () => {
  const policy = (id: number, status: string) => ({ ...buildTag(id), title: `Правило ${id}`, status });
  server.use(
    http.get(api('refund-policies'), () =>
      HttpResponse.json(pageOf([policy(1, 'approved'), policy(2, 'pending')])),
    ),
  );
  const Policies = resourcePage(refundPolicies);
  renderScreen(<Policies />, '/refund-policies');
  const table = await screen.findByRole('table');
  const plain = await within(table).findByText('Опубликовано');
  const badge = within(table).getByText('Черновик');
  expect(plain.querySelector('[aria-hidden]')).toBeNull();
  expect(badge.querySelector('[aria-hidden]')).not.toBeNull();
});

it('labels numbers on a phone, and leaves out the address of the page', () => {
  const columns: Column<Row>[] = [
    { key: 'name', kind: 'title' },
    { key: 'slug', kind: 'text' },
    { key: 'used', kind: 'text' },
    { key: 'count', kind: 'number' },
  ] as never;
  const label = (key: string) => ({ count: 'Товаров', used: 'Применён' })[key] ?? key;
  render(<RowCard {...{ row, columns, label }} cell={(one, key) => String(one[key])} />);
  expect(screen.getByText('Товаров:').parentElement).toHaveTextContent('Товаров:13');
  expect(screen.getByText('Применён:').parentElement).toHaveTextContent('Применён:3 / 20');
  expect(screen.queryByText('dub')).toBeNull();
});

it('stacks facts with headings in every row of a phone, and puts the second state next to them', () => {
  const columns: Column<Row>[] = [
    { key: 'name', kind: 'title' },
    { key: 'state', kind: 'badge' },
    { key: 'isOn', kind: 'switch' },
    { key: 'until', kind: 'date' },
    { key: 'used', kind: 'text' },
  ] as never;
  const told: Row = { ...row, state: 'Идёт', isOn: 'Включён', until: '7 дек.' };
  render(
    <RowCard
      row={told}
      columns={columns}
      label={(key) => key}
      cell={(one, key) => <i>{String(one[key])}</i>}
    />,
  );
  const facts = screen.getByText('used:').closest('.facts') as HTMLElement;
  expect(facts.querySelector('.flex-col')).toHaveTextContent('until:7 дек.used:3 / 20');
  expect(within(facts).getByText('Включён')).toBeInTheDocument();
  expect(within(facts).queryByText('Идёт')).toBeNull();
});

it('draws a swatch for a colour, not for a note such as a size', () => {
  const { container, rerender } = render(<ColourCode code="#1f6b4f" />);
  expect(container.querySelector('rect')).toHaveAttribute('fill', '#1f6b4f');
  rerender(<ColourCode code="62,8 мм" />);
  expect(container.querySelector('svg')).toBeNull();
  expect(container).toHaveTextContent('62,8 мм');
});

it('shows the name of a related record also where the list has no column for it', () => {
  const inShop = { ...staffs, columns: staffs.columns.filter(({ key }) => key !== 'shop') };
  const shop = { id: 4, name: 'Чайная лавка', slug: 'chay' };
  renderScreen(<FieldText resource={inShop} name="shop" value={shop} />, '/chay/staffs');
  expect(screen.getByText('Чайная лавка')).toBeInTheDocument();
});
