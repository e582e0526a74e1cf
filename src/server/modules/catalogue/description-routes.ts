import type { FastifyInstance } from 'fastify';
import { withStaff } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { openWriter } from '@/server/integrations/descriptions/descriptions';
import { writeDescription } from './descriptions';

/** Descriptions written to order (reference endpoints §6); clients of this dialect know the door by two names. */
export function descriptionRoutes(app: FastifyInstance, deps: Deps): void {
  const writer = openWriter(deps);
  // No transaction: the text takes longer than any row may wait.
  const write = route(deps, { allow: withStaff('catalogue') }, (ctx, { body }) =>
    writeDescription(ctx, writer, body),
  );
  app.post('/generate-descriptions', write);
  app.post('/generate-description', write);
}
