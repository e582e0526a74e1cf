import type { FastifyReply, FastifyRequest } from 'fastify';
import { panelMediaType } from '@/contract/core/panel-client';

/** Our own panel says so by `Accept`. It gains no rights by it: its requests are only checked more strictly. */
export function isOwnPanel({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept?.includes(panelMediaType) ?? false;
}

/** A client may send any number of unknown keys, with any letters. */
const maxNamed = 20;

/** Names the query keys that were ignored, so that the developer of a client finds a misspelt one. */
export function nameIgnoredKeys(reply: FastifyReply, keys: readonly string[] = []): void {
  const names = [...new Set(keys)].filter((key) => /^[\w.-]{1,60}$/.test(key)).slice(0, maxNamed);
  if (names.length > 0 && !reply.sent) reply.header('x-ignored-keys', names.join(', '));
}
