import type { Attachment } from '@/contract/core/define';
import type { Message } from '@/contract/messaging/conversations';

/** A message written here and not yet confirmed. */
export interface UnsentMessage {
  key: string;
  body: string;
  attachments: Attachment[];
  at: string;
  isFailed: boolean;
}

/** Local state of a thread: ordered unique messages and unsent ones. */
export interface Thread {
  messages: readonly Message[];
  unsent: readonly UnsentMessage[];
  /** Undefined until the first page is loaded. */
  hasOlder: boolean | undefined;
}

export type ThreadAction =
  | { type: 'came'; messages: readonly Message[]; hasOlder?: boolean }
  | { type: 'send'; unsent: UnsentMessage }
  | { type: 'failed'; key: string }
  | { type: 'drop'; key: string };

export const emptyThread: Thread = { messages: [], unsent: [], hasOlder: undefined };

/** Idempotent and order-independent: messages stay sorted and unique. */
export function threadReducer(thread: Thread, action: ThreadAction): Thread {
  switch (action.type) {
    case 'came':
      return {
        messages: merge(thread.messages, action.messages),
        unsent: without(thread.unsent, action.messages),
        hasOlder: action.hasOlder ?? thread.hasOlder,
      };
    case 'send':
      return {
        ...thread,
        unsent: [...thread.unsent.filter(({ key }) => key !== action.unsent.key), action.unsent],
      };
    case 'failed':
      return {
        ...thread,
        unsent: thread.unsent.map((one) => (one.key === action.key ? { ...one, isFailed: true } : one)),
      };
    case 'drop':
      return { ...thread, unsent: thread.unsent.filter(({ key }) => key !== action.key) };
  }
}

/** Merges two lists, unique and oldest first. */
function merge(known: readonly Message[], more: readonly Message[]): readonly Message[] {
  if (more.length === 0) return known;
  const byId = new Map([...known, ...more].map((message) => [message.id, message]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** Drops unsent messages already received otherwise, for example by the live stream before the response. */
function without(unsent: readonly UnsentMessage[], messages: readonly Message[]): readonly UnsentMessage[] {
  const keys = new Set(messages.map(({ key }) => key));
  return unsent.filter(({ key }) => !keys.has(key));
}

/**
 * Cursor for catching up: the last message before a gap, or the last one; 0 for an empty thread. A gap appears when
 * an own message is confirmed before another's arrives.
 */
export function continueAfter(messages: readonly Message[]): number {
  const gap = messages.findIndex(({ number }, index) => {
    const following = messages[index + 1];
    return following !== undefined && following.number !== number + 1;
  });
  return (gap < 0 ? messages.at(-1) : messages[gap])?.id ?? 0;
}

export const hasGap = (messages: readonly Message[]): boolean =>
  continueAfter(messages) !== (messages.at(-1)?.id ?? 0);
