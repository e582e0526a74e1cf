import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Menu } from '@/components/ui/menu';
import { Popover } from '@/components/ui/popover';

describe('a popover', () => {
  const opener = () => screen.getByRole('button', { name: 'Цена' });
  const isOpen = () => screen.queryByRole('button', { name: 'До 1000' }) !== null;

  function show() {
    render(
      <>
        <Popover content="Цена">
          {(close) => (
            <button type="button" onClick={close}>
              До 1000
            </button>
          )}
        </Popover>
        <p>Рядом</p>
      </>,
    );
  }

  it('opens at the first press, with the focus inside, and is announced as open', async () => {
    show();
    expect(opener()).toHaveAttribute('aria-expanded', 'false');

    await userEvent.click(opener());

    expect(screen.getByRole('button', { name: 'До 1000' })).toHaveFocus();
    expect(opener()).toHaveAttribute('aria-expanded', 'true');
  });

  it.each(['{Enter}', ' '])('opens and closes by the key "%s", and returns the focus', async (key) => {
    show();
    await userEvent.tab();
    await userEvent.keyboard(key);
    expect(screen.getByRole('button', { name: 'До 1000' })).toHaveFocus();

    await userEvent.keyboard('{Escape}');

    expect(isOpen()).toBe(false);
    expect(opener()).toHaveFocus();
    await userEvent.keyboard(key);
    expect(isOpen()).toBe(true);
  });

  it('closes at a press outside, at the second press of its button, and when its content closes it', async () => {
    show();
    await userEvent.click(opener());
    await userEvent.click(screen.getByText('Рядом'));
    expect(isOpen()).toBe(false);

    await userEvent.click(opener());
    await userEvent.click(opener());
    expect(isOpen()).toBe(false);

    await userEvent.click(opener());
    await userEvent.click(screen.getByRole('button', { name: 'До 1000' }));
    expect(isOpen()).toBe(false);
    expect(opener()).toHaveFocus();
  });

  it('keeps its keys from the page', async () => {
    const handleKey = vi.fn();
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for a table with keys of its own
      <div onKeyDown={handleKey}>
        <Popover content="Цена">{() => <button type="button">До 1000</button>}</Popover>
      </div>,
    );
    await userEvent.click(opener());

    await userEvent.keyboard('{ArrowDown}{Delete}');

    expect(handleKey).not.toHaveBeenCalled();
  });
});

describe('a menu', () => {
  const opener = () => screen.getByRole('button', { name: 'Действия' });
  const active = () =>
    document.getElementById(screen.getByRole('menu').getAttribute('aria-activedescendant') ?? '');
  const rename = vi.fn();

  function show() {
    rename.mockReset();
    const items = [
      { key: 'open', label: 'Открыть', onSelect: vi.fn() },
      { key: 'rename', label: 'Переименовать', onSelect: rename, isChecked: true },
    ];
    render(
      <Menu label="Действия" items={items}>
        …
      </Menu>,
    );
  }

  it.each(['{Enter}', ' ', '{ArrowDown}'])('opens on its first item by the key "%s"', async (key) => {
    show();
    await userEvent.tab();

    await userEvent.keyboard(key);

    expect(active()).toHaveTextContent('Открыть');
    expect(opener()).toHaveAttribute('aria-expanded', 'true');
  });

  it('is walked by arrows, and chooses by Enter once', async () => {
    show();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toHaveTextContent('Переименовать');
    expect(active()).toHaveAttribute('aria-current', 'true');
    await userEvent.keyboard('{Home}');
    expect(active()).toHaveTextContent('Открыть');

    await userEvent.keyboard('{End}{Enter}');

    expect(rename).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
    await waitFor(() => expect(opener()).toHaveFocus());
  });

  it('opens at the first press, chooses at a press, and closes on Escape', async () => {
    show();
    await userEvent.click(opener());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(opener()).toHaveFocus();

    await userEvent.click(opener());
    await userEvent.click(screen.getByRole('menuitem', { name: 'Переименовать' }));

    expect(rename).toHaveBeenCalledOnce();
  });
});
