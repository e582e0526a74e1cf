import type { FastifyInstance, FastifyRequest } from 'fastify';
import { providerNames } from '@/contract/payments/providers';
import type { RequestDeps } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
import { consume, networkOf } from '@/server/core/rate-limits';
import { providerOf } from '../attempts/provider-deps';
import { storeWebhook } from './store-webhook';

/** Acquirers repeat what was not confirmed, for many orders at once; nobody else needs as many. */
const perMinute = 1200;
const maxBytes = 64 * 1024;

/**
 * Webhooks of the acquirers that have credentials. Anybody may send one, and any body is stored as it came and answered
 * alike: what is true is read later (rules/payments: a webhook is a reason to read).
 */
export function webhookRoutes(app: FastifyInstance, deps: RequestDeps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, { text }));
    for (const name of providerNames) {
      const provider = providerOf(deps, name);
      if (!provider) continue;
      scope.post(
        `/webhooks/${name}`,
        route(
          deps,
          {
            allow: 'public',
            maxBody: maxBytes,
            before: async (ctx) => {
              await consume(ctx, { key: `webhooks:${networkOf(ctx)}`, hits: perMinute, minutes: 1 });
            },
          },
          async (ctx, { request, reply }) => {
            await storeWebhook(ctx, name, bodyOf(request));
            return reply.type('text/plain').send(provider.webhookAnswer);
          },
        ),
      );
    }
  });
}

function bodyOf({ body }: FastifyRequest): string {
  const text = body !== null && typeof body === 'object' && 'text' in body ? body.text : '';
  return String(text);
}
