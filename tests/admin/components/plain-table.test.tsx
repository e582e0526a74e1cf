import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { PlainTable } from '@/components/table/plain-table';

/** A window that can be made narrow: a phone that is turned. */
let isNarrow = false;
const listeners = new Set<() => void>();
const turn = (narrow: boolean) =>
  act(() => {
    isNarrow = narrow;
    for (const listener of listeners) listener();
  });
const plain = window.matchMedia;
afterEach(() => {
  isNarrow = false;
  window.matchMedia = plain;
});

function Give() {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <form>
      <input aria-label="Причина" />
      <button type="button" onClick={() => setOpen(false)}>
        Закрыть
      </button>
    </form>
  ) : (
    <button type="button" onClick={() => setOpen(true)}>
      Разнести
    </button>
  );
}

it('a form that is open in a row keeps what was typed when a phone is turned', async () => {
  window.matchMedia = vi.fn((media: string) => ({
    media,
    get matches() {
      return isNarrow;
    },
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  })) as unknown as typeof window.matchMedia;
  render(
    <PlainTable
      label="Строки банка"
      rows={[{ id: 1 }]}
      rowKey={({ id }) => id}
      columns={[{ key: 'give', label: '', cell: () => <Give /> }]}
      card={() => <Give />}
    />,
  );

  turn(true);
  expect(screen.getByRole('list', { name: 'Строки банка' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Разнести' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Причина' }), 'Так в поручении');
  turn(false);

  expect(screen.getByRole('textbox', { name: 'Причина' })).toHaveValue('Так в поручении');
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  turn(true);
  turn(false);
  expect(screen.getByRole('table')).toBeVisible();
});
