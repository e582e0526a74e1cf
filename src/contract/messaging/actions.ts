import { action, as, type ById, type SentInput, type WithVersion } from '@/contract/core/action';
import type { Page } from '@/contract/core/paging';
import { adminOnly, adminOwnerStaff, signedIn } from '@/contract/core/permissions';
import { contactAnswerSchema, contactUsSchema } from './contact-messages/schema';
import type { Message as ChatMessage, Conversation } from './conversations';
import { conversationSchema, messageSchema, seenSchema } from './conversations/schema';
import type { DemoMessage } from './demo-outbox';
import { newsletterLinkSchema, subscribeSchema } from './newsletter-subscribers/schema';
import type { Newsletter } from './newsletters/schema';
import type { NotifyLog, UnreadNotifications } from './notifications';
import type { NotificationPreferences } from './notifications/schema';
import type { NoticeReaders, NoticeReceiver } from './store-notices/schema';

/** What can be asked of messaging, besides the rows of its families. */

export const openConversation = action('POST conversations', 'Finds or opens the conversation with a shop.', {
  right: 'messages:write',
  allow: signedIn,
  body: conversationSchema,
  answer: as<Conversation>(),
});
export const unreadTotals = action(
  'GET conversations/unread',
  "Unread messages over all the user's conversations.",
  { right: 'messages:read', allow: signedIn, capability: 'counts' },
);
export const getConversation = action('GET conversations/:key', 'One conversation.', {
  right: 'messages:read',
  allow: signedIn,
  answer: as<Conversation>(),
});
export const listMessages = action(
  'GET messages/conversations/:key',
  'Messages of a conversation, newest first.',
  {
    right: 'messages:read',
    allow: signedIn,
    answer: as<Page<ChatMessage>>(),
  },
);
export const sendMessage = action(
  'POST messages/conversations/:key',
  'Sends a message; a retry with the same `key` returns the stored one.',
  { right: 'messages:write', allow: signedIn, body: messageSchema, answer: as<ChatMessage>() },
);
export const markSeen = action(
  'POST messages/seen/:key',
  'Marks messages as seen up to an id (default: the last), never backwards.',
  { right: 'messages:read', allow: signedIn, body: seenSchema },
);
export const listNotifications = action('GET notify-logs', 'Notifications of the person, newest first.', {
  right: 'own',
  allow: signedIn,
  answer: as<Page<NotifyLog>>(),
});
export const unreadNotifications = action(
  'GET notify-logs/unread',
  'How many notifications the person has not seen.',
  {
    right: 'own',
    allow: signedIn,
    capability: 'counts',
    answer: as<UnreadNotifications>(),
  },
);
export const getNotification = action('GET notify-logs/:key', 'One notification.', {
  right: 'own',
  allow: signedIn,
  answer: as<NotifyLog>(),
});
export const removeNotification = action(
  'DELETE notify-logs/:key',
  'Deletes an own notification permanently.',
  { right: 'own', allow: signedIn },
);
export const seeNotification = action('POST notify-log-seen', 'Marks a notification as seen.', {
  right: 'own',
  allow: signedIn,
  sends: as<ById>(),
  answer: as<NotifyLog>(),
});
export const seeAllNotifications = action(
  'POST notify-log-read-all',
  'Marks all notifications of the person, or those of one kind, as read.',
  { right: 'own', allow: signedIn, sends: as<{ set_all_read: true; notify_type?: string }>() },
);
export const getPreferences = action(
  'GET notification-preferences',
  'What the person wants to be told about, and where.',
  {
    right: 'own',
    allow: signedIn,
    capability: 'notification-settings',
    answer: as<NotificationPreferences>(),
  },
);
export const savePreferences = action(
  'PUT notification-preferences',
  'Stores what the person wants to be told about; missing fields keep their values.',
  {
    right: 'own',
    allow: signedIn,
    capability: 'notification-settings',
    sends: as<Partial<NotificationPreferences>>(),
    answer: as<NotificationPreferences>(),
  },
);
export const listOutbox = action(
  'GET dev/outbox',
  'Demo mode only: messages that would have been sent, newest first.',
  {
    right: 'integrations:decide',
    allow: adminOnly,
    capability: 'outbox',
    inView: false,
    answer: as<Page<DemoMessage>>(),
  },
);
export const writeToUs = action('POST contact-us', 'Sends the contact form of the shop front.', {
  right: 'own',
  allow: 'public',
  body: contactUsSchema,
});
export const answerMessage = action(
  'POST contact-messages/:key/answer',
  'E-mails the answer and marks the message as done.',
  {
    right: 'messages:write',
    allow: adminOnly,
    capability: 'contact-messages',
    body: contactAnswerSchema,
    sends: as<WithVersion & SentInput<typeof contactAnswerSchema>>(),
  },
);
export const noticeTypesFor = action(
  'GET store-notices/getStoreNoticeType',
  'Types of notices that the person may write.',
  { right: 'content:read', allow: adminOwnerStaff, answer: as<{ value: string }[]>() },
);
export const usersToNotify = action(
  'GET store-notices/getUsersToNotify',
  'People and shops that the person may write notices to.',
  { right: 'content:read', allow: adminOwnerStaff, answer: as<NoticeReceiver[]>() },
);
export const unreadNotices = action('GET store-notices/unread', 'Notices that the person has not read.', {
  right: 'own',
  allow: adminOwnerStaff,
  capability: 'counts',
});
export const noticeReaders = action(
  'GET store-notices/:key/readers',
  'Who has read a notice, and who has not.',
  {
    right: 'content:read',
    allow: adminOwnerStaff,
    capability: 'notice-readers',
    answer: as<NoticeReaders>(),
  },
);
export const markNotice = action(
  'POST store-notices/read',
  'Marks a notice as read, or as unread with `is_read: false`; idempotent.',
  { right: 'own', allow: adminOwnerStaff, sends: as<{ id: number; is_read?: boolean }>() },
);
export const markAllNotices = action(
  'POST store-notices/read-all',
  'Marks all notices addressed to the person, or only the given ones, as read.',
  { right: 'own', allow: adminOwnerStaff },
);
export const subscribe = action(
  'POST subscribe-to-newsletter',
  'Asks for a subscription, which the owner of the address confirms by the letter.',
  { right: 'own', allow: 'public', body: subscribeSchema },
);
export const confirmSubscription = action(
  'POST newsletter/confirm',
  'Confirms a subscription by the link of a letter.',
  { right: 'own', allow: 'public', capability: 'newsletter-subscribers', body: newsletterLinkSchema },
);
export const unsubscribe = action(
  'POST newsletter/unsubscribe',
  'Ends a subscription by the link of a letter.',
  { right: 'own', allow: 'public', capability: 'newsletter-subscribers', body: newsletterLinkSchema },
);
export const sendNewsletter = action(
  'POST newsletters/:key/send',
  'Begins to send a newsletter, or goes on where it was stopped.',
  {
    right: 'content:write',
    allow: adminOnly,
    capability: 'newsletters',
    sends: as<WithVersion>(),
    answer: as<Newsletter>(),
  },
);
export const stopNewsletter = action(
  'POST newsletters/:key/stop',
  'Stops a newsletter; letters that are in the outbox still go out.',
  { right: 'content:write', allow: adminOnly, capability: 'newsletters', answer: as<Newsletter>() },
);
export const testNewsletter = action(
  'POST newsletters/:key/test',
  'Sends the letter as subscribers get it to the person who asks.',
  { right: 'content:write', allow: adminOnly, capability: 'newsletters' },
);
export const listConversations = action(
  'GET conversations',
  'The person’s conversations, the latest first.',
  { right: 'messages:read', allow: signedIn, answer: as<Page<Conversation>>() },
);
export const listDialogs = action('GET dialogs', 'The same conversations, at the address of other clients.', {
  right: 'messages:read',
  allow: signedIn,
});
