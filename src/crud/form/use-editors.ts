import { useEffect, useState } from 'react';
import { type PresenceAnswer, presenceBeatSeconds } from '@/contract/core/presence';
import { useCan } from '@/lib/api/capabilities';
import { onLive } from '@/lib/api/live';
import { env } from '@/lib/env';
import { readCredentials } from '@/lib/session/session';

const nobody: PresenceAnswer = { editors: [], is_editable: true };

/**
 * Reports that the record's form is open while the window is visible; returns who else edits it, and whether the person
 * may.
 */
export function useEditors(family: string, id: number): PresenceAnswer {
  const [presence, setPresence] = useState(nobody);
  const canTell = useCan('presence');
  useEffect(() => {
    if (!canTell) return undefined;
    let isOver = false;
    const beat = async () => {
      if (isOver || document.hidden) return;
      const answer = await tell({ family, id, is_open: true });
      if (isOver || !answer) return;
      // Also for a server without this endpoint.
      if (isRefusal(answer.status)) end();
      else if (answer.ok) setPresence({ ...nobody, ...((await answer.json()) as Partial<PresenceAnswer>) });
    };
    const timer = setInterval(() => void beat(), presenceBeatSeconds * 1000);
    const forget = onLive('presence', (told) => {
      if (told.family === family && told.id === id) void beat();
    });
    const look = () => void beat();
    const leave = () => {
      if (!isOver) void tell({ family, id, is_open: false });
    };
    const end = () => {
      isOver = true;
      clearInterval(timer);
      forget();
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', leave);
      setPresence(nobody);
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pagehide', leave);
    void beat();
    return () => {
      leave();
      end();
    };
  }, [family, id, canTell]);
  return presence;
}

const isRefusal = (status: number) => status === 501 || (status >= 400 && status < 500 && status !== 429);

/** `keepalive`, so that the final report is sent although the page is gone. Undefined without a response. */
function tell(body: object): Promise<Response | undefined> {
  return fetch(`${env.apiUrl}/presence`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${readCredentials()?.token ?? ''}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
}
