import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Popover } from '@/components/ui/popover';

afterEach(() => {
  vi.restoreAllMocks();
});

async function openPanel() {
  render(<Popover content="Цена">{() => <button type="button">До 1000</button>}</Popover>);
  await userEvent.click(screen.getByRole('button', { name: 'Цена' }));
  expect(screen.getByRole('button', { name: 'До 1000' })).toBeVisible();
}
const isOpen = () => screen.queryByRole('button', { name: 'До 1000' }) !== null;

it('closes when its button scrolls away, not when something else scrolls', async () => {
  await openPanel();

  // Chips scrolled sideways to reach the button emit their scroll event after the click.
  fireEvent.scroll(document);
  expect(isOpen()).toBe(true);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 50, 80, 34));
  fireEvent.scroll(document);

  expect(isOpen()).toBe(false);
});

it('is rendered outside the page without a listener on its body, which would handle every key twice', async () => {
  const listen = vi.spyOn(document.body, 'addEventListener');

  await openPanel();

  expect(listen.mock.calls.filter(([type]) => type === 'keydown')).toEqual([]);
});

it('closes on Escape and returns the focus', async () => {
  await openPanel();
  expect(screen.getByRole('button', { name: 'До 1000' })).toHaveFocus();

  await userEvent.keyboard('{Escape}');

  expect(isOpen()).toBe(false);
  expect(screen.getByRole('button', { name: 'Цена' })).toHaveFocus();
});

it('stays on the screen when its content grows later', async () => {
  let grow = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        grow = tell;
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(900, 50, 80, 34));
  const width = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  await openPanel();
  const panel = screen.getByRole('button', { name: 'До 1000' }).parentElement;
  expect(panel).toHaveStyle({ left: '900px' });

  width.mockReturnValue(300);
  grow();

  expect(panel).toHaveStyle({ left: `${window.innerWidth - 300 - 8}px` });
});
