import type { Database } from '@/server/core/context';

/** What was put into the outbox for somebody, the newest last. */
export function messagesTo(db: Database, recipient: string) {
  return db
    .selectFrom('outbox')
    .select(['channel', 'template', 'subject', 'body'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
}

/** The last message to somebody of a kind. */
export async function lastMessage(db: Database, recipient: string, template: string): Promise<string> {
  const found = (await messagesTo(db, recipient)).filter((message) => message.template === template).at(-1);
  if (!found) throw new Error(`No ${template} for ${recipient}`);
  return found.body;
}

/** The code of six digits in an SMS. */
export async function lastCode(db: Database, phone: string, template = 'login-code'): Promise<string> {
  return /\d{6}/.exec(await lastMessage(db, phone, template))?.[0] ?? '';
}

/** The path below the API's base of the link that confirms an address. */
export async function confirmPath(db: Database, email: string): Promise<string> {
  return /admin\/rest\/(\S+)/.exec(await lastMessage(db, email, 'confirm-email'))?.[1] ?? '';
}

/** The token of the last letter about a new password. */
export async function resetToken(db: Database, email: string): Promise<string> {
  return /token=(\S+)/.exec(await lastMessage(db, email, 'reset-password'))?.[1] ?? '';
}

/** Another code than the right one. */
export const otherThan = (code: string): string => (code === '111111' ? '222222' : '111111');
