import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
import { inTransaction } from '@/server/core/transaction';
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
    route(deps, { allow: signedIn, write: true }, (ctx, { body }) => openConversation(ctx, body)),
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
    route(deps, { allow: signedIn }, async (ctx, { params: { key = '' }, body, reply }) => {
      await limitMessages(ctx);
      const { message, isNew } = await inTransaction(ctx, (inside) => sendMessage(inside, key, body));
      if (isNew) reply.code(201);
      return message;
    }),
  );
  app.post(
    '/messages/seen/:key',
    route(deps, { allow: signedIn, write: true }, (ctx, { params: { key = '' }, body }) =>
      markSeen(ctx, key, body),
    ),
  );
}
