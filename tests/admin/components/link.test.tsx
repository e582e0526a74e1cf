import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Link } from '@/components/ui/link';
import { boxes } from '@/contract/settings/boxes';
import { registerList } from '@/crud/list/prefetch-list';
import { queryClient } from '@/lib/api/first-requests';
import { renderScreen } from '../crud/render-screen';

it('prefetches its list on hover, but not when the pointer only passes over', async () => {
  const asked = vi.spyOn(queryClient, 'prefetchQuery').mockResolvedValue();
  renderScreen(<Link href="/boxes">Коробки</Link>, '/tags');
  registerList(boxes);
  const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

  // Moves in a single event, however busy the machine is.
  fireEvent.mouseEnter(screen.getByRole('link'));
  fireEvent.mouseLeave(screen.getByRole('link'));
  await pause(200);
  expect(asked).not.toHaveBeenCalled();

  await userEvent.hover(screen.getByRole('link'));
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce(), 10_000);
  expect(asked.mock.calls[0]?.[0].queryKey.slice(0, 2)).toEqual(['boxes', 'list']);
});
