import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '@/contract/core/errors';
import { defaultLanguage, isKnownLanguage, type Language } from '@/contract/core/languages';
import { panelMediaType } from '@/contract/core/panel-client';
import { onlineGateways } from '@/contract/orders/online';
import { onlineNameNow } from '@/contract/settings/online-name';
import type { RequestDeps } from '../deps';
import { apiBase } from '../files/attachments';
import { toRecord } from '../json-record';
import { loadWords } from '../words';

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
 * Other clients run at another address: their answers have files at full addresses, a drawn one in place of a missing
 * picture, and the one name of online payment that they know.
 */
export function completeForOthers(api: FastifyInstance, deps: Site): void {
  api.addHook('preSerialization', (request, reply, payload, done) => {
    if (!isOwnPanel(request)) {
      const origin = requestOrigin(request, deps);
      reply.serializer((answer: unknown) => completed(JSON.stringify(answer), origin));
    }
    done(null, payload);
  });
}

/** What other clients show of a refusal: the fields bare, in words of the language that the request names. */
export async function refusalForOthers(request: FastifyRequest, body: ErrorBody): Promise<object> {
  if (!body.errors || isOwnPanel(request)) return body;
  const word = await loadWords(languageAsked(request), 'form');
  const errors = Object.fromEntries(
    Object.entries(body.errors).map(([field, keys]) => [field, keys.map((key) => word(key))]),
  );
  const [first = body.message] = Object.values(errors).flat();
  // Other codes say more than their fields.
  return { ...errors, ...body, errors, ...(body.message === 'VALIDATION_FAILED' && { message: first }) };
}

/** Words may be in any language that has a dictionary, whichever the marketplace offers. */
function languageAsked({ query, body, headers }: FastifyRequest): Language {
  const preferred = headers['accept-language']?.slice(0, 2).toLowerCase();
  const asked = [toRecord(query).language, toRecord(body).language, preferred];
  return asked.find(isKnownLanguage) ?? defaultLanguage;
}

const ourFiles = `${apiBase}/`;

/** A quote within a text is escaped in JSON, so only keys match. */
const incomplete = new RegExp(
  `[{,]"(?:(?:image|cover_image|logo)":null|(?:original|thumbnail|url)":"${ourFiles}|(?:altered_)?payment_gateway":"(?:${onlineGateways.join('|')})")`,
  'g',
);

/**
 * In place of a missing picture: some clients ask for null before they read a field and would show an address of nothing,
 * others read unasked. No file has its id, so that one that comes back is none.
 */
function noPicture(origin: string): string {
  const address = `${origin}/admin/no-picture.png`;
  return JSON.stringify({ id: 0, original: address, thumbnail: address, file_name: 'no-picture.png' });
}

/** The finished answer: completing its objects before takes three times as long. */
const completed = (json: string, origin: string): string =>
  json.replace(incomplete, (found) => {
    if (found.endsWith('null')) return `${found.slice(0, -4)}${noPicture(origin)}`;
    if (found.endsWith('"')) return `${found.slice(0, found.indexOf(':'))}:"${onlineNameNow()}"`;
    return `${found.slice(0, -ourFiles.length)}${origin}${ourFiles}`;
  });

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
