import type { FastifyInstance, FastifyRequest } from 'fastify';
import { providerNames } from '@/contract/payments/providers';
import type { RequestDeps } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
import { consume, toNetwork } from '@/server/core/rate-limits';
import { findProvider } from '../attempts/provider-deps';
import { storeWebhook, webhookJob } from './store-webhook';

/** Acquirers repeat what was not confirmed, for many orders at once; nobody else needs as many. */
const perMinute = 1200;
const maxBytes = 64 * 1024;

/** The acquirers that have credentials. */
export function webhookRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const providers = providerNames.flatMap((name) => findProvider(deps, name) ?? []);
  receiveWebhooks(
    app,
    deps,
    providers.map(({ name, webhookAnswer }) => ({ name, answer: webhookAnswer, job: webhookJob })),
  );
}

/** A service that sends webhooks: what it is answered, and the job that applies a stored one. */
interface WebhookSender {
  name: string;
  answer: string;
  job: string;
}

/**
 * Anybody may send a webhook, and any body is stored as it came and answered alike: what is true is read later (rules/payments:
 * a webhook is a reason to read).
 */
export function receiveWebhooks(
  app: FastifyInstance,
  deps: RequestDeps,
  senders: readonly WebhookSender[],
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, { text }));
    for (const { name, answer, job } of senders)
      scope.post(
        `/webhooks/${name}`,
        route(
          deps,
          {
            allow: 'public',
            maxBody: maxBytes,
            before: async (ctx) => {
              await consume(ctx, { key: `webhooks:${toNetwork(ctx)}`, hits: perMinute, minutes: 1 });
            },
          },
          async (ctx, { request, reply }) => {
            await storeWebhook(ctx, { provider: name, body: bodyOf(request), job });
            return reply.type('text/plain').send(answer);
          },
        ),
      );
  });
}

function bodyOf({ body }: FastifyRequest): string {
  const text = body !== null && typeof body === 'object' && 'text' in body ? body.text : '';
  return String(text);
}
