import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { Attachment } from '@/contract/core/define';
import { messagesEndpoint } from '@/contract/messaging/conversations';
import { api } from '@/lib/api/client';
import { type ClientError, isPassing, toClientError } from '@/lib/api/errors';
import { onLive } from '@/lib/api/live';
import { retryDelay } from '@/lib/api/query-client';
import { useLinkRenewal } from '@/lib/hooks/use-link-renewal';
import { newKey } from '@/lib/new-key';
import {
  continueAfter,
  emptyThread,
  hasGap,
  type Thread,
  type ThreadAction,
  threadReducer,
  type UnsentMessage,
} from './thread-state';

type Endpoint = `${typeof messagesEndpoint}/${number}`;

const pageSize = 20;
const maxAtOnce = 100;

/**
 * Messages of a conversation: latest page first, older ones on demand, new ones from live events after the last
 * known. Sending is optimistic and idempotent.
 */
export function useThread(id: number) {
  const [thread, dispatch] = useReducer(threadReducer, emptyThread);
  const [error, setError] = useState<ClientError>();
  const latest = useRef(thread);
  latest.current = thread;
  const endpoint = `${messagesEndpoint}/${id}` as const;

  const load = async () => {
    try {
      const { rows, paginator } = await api.page(endpoint, { limit: pageSize });
      dispatch({ type: 'came', messages: rows, hasOlder: paginator.hasMorePages });
    } catch (reason) {
      setError(toClientError(reason));
    }
  };
  const begin = () => {
    setError(undefined);
    return load();
  };

  const catchUp = useCatchUp(async () => {
    if (latest.current.hasOlder === undefined) return load();
    let after = continueAfter(latest.current.messages);
    for (;;) {
      const { rows, paginator } = await api.page(endpoint, { after, limit: maxAtOnce });
      dispatch({ type: 'came', messages: rows });
      const newest = Math.max(after, ...rows.map((row) => row.id));
      // Other servers ignore `after` and always return the latest page.
      if (!paginator.hasMorePages || newest === after) return;
      after = newest;
    }
  });

  const older = useOlder(async () => {
    const [first] = latest.current.messages;
    if (!first || !latest.current.hasOlder) return;
    const { rows, paginator } = await olderPage(endpoint, first.id, latest.current.messages.length);
    dispatch({ type: 'came', messages: rows, hasOlder: paginator.hasMorePages });
  });

  useRenewal(latest, endpoint, dispatch);

  useLiveMessages(id, catchUp);

  const { refusal, post } = useSending(endpoint, dispatch);

  const isBroken = hasGap(thread.messages);
  useEffect(() => {
    if (isBroken) void catchUp();
  }, [isBroken, catchUp]);

  return {
    ...thread,
    error,
    /** Why the last message was rejected, when a retry will not help. */
    refusal,
    begin,
    ...older,
    send: (body: string, attachments: Attachment[]) =>
      post({ key: newKey(), body, attachments, at: new Date().toISOString(), isFailed: false }),
    retry: post,
    drop: (key: string) => dispatch({ type: 'drop', key }),
  };
}

type Dispatch = (action: ThreadAction) => void;

/** Renews the links of files before they expire. */
function useRenewal(latest: RefObject<Thread>, endpoint: Endpoint, dispatch: Dispatch): void {
  useLinkRenewal(async () => {
    const known = latest.current.messages;
    if (!known.some(({ attachments }) => attachments.length > 0)) return;
    const first = known[0]?.id ?? 0;
    let before = (known.at(-1)?.id ?? 0) + 1;
    while (before > first) {
      const { rows } = await api.page(endpoint, { before, limit: maxAtOnce });
      dispatch({ type: 'came', messages: rows.filter((row) => row.id >= first) });
      before = rows.length > 0 ? Math.min(...rows.map((row) => row.id)) : 0;
    }
  });
}

function useLiveMessages(id: number, catchUp: () => Promise<void>): void {
  useEffect(() => {
    void catchUp();
    const stops = [
      onLive('message', (event) => {
        if (event.conversation_id === id) void catchUp();
      }),
      // The stream was interrupted, so events may be missing.
      onLive('hello', () => void catchUp()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [id, catchUp]);
}

/** Sends one after another to keep the order. */
function useSending(endpoint: Endpoint, dispatch: Dispatch) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<ClientError>();
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const post = (unsent: UnsentMessage) => {
    dispatch({ type: 'send', unsent: { ...unsent, isFailed: false } });
    setRefusal(undefined);
    line.current = line.current.then(async () => {
      try {
        const { key, body: message, attachments } = unsent;
        const kept = await api.post(endpoint, { message, key, attachments });
        dispatch({ type: 'came', messages: [kept] });
        void client.invalidateQueries({ queryKey: ['conversations'] });
      } catch (reason) {
        const refused = toClientError(reason);
        dispatch({ type: 'failed', key: unsent.key });
        if (!isPassing(refused)) setRefusal(refused);
      }
    });
  };
  return { refusal, post };
}

/** Serializes runs; requests during a run cause one more; failures retry with backoff. */
function useCatchUp(run: () => Promise<void>): () => Promise<void> {
  const state = useRef<CatchUp>({ run, isRunning: false, isAsked: false, failures: 0 });
  state.current.run = run;
  useEffect(() => {
    const own = state.current;
    return () => clearTimeout(own.timer);
  }, []);
  return useCallback(() => catchUpOnce(state.current), []);
}

interface CatchUp {
  run: () => Promise<void>;
  isRunning: boolean;
  isAsked: boolean;
  failures: number;
  timer?: ReturnType<typeof setTimeout>;
}

async function catchUpOnce(own: CatchUp): Promise<void> {
  own.isAsked = true;
  if (own.isRunning) return;
  own.isRunning = true;
  clearTimeout(own.timer);
  try {
    while (own.isAsked) {
      own.isAsked = false;
      await own.run();
    }
    own.failures = 0;
  } catch {
    // The event that caused it will not repeat.
    own.timer = setTimeout(() => void catchUpOnce(own), retryDelay(own.failures));
    own.failures += 1;
  } finally {
    own.isRunning = false;
  }
}

function useOlder(run: () => Promise<void>) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const isRunning = useRef(false);
  const loadOlder = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState('loading');
    try {
      await run();
      setState('idle');
    } catch {
      setState('failed');
    } finally {
      isRunning.current = false;
    }
  };
  return { olderState: state, loadOlder };
}

/** Messages before the oldest known one; servers without `before` return the latest and are asked by page number. */
async function olderPage(endpoint: Endpoint, before: number, known: number) {
  const found = await api.page(endpoint, { before, limit: pageSize });
  if (!found.paginator.hasMorePages || found.rows.some(({ id }) => id < before)) return found;
  const page = Math.floor(known / pageSize) + 1;
  const next = await api.page(endpoint, { page, limit: pageSize });
  return { ...next, paginator: { ...next.paginator, hasMorePages: page < next.paginator.lastPage } };
}
