import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/messaging/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { getConversation, listConversations, openConversation, unreadTotals } from './conversations';
import { limitMessages, listMessages, markSeen, sendMessage } from './messages';

/** Conversations of customers and of the administration with shops. The services decide who takes part. */
export function conversationRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  // `dialogs` is the specification's name for the same list (§7).
  for (const list of [actions.listConversations, actions.listDialogs])
    api.on(list, (ctx, { query }) => listConversations(ctx, query));
  api.on(actions.openConversation, (ctx, { input }) => openConversation(ctx, input));
  api.on(actions.unreadTotals, (ctx) => unreadTotals(ctx));
  api.on(actions.getConversation, (ctx, { params: { key } }) => getConversation(ctx, key));
  api.on(actions.listMessages, (ctx, { params: { key }, query }) => listMessages(ctx, key, query));
  api.on(
    actions.sendMessage,
    async (ctx, { params: { key }, input, reply }) => {
      const { message, isNew } = await sendMessage(ctx, key, input);
      if (isNew) reply.code(201);
      return message;
    },
    { before: limitMessages },
  );
  api.on(actions.markSeen, (ctx, { params: { key }, input }) => markSeen(ctx, key, input));
}
