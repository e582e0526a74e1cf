import { useEffect, useState } from 'react';
import { panelAccept } from '@/contract/core/panel-client';
import { type PresenceAnswer, presenceBeatSeconds } from '@/contract/core/presence';
import { useCan } from '@/lib/api/capabilities';
import { onLive } from '@/lib/api/live';
import { env } from '@/lib/env';
import { isViewing, readCredentials } from '@/lib/session/session';

const nobody: PresenceAnswer = { editors: [], is_editable: !isViewing };

/**
 * Reports that the record's form is open while the window is visible; returns who else edits it, and whether the person
 * may.
 */
export function useEditors(family: string, id: number): PresenceAnswer {
  const [presence, setPresence] = useState(nobody);
  const hasPresence = useCan('presence');
  useEffect(() => {
    // Whoever only looks is not there.
    if (!hasPresence || isViewing) return undefined;
    let isOver = false;
    const beat = async () => {
      if (isOver || document.hidden) return;
      const answer = await report({ family, id, is_open: true });
      if (isOver || !answer) return;
      // Also for a server without this endpoint.
      if (isRefusal(answer.status)) end();
      else if (answer.ok) setPresence({ ...nobody, ...((await answer.json()) as Partial<PresenceAnswer>) });
    };
    const timer = setInterval(() => void beat(), presenceBeatSeconds * 1000);
    const forget = onLive('presence', (event) => {
      if (event.family === family && event.id === id) void beat();
    });
    const handleVisibility = () => void beat();
    const handleLeave = () => {
      if (!isOver) void report({ family, id, is_open: false });
    };
    const end = () => {
      isOver = true;
      clearInterval(timer);
      forget();
      document.removeEventListener('visibilitychange', handleVisibility);
      window.removeEventListener('pagehide', handleLeave);
      setPresence(nobody);
    };
    document.addEventListener('visibilitychange', handleVisibility);
    window.addEventListener('pagehide', handleLeave);
    void beat();
    return () => {
      handleLeave();
      end();
    };
  }, [family, id, hasPresence]);
  return presence;
}

const isRefusal = (status: number) => status === 501 || (status >= 400 && status < 500 && status !== 429);

/** `keepalive`, so that the final report is sent although the page is gone. Undefined without a response. */
function report(body: object): Promise<Response | undefined> {
  return fetch(`${env.apiUrl}/presence`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${readCredentials()?.token ?? ''}`,
      'Content-Type': 'application/json',
      Accept: panelAccept,
    },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
}
