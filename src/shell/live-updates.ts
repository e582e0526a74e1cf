import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { i18n } from 'next-i18next/pages';
import { useEffect } from 'react';
import type { Me } from '@/contract/accounts/auth';
import { onLive, startLive } from '@/lib/api/live';
import { refreshLists } from '@/lib/api/refresh';
import { env } from '@/lib/env';

/**
 * Keeps what is on the screen true while others work: each live event asks anew for what it touches and nothing else
 * (design §8). Draws nothing.
 */
export function LiveUpdates() {
  const client = useQueryClient();
  useEffect(() => {
    // What happened since the first screen was asked for is told, too.
    const from = client.getQueryData<Me>(['me'])?.live_place;
    const stops = [...handlersOf(client), startLive(from)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  return null;
}

function handlersOf(client: QueryClient): (() => void)[] {
  return [
    onLive('order', ({ id, parent_id }) => {
      void refreshLists(client, 'orders');
      for (const one of [id, parent_id]) {
        if (one !== null) void client.invalidateQueries({ queryKey: ['orders', 'one', String(one)] });
      }
    }),
    onLive('notice', () => {
      void client.invalidateQueries({ queryKey: ['store-notices'] });
      // The banner above every page comes with `me`.
      void client.invalidateQueries({ queryKey: ['me'] });
    }),
    onLive('notification', ({ id, change }) => {
      void client.invalidateQueries({ queryKey: ['notify-logs'] });
      if (env.pushNotifications && change === 'added' && id !== null) void push(id);
    }),
    onLive('message', () => void client.invalidateQueries({ queryKey: ['conversations'] })),
    onLive('feedback', ({ family }) => {
      for (const name of [family, 'abusive_reports']) void client.invalidateQueries({ queryKey: [name] });
    }),
    onLive('seen', () => void client.invalidateQueries({ queryKey: ['conversations'] })),
    // Everybody is told at the same moment, and need not ask in the same one.
    onLive('settings', () => {
      setTimeout(() => void client.invalidateQueries({ queryKey: ['settings'] }), Math.random() * 3000);
    }),
    // Rights changed, or the session is over: the answer to the next question says which.
    onLive('session', () => void client.invalidateQueries({ queryKey: ['me'] })),
    onLive('hello', ({ isNew }) => {
      if (isNew) void client.invalidateQueries();
    }),
  ];
}

/** Off unless the environment asks for it: its code comes with the first one. */
async function push(id: number): Promise<void> {
  const { pushToast } = await import('@/features/messaging/notifications/push-toast');
  if (i18n) await pushToast(id, i18n.t);
}
