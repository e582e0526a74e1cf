import type { FastifyInstance } from 'fastify';
import type { Deps } from '../handle';

/** What is done with shops beside the table of the family (reference endpoints §5). */
export function shopRoutes(_app: FastifyInstance, _deps: Deps): void {}
