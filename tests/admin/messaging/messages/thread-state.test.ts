import { describe, expect, it } from 'vitest';
import type { Message } from '@/contract/messaging/conversations';
import {
  continueAfter,
  emptyThread,
  hasGap,
  type Thread,
  type ThreadAction,
  threadReducer,
  type UnsentMessage,
} from '@/features/messaging/messages/thread-state';
import { buildMessage } from './scene';

const reduce = (...actions: ThreadAction[]): Thread => actions.reduce(threadReducer, emptyThread);
const came = (...messages: Message[]): ThreadAction => ({ type: 'came', messages });
const unsent = (key: string): UnsentMessage => ({ key, body: key, attachments: [], at: '', isFailed: false });
const numbers = ({ messages }: Thread) => messages.map(({ number }) => number);

describe('a thread', () => {
  it('is in order, whichever message arrives first', () => {
    const thread = reduce(
      came(buildMessage(5), buildMessage(4)),
      came(buildMessage(2), buildMessage(1), buildMessage(3)),
      came(buildMessage(6)),
    );
    expect(numbers(thread)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('has no duplicates, however often a message arrives', () => {
    const pages = [
      came(buildMessage(3), buildMessage(2)),
      came(buildMessage(2), buildMessage(3), buildMessage(1)),
    ];
    expect(numbers(reduce(...pages, ...pages, ...pages))).toEqual([1, 2, 3]);
  });

  it('reports the message after which there is a gap', () => {
    expect(continueAfter([])).toBe(0);
    const whole = reduce(came(buildMessage(7), buildMessage(8))).messages;
    expect([continueAfter(whole), hasGap(whole)]).toEqual([buildMessage(8).id, false]);
    // The own message was confirmed before another's arrived.
    const broken = reduce(came(buildMessage(7), buildMessage(8), buildMessage(10))).messages;
    expect([continueAfter(broken), hasGap(broken)]).toEqual([buildMessage(8).id, true]);
    const mended = reduce(came(...broken), came(buildMessage(9), buildMessage(10))).messages;
    expect([continueAfter(mended), hasGap(mended)]).toEqual([buildMessage(10).id, false]);
  });

  it('shows a sent message as pending until the response or the stream confirms it', () => {
    const sending = reduce({ type: 'send', unsent: unsent('a') }, { type: 'send', unsent: unsent('b') });
    expect(sending.unsent.map(({ key }) => key)).toEqual(['a', 'b']);
    const kept = threadReducer(sending, came(buildMessage(1, { key: 'a' })));
    expect(kept.unsent.map(({ key }) => key)).toEqual(['b']);
    // The response after the stream changes nothing.
    expect(threadReducer(kept, came(buildMessage(1, { key: 'a' })))).toMatchObject({
      messages: [{ number: 1 }],
      unsent: [{ key: 'b' }],
    });
  });

  it('keeps an undelivered message, to be retried with the same key or discarded', () => {
    const failed = reduce({ type: 'send', unsent: unsent('a') }, { type: 'failed', key: 'a' });
    expect(failed.unsent).toMatchObject([{ key: 'a', isFailed: true }]);
    const again = threadReducer(failed, { type: 'send', unsent: unsent('a') });
    expect(again.unsent).toMatchObject([{ key: 'a', isFailed: false }]);
    expect(threadReducer(again, { type: 'drop', key: 'a' }).unsent).toEqual([]);
  });

  it('knows from complete pages only whether there are older messages', () => {
    expect(emptyThread.hasOlder).toBeUndefined();
    const first = threadReducer(emptyThread, { type: 'came', messages: [], hasOlder: true });
    expect(threadReducer(first, came(buildMessage(1))).hasOlder).toBe(true);
  });
});
