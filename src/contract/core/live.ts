/** Live events. They carry ids only, never content: a client reloads through the API, which checks its rights. */
export interface LiveEvents {
  /** An order or a shop's part was placed or moved; the status of a part's parent may have changed with it. */
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
  /** A notice was sent, changed, withdrawn, or read by the user in another window. */
  notice: { id: number; change: 'saved' | 'removed' | 'read' };
  /** A new notification, or notifications read in another window. */
  notification: { id: number | null; change: 'added' | 'read' };
  /** A review, a question, a complaint about one or a contact message was written, changed, decided or removed. */
  feedback: { family: 'reviews' | 'questions' | 'abusive_reports' | 'contact-messages'; id: number };
  /** A shop, a payout, a product under review or a request for a second person was submitted, decided or withdrawn. */
  decision: { family: 'shops' | 'withdraws' | 'product-reviews' | 'approvals'; id: number };
  /** Somebody opened or closed the edit form of a record that the receiver also has open. */
  presence: { family: string; id: number };
  /** The marketplace's settings were saved. */
  settings: Record<string, never>;
  /** The user's rights or sessions changed. */
  session: Record<string, never>;
  /** Position to resume from; `isNew`: events before it may be lost, so every query is stale. */
  hello: { isNew: boolean };
}

export type LiveType = keyof LiveEvents;

/** A stream is dead after this long without data; the server sends a heartbeat every `beatSeconds`. */
export const silenceSeconds = 50;
export const beatSeconds = 20;
