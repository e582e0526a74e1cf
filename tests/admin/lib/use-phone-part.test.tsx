import { act, renderHook } from '@testing-library/react';
import { phoneScreen } from '@tests/admin/crud/render-screen';
import { expect, it, onTestFinished, vi } from 'vitest';
import { usePhonePart } from '@/lib/hooks/use-phone-part';

it('a part of phones is not loaded on a wide screen', () => {
  const load = vi.fn(() => Promise.resolve('card'));
  const { result } = renderHook(() => usePhonePart(load));

  expect(result.current).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
});

it('a part that did not load on a bad line is asked for again', async () => {
  phoneScreen();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline'));
  load.mockResolvedValue('card');
  const { result } = renderHook(() => usePhonePart(load));

  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(result.current).toBeUndefined();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(result.current).toBe('card');
  expect(load).toHaveBeenCalledTimes(2);
});
