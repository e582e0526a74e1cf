import type { Ctx } from '../context';

/** What waits to be sent. Texts are Russian and come from `letters.ts`. */
export interface OutgoingMessage {
  channel: 'mail' | 'sms';
  to: string;
  /** Which letter it is, for who looks after the outbox. */
  template: string;
  /** Of a letter; an SMS has none. */
  subject?: string;
  body: string;
}

/**
 * Puts a letter or an SMS into the outbox, in the transaction of what it tells about: nothing is told of what did not
 * happen (design §8).
 */
export async function send(ctx: Ctx, message: OutgoingMessage): Promise<void> {
  await ctx.db
    .insertInto('outbox')
    .values({
      channel: message.channel,
      recipient: message.to,
      template: message.template,
      subject: message.subject ?? null,
      body: message.body,
      created_at: ctx.now,
    })
    .execute();
}
