import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/core/permissions';
import { conversationSchema, messageSchema, seenSchema } from '@/contract/messaging/conversations/schema';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { getConversation, listConversations, openConversation, unreadTotals } from './conversations';
import { limitMessages, listMessages, markSeen, sendMessage } from './messages';

/** Conversations of customers and of the administration with shops. The services decide who takes part. */
export function conversationRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const write = { allow: signedIn, write: true } as const;
  // `dialogs` is the specification's name for the same list (§7).
  for (const path of ['/conversations', '/dialogs'])
    api.get(path, { allow: signedIn }, (ctx, { query }) => listConversations(ctx, query));
  api.post('/conversations', { ...write, body: conversationSchema }, (ctx, { input }) =>
    openConversation(ctx, input),
  );
  api.get('/conversations/unread', { allow: signedIn }, (ctx) => unreadTotals(ctx));
  api.get('/conversations/:key', { allow: signedIn }, (ctx, { params: { key } }) =>
    getConversation(ctx, key),
  );
  api.get('/messages/conversations/:key', { allow: signedIn }, (ctx, { params: { key }, query }) =>
    listMessages(ctx, key, query),
  );
  api.post(
    '/messages/conversations/:key',
    { ...write, before: limitMessages, body: messageSchema },
    async (ctx, { params: { key }, input, reply }) => {
      const { message, isNew } = await sendMessage(ctx, key, input);
      if (isNew) reply.code(201);
      return message;
    },
  );
  api.post('/messages/seen/:key', { ...write, body: seenSchema }, (ctx, { params: { key }, input }) =>
    markSeen(ctx, key, input),
  );
}
