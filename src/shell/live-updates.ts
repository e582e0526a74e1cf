import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { i18n } from 'next-i18next/pages';
import { useEffect } from 'react';
import type { Me } from '@/contract/accounts/auth';
import type { LiveEvents } from '@/contract/core/live';
import { menuCountsEndpoint } from '@/contract/insights/menu-counts';
import { useCan } from '@/lib/api/capabilities';
import { onLive, startLive } from '@/lib/api/live';
import { refreshLists } from '@/lib/api/refresh';
import { env } from '@/lib/env';

const countPauseMs = 300;

/** Refreshes the screen: each live event refetches only the affected queries. Renders nothing. */
export function LiveUpdates() {
  const client = useQueryClient();
  const hasStream = useCan('live');
  useEffect(() => {
    if (!hasStream) return undefined;
    // Includes events since the first request.
    const from = client.getQueryData<Me>(['me'])?.live_place;
    const stops = [...handlersOf(client), startLive(from)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, hasStream]);
  return null;
}

/** Queries that show the records of a decision, besides those of its own family. */
const shownIn: Record<LiveEvents['decision']['family'], readonly string[]> = {
  // Own shops come with `me`; in a disabled shop conversations are closed.
  shops: ['shops', 'me', 'conversations'],
  // The balance of a shop is part of the shop.
  withdraws: ['withdraws', 'shops'],
  'product-reviews': ['product-reviews', 'products'],
  // What a confirmed request has changed.
  approvals: ['approvals', 'withdraws', 'shops', 'refunds', 'ledger', 'users'],
};

function handlersOf(client: QueryClient): (() => void)[] {
  const count = counterOf(client);
  const refetch = (...names: readonly string[]) => {
    for (const name of names) void client.invalidateQueries({ queryKey: [name] });
  };
  return [
    ...(['order', 'notice', 'message', 'seen', 'feedback', 'decision'] as const).map((type) =>
      onLive(type, count),
    ),
    onLive('decision', ({ family }) => refetch(...shownIn[family])),
    onLive('order', ({ id, parent_id, change }) => {
      if (change === 'refund') refetch('refunds');
      void refreshLists(client, 'orders');
      for (const one of [id, parent_id]) {
        if (one !== null) void client.invalidateQueries({ queryKey: ['orders', 'one', String(one)] });
      }
    }),
    // The banner's notice is part of `me`.
    onLive('notice', () => refetch('store-notices', 'me')),
    onLive('notification', ({ id, change }) => {
      refetch('notify-logs');
      if (env.pushNotifications && change === 'added' && id !== null) void push(id);
    }),
    onLive('message', () => refetch('conversations')),
    onLive('feedback', ({ family }) => refetch(family, 'abusive_reports')),
    onLive('seen', () => refetch('conversations')),
    // Everybody gets the event at the same time: random delays spread the requests.
    onLive('settings', () => {
      setTimeout(() => refetch('settings'), Math.random() * 3000);
    }),
    // Permissions changed or the session ended: refetching `me` shows which.
    onLive('session', () => refetch('me')),
    onLive('hello', ({ isNew }) => {
      if (isNew) void client.invalidateQueries();
    }),
  ];
}

/** Refetches the menu's counters, once for several events in a row. */
function counterOf(client: QueryClient): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    setTimeout(() => {
      isAsked = false;
      void client.invalidateQueries({ queryKey: [menuCountsEndpoint] });
    }, countPauseMs);
  };
}

/** Off unless enabled in the environment; its code loads with the first event. */
async function push(id: number): Promise<void> {
  const { pushToast } = await import('@/features/messaging/notifications/push-toast');
  if (i18n) await pushToast(id, i18n.t);
}
