import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useHashTarget } from '@/lib/hooks/use-hash-target';
import { renderApp } from '../shell/render-app';

function Form() {
  const [isLoaded, setLoaded] = useState(false);
  useHashTarget();
  return (
    <>
      <input aria-label="Название" />
      <button type="button" onClick={() => setLoaded(true)}>
        Загрузить
      </button>
      {isLoaded && <button type="button" id="field-late" aria-label="Документы" />}
    </>
  );
}

describe('a field in the hash of the address', () => {
  it('gets the focus when its part of the form has loaded', async () => {
    window.history.replaceState(null, '', '/admin/#field-late');
    renderApp(<Form />);
    await userEvent.click(await screen.findByRole('button', { name: 'Загрузить' }));

    await waitFor(() => expect(screen.getByRole('button', { name: 'Документы' })).toHaveFocus());
  });

  it('leaves the focus where the person types by then', async () => {
    window.history.replaceState(null, '', '/admin/#field-late');
    renderApp(<Form />);
    const load = await screen.findByRole('button', { name: 'Загрузить' });
    const name = screen.getByRole('textbox', { name: 'Название' });
    name.focus();
    load.click();

    await screen.findByRole('button', { name: 'Документы' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(name).toHaveFocus();
  });
});
