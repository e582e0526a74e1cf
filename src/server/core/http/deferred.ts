import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserCtx } from '../context';
import { AppError } from '../errors';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Thrown by an action that must not happen yet: its transaction rolls back, and the route runs `instead` in another one
 * and answers 202 with what it returns. Where no route does so, in a job or a command, it is a refusal.
 */
export class Deferred extends AppError {
  readonly instead: (ctx: UserCtx, call: Exchange) => Promise<object>;

  constructor(instead: Deferred['instead']) {
    super('SECOND_PERSON_REQUIRED');
    this.instead = instead;
  }
}
