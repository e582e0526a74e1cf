import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Popover } from '@/components/popover';

/** A portal straight into the body makes React listen there, and then each key of the page is heard twice. */
it('stands beside the page without a listener on its body, and goes with Escape', async () => {
  const listen = vi.spyOn(document.body, 'addEventListener');
  render(<Popover content="Ещё">{() => <button type="button">Удалить</button>}</Popover>);

  await userEvent.click(screen.getByRole('button', { name: 'Ещё' }));

  expect(screen.getByRole('button', { name: 'Удалить' })).toHaveFocus();
  expect(listen.mock.calls.filter(([type]) => type === 'keydown')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Удалить' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Ещё' })).toHaveFocus();
  listen.mockRestore();
});
