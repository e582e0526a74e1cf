import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/core/permissions';
import { conversationSchema, messageSchema, seenSchema } from '@/contract/messaging/conversations/schema';
import type { RequestDeps } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
import { getConversation, listConversations, openConversation, unreadTotals } from './conversations';
import { limitMessages, listMessages, markSeen, sendMessage } from './messages';

/** Conversations of customers and of the administration with shops. The services decide who takes part. */
export function conversationRoutes(app: FastifyInstance, deps: RequestDeps): void {
  // `dialogs` is the specification's name for the same list (§7).
  for (const path of ['/conversations', '/dialogs'])
    app.get(
      path,
      route(deps, { allow: signedIn }, (ctx, { query }) => listConversations(ctx, query)),
    );
  app.post(
    '/conversations',
    route(deps, { allow: signedIn, write: true, body: conversationSchema }, (ctx, { input }) =>
      openConversation(ctx, input),
    ),
  );
  app.get(
    '/conversations/unread',
    route(deps, { allow: signedIn }, (ctx) => unreadTotals(ctx)),
  );
  app.get(
    '/conversations/:key',
    route(deps, { allow: signedIn }, (ctx, { params: { key = '' } }) => getConversation(ctx, key)),
  );
  app.get(
    '/messages/conversations/:key',
    route(deps, { allow: signedIn }, (ctx, { params: { key = '' }, query }) => listMessages(ctx, key, query)),
  );
  app.post(
    '/messages/conversations/:key',
    route(
      deps,
      { allow: signedIn, write: true, before: limitMessages, body: messageSchema },
      async (ctx, { params: { key = '' }, input, reply }) => {
        const { message, isNew } = await sendMessage(ctx, key, input);
        if (isNew) reply.code(201);
        return message;
      },
    ),
  );
  app.post(
    '/messages/seen/:key',
    route(deps, { allow: signedIn, write: true, body: seenSchema }, (ctx, { params: { key = '' }, input }) =>
      markSeen(ctx, key, input),
    ),
  );
}
