import type { Database } from '@/server/core/context';

/** Messages in the outbox for a receiver, newest last. */
export function messagesTo(db: Database, recipient: string) {
  return db
    .selectFrom('outbox')
    .select(['channel', 'template', 'subject', 'body'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
}

/** Last message of a kind to a receiver. */
export async function lastMessage(db: Database, recipient: string, template: string): Promise<string> {
  const found = (await messagesTo(db, recipient)).filter((message) => message.template === template).at(-1);
  if (!found) throw new Error(`No ${template} for ${recipient}`);
  return found.body;
}

/** Six-digit code in an SMS. */
export async function lastCode(db: Database, phone: string, template = 'login-code'): Promise<string> {
  return /\d{6}/.exec(await lastMessage(db, phone, template))?.[0] ?? '';
}

/** Path of the verification link below the API base. */
export async function confirmPath(db: Database, email: string): Promise<string> {
  return /admin\/rest\/(\S+)/.exec(await lastMessage(db, email, 'confirm-email'))?.[1] ?? '';
}

/** Token of the last password reset e-mail. */
export async function resetToken(db: Database, email: string): Promise<string> {
  return /token=(\S+)/.exec(await lastMessage(db, email, 'reset-password'))?.[1] ?? '';
}

/** A wrong code. */
export const otherThan = (code: string): string => (code === '111111' ? '222222' : '111111');
