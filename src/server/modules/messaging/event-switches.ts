import type { Bell, MailEvents, Receiver, SmsEvents, TellingEvent } from '@/contract/settings/event-names';
import type { Ctx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import type { Letter } from './emails';
import { type OutgoingMessage, send } from './outbox';

interface Channels {
  mail: MailEvents;
  sms: SmsEvents;
}

/** What somebody may be told of by letter or SMS, as the settings name it. */
export type EventOf<Channel extends keyof Channels, To extends Receiver> = keyof Channels[Channel][To] &
  TellingEvent;

/**
 * Whether the marketplace tells a kind of people of an event by letter or SMS (reference entities E15): the one question
 * that every letter about orders, refunds, products, reviews and questions asks before it is written.
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

/** Whether lines of this kind are put into bells. */
export async function bellOn(ctx: Ctx, bell: Bell): Promise<boolean> {
  const { pushNotification } = await settingsOptions(ctx);
  return pushNotification.all[bell] !== false;
}

/** An SMS is paid for by its parts: so many letters are two. */
const longestSms = 134;

/** Where somebody is told. */
export interface Reached {
  email: string | null;
  phone: string | null;
}

type OrderEvent = EventOf<'sms', Receiver>;

/**
 * Tells one person of an order's event by what is switched on for people like them: the letter, and its subject by SMS,
 * which never carries a link.
 */
export async function tell(
  ctx: Ctx,
  [receiver, event]: readonly [Receiver, OrderEvent],
  { email, phone }: Reached,
  letter: Letter,
): Promise<void> {
  if (email && (await eventOn(ctx, 'mail', receiver, event))) {
    await send(ctx, { channel: 'mail', to: email, ...letter });
  }
  if (phone && letter.subject && (await eventOn(ctx, 'sms', receiver, event))) {
    await send(ctx, await shortOf(ctx, phone, letter.template, letter.subject));
  }
}

async function shortOf(ctx: Ctx, to: string, template: string, subject: string): Promise<OutgoingMessage> {
  const { siteTitle } = await settingsOptions(ctx);
  const sign = `. ${siteTitle}`;
  const room = longestSms - sign.length;
  const text = subject.length > room ? `${subject.slice(0, room - 1).trimEnd()}…` : subject;
  return { channel: 'sms', to, template: `${template}-sms`, body: `${text}${sign}` };
}
