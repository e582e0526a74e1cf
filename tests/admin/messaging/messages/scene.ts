import type { Conversation, Message } from '@/contract/messaging/conversations';

/** Message `number` of conversation 5, from the other side. */
export function buildMessage(number: number, more: Partial<Message> = {}): Message {
  const at = new Date(Date.parse('2026-03-09T09:00:00Z') + number * 60_000).toISOString();
  return {
    id: 100 + number * 10,
    conversation_id: 5,
    number,
    user_id: 2,
    user: { id: 2, name: 'Борис', profile: { avatar: null } },
    side: 'shop',
    body: `Сообщение ${number}`,
    attachments: [],
    key: null,
    created_at: at,
    updated_at: at,
    ...more,
  };
}

/** An administrator's conversation with a shop. */
export function buildTalk(more: Partial<Conversation> = {}): Conversation {
  return {
    id: 5,
    kind: 'admin',
    user_id: null,
    user: null,
    shop_id: 4,
    shop: { id: 4, name: 'Чайная лавка', slug: 'chay', logo: null, is_active: true },
    side: 'user',
    unseen: 0,
    seen_id: 0,
    other_seen_id: 0,
    is_closed: false,
    latest_message: null,
    created_at: '2026-03-09T09:00:00.000Z',
    updated_at: '2026-03-09T09:00:00.000Z',
    ...more,
  };
}
