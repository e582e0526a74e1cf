import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MaintenanceBar } from '@/shell/maintenance-bar';

/** Everybody in the panel sees upcoming and current maintenance, and its end. */
const maintenance = {
  title: 'Обновляем базу',
  description: 'Заказы примем позже',
  image: null,
  start: '2026-03-12T01:00:00.000Z',
  until: '2026-03-12T03:00:00.000Z',
};

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-10T23:30:00Z') }));
afterEach(() => void vi.useRealTimers());

const timer = () => screen.getByRole('timer').textContent;
const pass = (at: string) =>
  act(() => {
    vi.setSystemTime(new Date(at));
    vi.advanceTimersByTime(1000);
  });

it('counts down to the start, then to the end, and disappears', () => {
  render(<MaintenanceBar maintenance={maintenance} />);
  const bar = screen.getByRole('complementary', { name: 'Технические работы' });

  expect(bar).toHaveTextContent('Обновляем базу — Заказы примем позже');
  expect([bar.textContent?.includes('Начнутся через'), timer()]).toEqual([true, '1 д 1 ч']);
  pass('2026-03-11T23:29:59Z');
  expect(timer()).toBe('1 ч 30 мин');
  pass('2026-03-12T02:58:54Z');
  expect([bar.textContent?.includes('Закончим через'), timer()]).toEqual([true, '1:05']);
  pass('2026-03-12T03:00:00Z');
  expect(screen.queryByRole('complementary')).toBeNull();
});
