import type { Bell, MailEvents, Receiver, SmsEvents, TellingEvent } from '@/contract/settings/event-names';
import type { Ctx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import type { Email, OutgoingMessage } from './email-text';
import { sendAll } from './outbox';

interface Channels {
  mail: MailEvents;
  sms: SmsEvents;
}

/** Events that the settings allow for this channel and receiver. */
export type EventOf<Channel extends keyof Channels, To extends Receiver> = keyof Channels[Channel][To] &
  TellingEvent;

/**
 * Whether the settings enable an event by email or SMS for a kind of receiver. Checked before every optional email
 * about orders, refunds, products, reviews and questions.
 */
export async function eventOn<Channel extends keyof Channels, To extends Receiver>(
  ctx: Ctx,
  channel: Channel,
  receiver: To,
  event: EventOf<Channel, To>,
): Promise<boolean> {
  const { emailEvent, smsEvent } = await settingsOptions(ctx);
  const switches: Record<string, boolean> = { ...(channel === 'mail' ? emailEvent : smsEvent)[receiver] };
  return switches[event] === true;
}

/** Whether notifications of this kind are enabled. */
export async function bellOn(ctx: Ctx, bell: Bell): Promise<boolean> {
  const { pushNotification } = await settingsOptions(ctx);
  return pushNotification.all[bell] !== false;
}

/** Two SMS segments in Cyrillic. */
const maxSmsLength = 134;

export interface Contacts {
  email: string | null;
  phone: string | null;
  /** Which of them were read from an account. */
  ofAccount?: 'email' | 'both' | undefined;
}

type OrderEvent = EventOf<'sms', Receiver>;

/** An order event told to one person. */
export interface OrderLetter {
  event: readonly [Receiver, OrderEvent];
  contacts: Contacts;
  text: Email;
}

/**
 * Sends an order event to one person over the channels enabled for their role: the email, and its subject by SMS,
 * which never carries a link.
 */
export async function sendOrderEvent(
  ctx: Ctx,
  event: OrderLetter['event'],
  contacts: Contacts,
  text: Email,
): Promise<void> {
  await sendOrderEvents(ctx, [{ event, contacts, text }]);
}

/** The same to several people in one statement. */
export async function sendOrderEvents(ctx: Ctx, letters: readonly OrderLetter[]): Promise<void> {
  const messages: OutgoingMessage[] = [];
  for (const { event, contacts, text } of letters) {
    const { email, phone, ofAccount } = contacts;
    if (email && (await eventOn(ctx, 'mail', ...event)))
      messages.push({ channel: 'mail', to: email, isOfAccount: ofAccount !== undefined, ...text });
    if (phone && text.subject && (await eventOn(ctx, 'sms', ...event)))
      messages.push({
        ...(await smsOf(ctx, phone, text.template, text.subject)),
        isOfAccount: ofAccount === 'both',
        orderId: text.orderId,
        undo: text.undo,
      });
  }
  await sendAll(ctx, messages);
}

async function smsOf(ctx: Ctx, to: string, template: string, subject: string): Promise<OutgoingMessage> {
  const { siteTitle } = await settingsOptions(ctx);
  const sign = `. ${siteTitle}`;
  const room = maxSmsLength - sign.length;
  const text = subject.length > room ? `${subject.slice(0, room - 1).trimEnd()}…` : subject;
  return { channel: 'sms', to, template: `${template}-sms`, body: `${text}${sign}` };
}
