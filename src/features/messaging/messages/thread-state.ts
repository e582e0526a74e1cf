import type { Attachment } from '@/contract/core/define';
import type { Message } from '@/contract/messaging/conversations';

/** What was written here and is not known to be kept yet. */
export interface Unsent {
  key: string;
  body: string;
  attachments: Attachment[];
  at: string;
  isFailed: boolean;
}

/** A thread as far as it is here: messages in their order, each once, and what is on its way. */
export interface Thread {
  messages: readonly Message[];
  unsent: readonly Unsent[];
  /** Undefined until the first page has come. */
  hasOlder: boolean | undefined;
}

export type ThreadAction =
  | { type: 'came'; messages: readonly Message[]; hasOlder?: boolean }
  | { type: 'send'; unsent: Unsent }
  | { type: 'failed'; key: string }
  | { type: 'drop'; key: string };

export const emptyThread: Thread = { messages: [], unsent: [], hasOlder: undefined };

/** Whatever comes, in whatever order and however often: the thread stays in order and has nothing twice. */
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

/** Both lists as one, each message once, the oldest first. */
function merge(known: readonly Message[], more: readonly Message[]): readonly Message[] {
  if (more.length === 0) return known;
  const byId = new Map([...known, ...more].map((message) => [message.id, message]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** What has come by another way, say by the stream before the answer, is no longer on its way. */
function without(unsent: readonly Unsent[], messages: readonly Message[]): readonly Unsent[] {
  const keys = new Set(messages.map(({ key }) => key));
  return unsent.filter(({ key }) => !keys.has(key));
}

/**
 * The message after which something may be missing: the last one, or the one before a gap, which is there when an own
 * message was answered before another's has come. 0 for an empty thread.
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
