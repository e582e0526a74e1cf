import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { type LevelByArea, limited, listRights } from '@/contract/core/areas';
import { gainsAndLosses, withinGiver } from '@/features/accounts/roles/role-changes';
import { RoleEffect } from '@/features/accounts/roles/role-effect';
import { RoleMatrix } from '@/features/accounts/roles/role-matrix';
import { renderScreen } from '../../crud/render-screen';

const support: LevelByArea = { orders: 'write', refunds: 'read', content: 'write' };

function Composed({ giver = ['super_admin'] }: { giver?: readonly string[] }) {
  const [value, setValue] = useState(support);
  return (
    <>
      <RoleMatrix before={support} value={value} giver={giver} isReadOnly={false} onChange={setValue} />
      <RoleEffect
        people={[{ id: 3, name: 'Ольга Миронова', role: null }]}
        person={undefined}
        onChoose={() => undefined}
        before={support}
        after={value}
        menuOf={(rights) => (rights.includes('refunds:read') ? ['text-activity'] : [])}
      />
    </>
  );
}

const row = (area: string) => screen.getByRole('radiogroup', { name: `Уровень в области «${area}»` });

it('says in words what an area gains, and what the person can do by it', async () => {
  renderScreen(<Composed />, '/');

  await userEvent.click(within(row('Возвраты')).getByRole('radio', { name: /^решать/ }));

  expect(row('Возвраты')).toHaveTextContent(/смотреть\s*→\s*решать/);
  const gained = screen.getByRole('heading', { name: 'Получит' }).parentElement;
  expect(gained).toHaveTextContent('Одобрять и отклонять возвраты');
  expect(screen.queryByRole('heading', { name: 'Потеряет' })).toBeNull();
});

it('says what an area loses, and which entry leaves the menu', async () => {
  renderScreen(<Composed />, '/');

  await userEvent.click(within(row('Возвраты')).getByRole('radio', { name: 'нет' }));

  expect(row('Возвраты')).toHaveTextContent(/смотреть\s*→\s*нет/);
  expect(screen.getByRole('heading', { name: 'Потеряет' }).parentElement).toHaveTextContent(
    'Смотреть возвраты',
  );
  expect(screen.getByText('Журнал действий', { selector: 'del' })).toBeInTheDocument();
});

it('locks what is above the giver, and has no place for levels that an area lacks', () => {
  renderScreen(
    <Composed giver={['super_admin', limited, ...listRights({ orders: 'write', catalogue: 'read' })]} />,
    '/',
  );

  expect(
    within(row('Заказы')).getByRole('radio', { name: 'решать: выше вашего собственного' }),
  ).toBeDisabled();
  expect(within(row('Заказы')).getByRole('radio', { name: /^смотреть/ })).toBeEnabled();
  expect(
    within(row('Деньги'))
      .getAllByRole('radio')
      .filter((one) => !one.hasAttribute('disabled')),
  ).toHaveLength(1);
  expect(within(row('Журнал')).getAllByRole('radio')).toHaveLength(2);
});

it('moves within an area by the arrow keys', async () => {
  renderScreen(<Composed />, '/');
  within(row('Заказы'))
    .getByRole('radio', { name: /^менять/ })
    .focus();

  await userEvent.keyboard('{ArrowRight}');

  expect(within(row('Заказы')).getByRole('radio', { name: /^решать/ })).toBeChecked();
  expect(within(row('Возвраты')).getByRole('radio', { name: /^смотреть/ })).toBeChecked();
});

it('names of each area the highest right that is new or gone', () => {
  const after: LevelByArea = { orders: 'read', refunds: 'decide' };

  expect(gainsAndLosses(support, after)).toEqual({
    gains: ['refunds:decide'],
    losses: ['orders:write', 'content:write'],
  });
});

it('starts from a ready role only as far as the giver has its rights', () => {
  const giver = [limited, ...listRights({ orders: 'read', refunds: 'decide' })];

  expect(withinGiver({ orders: 'write', refunds: 'write', finance: 'read' }, giver)).toEqual({
    orders: 'read',
    refunds: 'write',
  });
});
