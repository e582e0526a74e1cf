import type { FastifyInstance, FastifyRequest } from 'fastify';
import { providerNames } from '@/contract/ledger/providers';
import type { Ctx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { AppError } from '@/server/core/errors';
import { route } from '@/server/core/http/route';
import { parseJson } from '@/server/core/json-record';
import { consume, toNetwork } from '@/server/core/rate-limits';
import type { WebhookSubject } from '@/server/integrations/acquirers/payment-provider';
import { findProvider } from '../attempts/provider-deps';
import { mayConcern } from './apply-webhook';
import { storeWebhook, webhookJob } from './store-webhook';

/** Acquirers repeat what was not confirmed, for many orders at once; nobody else needs as many. */
const perMinute = 1200;
/** From all addresses together, of one service. */
const perMinuteOfAll = 6000;
/** The largest that acquirers describe have 4 kB. */
const maxBytes = 8 * 1024;

/** The acquirers that have credentials. */
export function webhookRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const providers = providerNames.flatMap((name) => findProvider(deps, name) ?? []);
  receiveWebhooks(
    app,
    deps,
    providers.map(({ name, webhookAnswer, parseWebhook }) => ({
      name,
      answer: webhookAnswer,
      job: webhookJob,
      find: async (ctx, body) => {
        const subject = parseWebhook(body);
        return subject && (await mayConcern(ctx, name, subject)) ? subject : null;
      },
    })),
  );
}

/** A service that sends webhooks: what it is answered, and the job that applies a stored one. */
interface WebhookSender {
  name: string;
  answer: string;
  job: string;
  /** What a body is about, if anything that is known here. */
  find: (ctx: Ctx, body: unknown) => Promise<WebhookSubject | null>;
  /** While it may be set up later: there is no such route until then. */
  isOpen?: (ctx: Ctx) => Promise<boolean>;
}

/**
 * Anybody may send a webhook, and any body is answered alike: what is about something known here is stored, and what is true
 * is read later (rules/payments: a webhook is a reason to read).
 */
export function receiveWebhooks(
  app: FastifyInstance,
  deps: RequestDeps,
  senders: readonly WebhookSender[],
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, { text }));
    for (const { name, answer, job, find, isOpen } of senders)
      scope.post(
        `/webhooks/${name}`,
        route(
          deps,
          {
            allow: 'public',
            maxBody: maxBytes,
            before: async (ctx) => {
              if (isOpen && !(await isOpen(ctx))) throw new AppError('NOT_FOUND');
              await consume(ctx, { key: `webhooks:${toNetwork(ctx)}`, hits: perMinute, minutes: 1 });
              await consume(ctx, { key: `webhooks-all:${name}`, hits: perMinuteOfAll, minutes: 1 });
            },
          },
          async (ctx, { request, reply }) => {
            const body = bodyOf(request);
            const subject = await find(ctx, parseJson(body) ?? null);
            if (subject) await storeWebhook(ctx, { provider: name, body, job, subject });
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
