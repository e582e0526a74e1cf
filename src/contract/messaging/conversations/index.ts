import type { Attachment } from '@/contract/core/define';

/** Talks of a customer, or of the administration, with a shop (reference pages §3.12, entities E86, E87). */
export const conversationsEndpoint = 'conversations';
export const messagesEndpoint = 'messages/conversations';
export const seenEndpoint = 'messages/seen';

/** `admin` is the one of the administration with a shop: every administrator is its `user` side. */
export type ConversationKind = 'customer' | 'admin';

/** Who stands on which side: the customer or the administration on one, the people of the shop on the other. */
export type Side = 'user' | 'shop';

/** Letters in a message, at most. */
export const longestMessage = 4000;
/** Files that go along with one message, at most. */
export const maxMessageFiles = 10;
/** Messages of one person in a minute, at most. */
export const messagesPerMinute = 30;

/** A message (reference entities E87): written under `message`, read under `body`. */
export interface Message {
  id: number;
  conversation_id: number;
  /** Its place in the conversation: 1, 2, 3 …, without gaps. */
  number: number;
  /** The author. */
  user_id: number;
  user: { id: number; name: string; profile: { avatar: Attachment | null } };
  side: Side;
  body: string;
  attachments: Attachment[];
  /** What the author's program called it when it was sent; told to the author alone. */
  key: string | null;
  created_at: string;
  updated_at: string;
}

/** A conversation as its reader sees it (reference entities E86). */
export interface Conversation {
  id: number;
  kind: ConversationKind;
  user_id: number | null;
  /** The customer; null where the administration is that side. */
  user: { id: number; name: string; profile: { avatar: Attachment | null } } | null;
  shop_id: number;
  shop: { id: number; name: string; slug: string; logo: Attachment | null; is_active: boolean };
  /** The reader's side. */
  side: Side;
  /** Messages of the other side that the reader's has not seen. */
  unseen: number;
  /** The last message that the reader's side has seen; 0 before any. */
  seen_id: number;
  /** The same of the other side. */
  other_seen_id: number;
  /** Nothing can be written: the shop is closed. */
  is_closed: boolean;
  latest_message: Message | null;
  created_at: string;
  /** When the last message was written. */
  updated_at: string;
}

/** `GET conversations/unread`: for the badge of the menu. */
export interface UnreadTotals {
  messages: number;
  conversations: number;
}
