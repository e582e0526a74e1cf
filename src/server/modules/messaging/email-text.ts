/** Texts of emails and SMS, spread into the outgoing message: `send(ctx, { channel, to, ...email })`. */
export interface Email {
  /** Name of the template, shown in the outbox list. */
  template: string;
  /** Emails only. */
  subject?: string;
  body: string;
  /** The order that it is about, which lists it in its timeline. */
  orderId?: number | undefined;
  /** It leaves the outbox after the time for undoing its change (`order_undos`, `approval_undos`). */
  undo?: { id: number; until: Date; isApproval?: true } | undefined;
}

/** An email or SMS to be sent, in Russian. */
export interface OutgoingMessage extends Email {
  channel: 'mail' | 'sms';
  to: string;
  /** The sender has read the address from an account: nobody need look it up. */
  isOfAccount?: boolean;
  /** Lifetime of the content, such as a code; an expired message is not sent. */
  minutes?: number;
  newsletterId?: number;
  /** Address that unsubscribes, for mail programs. */
  unsubscribe?: string;
}

/**
 * The first line of an email; without a name for a guest or somebody who has no account, and for what is no name but a
 * message: orders carry names that anybody typed to addresses that anybody typed.
 */
export function greeting(name?: string | null): string {
  return name && isName(name) ? `Здравствуйте, ${name}!` : 'Здравствуйте!';
}

const longestName = 80;
/** Mail programs make a link of it. */
const address = /[/@:]|\.\p{L}{2}|\d{5}/u;

const isName = (text: string): boolean => text.length <= longestName && !address.test(text);

/** Joins paragraphs with blank lines. The signature is added on sending (`outbox.ts`). */
export function paragraphs(...parts: string[]): string {
  return parts.filter(Boolean).join('\n\n');
}

/** A number with its groups of digits: `12 345,6`. */
export function numberText(number: number): string {
  return new Intl.NumberFormat('ru-RU').format(number);
}

/** `1 день`, `3 дня`, `7 дней` */
export function countText(number: number, one: string, few: string, many: string): string {
  const form = new Intl.PluralRules('ru').select(number);
  return `${number} ${form === 'one' ? one : form === 'few' ? few : many}`;
}

/** `12 марта, 14:30` in the given time zone. */
export function momentText(moment: string | Date, timeZone: string): string {
  return new Intl.DateTimeFormat('ru-RU', {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(moment));
}
