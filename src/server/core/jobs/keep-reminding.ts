import type { FastifyInstance } from 'fastify';
import { defaultLanguage } from '@/contract/core/languages';
import type { Deps } from '@/server/core/http/route';
import { mailUnread } from '@/server/modules/messaging/conversations/message-mail';

const everyMs = 60_000;

/** Writes letters about messages that stay unread, looked for every minute. */
export function keepReminding(
  app: FastifyInstance,
  { db, now, publicUrl }: Pick<Deps, 'db' | 'now' | 'publicUrl'>,
): void {
  const timer = setInterval(() => {
    const ctx = {
      db,
      now: now(),
      user: null,
      locale: defaultLanguage,
      ip: '',
      requestId: 'reminders',
      publicUrl,
    };
    mailUnread(ctx).catch((error: unknown) => app.log.error({ err: error }, 'unread messages'));
  }, everyMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
