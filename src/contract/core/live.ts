/**
 * What people who are signed in are told at once (design §8; reference entities E123): only what changed, never its content.
 * Who hears it asks the API, which knows what they may see.
 */
export interface LiveEvents {
  /** An order, whole or a shop's part, was placed or moved; the parent of a part may look different now, too. */
  order: {
    id: number;
    parent_id: number | null;
    change: 'placed' | 'status' | 'payment' | 'lines' | 'refund';
    tracking_number: string;
  };
  /** A message was written. */
  message: { conversation_id: number; message_id: number; user_id: number };
  /** One side of a conversation has read up to a message. */
  seen: { conversation_id: number; side: 'user' | 'shop'; message_id: number };
  /** A notice was sent, changed, taken back, or marked as read by the person in another window. */
  notice: { id: number; change: 'saved' | 'removed' | 'read' };
  /** Something for the bell: a new line, or lines marked as read in another window. */
  notification: { id: number | null; change: 'added' | 'read' };
  /** A review, a question or a complaint about one was written, changed, decided or removed. */
  feedback: { family: 'reviews' | 'questions' | 'abusive_reports'; id: number };
  /** A shop, a payout or a product under review was submitted, decided or taken back. */
  decision: { family: 'shops' | 'withdraws' | 'product-reviews'; id: number };
  /** The marketplace's settings were saved. */
  settings: Record<string, never>;
  /** The person's rights or sessions changed. */
  session: Record<string, never>;
  /** Where the stream goes on from; with `isNew` something before may have been missed: everything is old. */
  hello: { isNew: boolean };
}

export type LiveType = keyof LiveEvents;

/** A stream without a sign of life for so long is dead; the server gives one every `beatSeconds`. */
export const silenceSeconds = 50;
export const beatSeconds = 20;
