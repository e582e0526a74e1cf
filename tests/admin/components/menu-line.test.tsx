import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { MenuLine } from '@/components/ui/menu-line';

it('closes its menu before it opens the dialog, which would lose the focus to the menu otherwise', async () => {
  const order: string[] = [];
  render(
    <MenuLine icon={<svg />} close={() => order.push('close')} onOpen={() => order.push('open')}>
      Начислить баллы
    </MenuLine>,
  );
  const line = screen.getByRole('button', { name: 'Начислить баллы' });

  expect(line).toHaveAttribute('aria-haspopup', 'dialog');
  await userEvent.click(line);

  expect(order).toEqual(['close', 'open']);
});
