import { useQueryClient } from '@tanstack/react-query';
import { CloudUpload } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Suspense, useEffect, useState } from 'react';
import { retryDelay } from '@/lib/api/query-client';
import { useQueue, type WaitingEntry } from '@/lib/queue/waiting';
import { useMe } from '@/lib/session/me';
import { showToast } from '@/lib/toast';
import { useModalActions } from '@/state/modal';
import { nextToSend, sendQueue } from './send-queue';

/** What waits for a network: sends it when there is one, and shows how much it is. */
export function WaitingQueue() {
  const { data: me } = useMe();
  const entries = useQueue(me?.id);
  if (!me || entries.length === 0) return null;
  return (
    <Suspense>
      <QueueChip person={me.id} entries={entries} />
    </Suspense>
  );
}

function QueueChip({ person, entries }: { person: number; entries: readonly WaitingEntry[] }) {
  const { t } = useTranslation('orders');
  const { open } = useModalActions();
  const refused = entries.filter(({ refusal }) => refusal).length;
  useSending(person, entries);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t(refused > 0 ? 'orders:queue.chip-refused' : 'orders:queue.chip', {
        count: refused || entries.length,
      })}
      className={`inline-flex h-8.5 shrink-0 items-center gap-1.5 rounded-control px-2.5 font-semibold tabular-nums pointer-coarse:h-10 ${refused > 0 ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
      onClick={() => open('WAITING_CHANGES')}
    >
      <CloudUpload aria-hidden="true" className="size-4.5" />
      {entries.length}
    </button>
  );
}

/** Sends at once, when the network comes back, and at growing intervals meanwhile. */
function useSending(person: number, entries: readonly WaitingEntry[]): void {
  const { t } = useTranslation('orders');
  const { open } = useModalActions();
  const client = useQueryClient();
  const [tries, setTries] = useState(0);
  const next = nextToSend(entries)?.key;
  useEffect(() => {
    if (next === undefined) return undefined;
    const send = async () => {
      const { sent, refused, isDone } = await sendQueue(client, person);
      if (sent > 0) showToast('success', t('orders:queue.sent', { count: sent }));
      if (refused > 0) {
        const action = { label: t('orders:queue.look'), onClick: () => open('WAITING_CHANGES') };
        showToast('error', t('orders:queue.refused'), { action });
      }
      if (!isDone) setTries((now) => now + 1);
    };
    const again = () => void send();
    const timer = setTimeout(again, tries === 0 ? 0 : retryDelay(tries));
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [next, tries, person, client, open, t]);
}
