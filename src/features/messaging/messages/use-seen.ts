import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Conversation, type Message, seenEndpoint } from '@/contract/messaging/conversations';
import { api } from '@/lib/api/client';

/** Marks messages as seen while the end of the thread is visible and the window is focused. */
export function useSeen(
  talk: Conversation | undefined,
  last: Message | undefined,
  isAtBottom: boolean,
): void {
  const client = useQueryClient();
  const reported = useRef(0);
  const isVisible = useIsVisible();
  const id = talk?.id;
  const upTo = last?.id ?? 0;
  const isNeeded = talk !== undefined && talk.unseen > 0 && upTo > Math.max(talk.seen_id, reported.current);

  useEffect(() => {
    if (id === undefined || !isNeeded || !isAtBottom || !isVisible) return;
    reported.current = upTo;
    api
      .post(`${seenEndpoint}/${id}`, { message_id: upTo })
      .then(() => client.invalidateQueries({ queryKey: ['conversations'] }))
      .catch(() => {
        // The next message or visit retries.
        reported.current = 0;
      });
  }, [client, id, upTo, isNeeded, isAtBottom, isVisible]);
}

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(() => !document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isVisible;
}
