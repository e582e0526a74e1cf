import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { panelMediaType } from '@/contract/core/panel-client';
import type { RequestDeps } from '../deps';
import { apiBase } from '../files/attachments';

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

type Site = Pick<RequestDeps, 'publicUrl' | 'isPublicUrlGuessed'>;

/**
 * Other clients run at another address: their answers have files at full addresses, and an object in place of a missing
 * picture, whose fields they read unasked.
 */
export function completeForOthers(api: FastifyInstance, site: Site): void {
  api.addHook('preSerialization', (request, reply, payload, done) => {
    if (!isOwnPanel(request)) {
      const origin = requestOrigin(request, site);
      reply.serializer((answer: unknown) => completed(JSON.stringify(answer), origin));
    }
    done(null, payload);
  });
}

const ourFiles = `${apiBase}/`;

/** A quote within a text is escaped in JSON, so only keys match. */
const incomplete = new RegExp(
  `[{,]"(?:(?:image|cover_image|logo)":null|(?:original|thumbnail|url)":"${ourFiles})`,
  'g',
);

/** The finished answer: completing its objects before takes three times as long. */
const completed = (json: string, origin: string): string =>
  json.replace(incomplete, (found) =>
    found.endsWith('null')
      ? `${found.slice(0, -4)}{}`
      : `${found.slice(0, -ourFiles.length)}${origin}${ourFiles}`,
  );

const ownComputer = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;
const anyHost = /^([a-z\d]([a-z\d.-]{0,250}[a-z\d])?|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i;

/**
 * Where the client finds our files (rules/core: files have the address that the operator vouches for): `PUBLIC_URL`, else
 * the address that a trusted proxy was asked for, or one of this computer.
 */
export function requestOrigin(request: FastifyRequest, { publicUrl, isPublicUrlGuessed }: Site): string {
  if (!isPublicUrlGuessed) return publicUrl;
  // Fastify lists addresses that a trusted proxy has added; the socket's own is always there.
  const isForwarded = (request.ips?.length ?? 0) > 1;
  const { host, protocol } = request;
  return (isForwarded ? anyHost : ownComputer).test(host) ? `${protocol}://${host}` : publicUrl;
}
