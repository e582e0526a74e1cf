import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { showToast } from '@/lib/toast';
import { toastLifetime } from '@/shell/toast-stack';
import { Toasts } from '@/shell/toasts';
import { renderApp } from './render-app';

it('shows a toast, runs its action and closes it', async () => {
  const restore = vi.fn();
  renderApp(<Toasts />);

  showToast('success', 'Удалено', { action: { label: 'Отменить', onClick: restore } });
  await userEvent.click(await screen.findByRole('button', { name: 'Отменить' }));

  expect(restore).toHaveBeenCalledOnce();
});

it('shows an error as an alert with the request id to quote', async () => {
  renderApp(<Toasts />);

  showToast('error', 'Ошибка на сервере', { requestId: 'req-1' });

  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(alert).toHaveTextContent('Ошибка на сервере'));
  expect(alert).toHaveTextContent('Код обращения: req-1');
});

it('closes a toast after two seconds unless it carries an action', () => {
  const toast = { kind: 'error', text: 'Ошибка', requestId: 'req-1' } as const;

  expect(toastLifetime(toast)).toBe(2000);
  expect(toastLifetime({ ...toast, action: { label: 'Отменить', onClick: vi.fn() } })).toBeGreaterThan(2000);
});
