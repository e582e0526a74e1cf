import { expect, it, vi } from 'vitest';
import { onToast, showToast } from '@/lib/toast';

it('queues toasts in order until a listener subscribes, then forwards them', () => {
  showToast('success', 'Сохранено');
  showToast('error', 'Не вышло', { requestId: 'r-1' });
  const listener = vi.fn();

  const stop = onToast(listener);
  showToast('info', 'Ещё');
  stop();

  expect(listener.mock.calls.map(([toast]) => toast)).toEqual([
    { kind: 'success', text: 'Сохранено' },
    { kind: 'error', text: 'Не вышло', requestId: 'r-1' },
    { kind: 'info', text: 'Ещё' },
  ]);
});
