import type { Attachment } from '@/contract/core/define';

/** Conversations of a customer, or of the administration, with a shop. */
export const conversationsEndpoint = 'conversations';
export const messagesEndpoint = 'messages/conversations';
export const seenEndpoint = 'messages/seen';

/** `admin` is the administration's conversation with a shop: every administrator is on its `user` side. */
export type ConversationKind = 'customer' | 'admin';

/** `user`: the customer or the administration; `shop`: the shop's owner and staff. */
export type Side = 'user' | 'shop';

export const maxMessageLength = 4000;
export const maxMessageFiles = 10;
/** Rate limit per person. */
export const messagesPerMinute = 30;

/** A message; the text is written as `message` and read as `body`. */
export interface Message {
  id: number;
  conversation_id: number;
  /** Sequence number in the conversation: 1, 2, 3 …, without gaps. */
  number: number;
  user_id: number;
  user: { id: number; name: string; profile: { avatar: Attachment | null } };
  side: Side;
  body: string;
  attachments: Attachment[];
  /** Idempotency key of the sending client; visible to the author only. */
  key: string | null;
  created_at: string;
  updated_at: string;
}

export interface Conversation {
  id: number;
  kind: ConversationKind;
  user_id: number | null;
  /** The customer; null when the administration is that side. */
  user: { id: number; name: string; profile: { avatar: Attachment | null } } | null;
  shop_id: number;
  shop: { id: number; name: string; slug: string; logo: Attachment | null; is_active: boolean };
  /** Side of the reader. */
  side: Side;
  /** Messages of the other side that the reader's side has not seen. */
  unseen: number;
  /** Last message seen by the reader's side; 0 for none. */
  seen_id: number;
  /** Last message seen by the other side. */
  other_seen_id: number;
  /** Read-only: the shop is closed. */
  is_closed: boolean;
  latest_message: Message | null;
  created_at: string;
  /** Time of the last message. */
  updated_at: string;
}

/** `GET conversations/unread`, for the badge of the menu. */
export interface UnreadTotals {
  messages: number;
  conversations: number;
}
