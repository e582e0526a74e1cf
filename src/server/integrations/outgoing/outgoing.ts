import { isUtf8 } from 'node:buffer';
import { lookup as lookUp } from 'node:dns/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { isPublicAddress } from './public-address';

/**
 * `forbidden`: an address that must not be asked; `elsewhere`: a redirect that is not followed; `timeout` and
 * `unreachable`: the request may have arrived nevertheless.
 */
export type OutgoingProblem = 'forbidden' | 'timeout' | 'unreachable' | 'elsewhere' | 'too-large';

export class OutgoingError extends Error {
  readonly problem: OutgoingProblem;

  constructor(problem: OutgoingProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Replaced in tests, which have no internet. */
export interface Network {
  resolve: (host: string) => Promise<string[]>;
  isPublic: (address: string) => boolean;
  /** Only the ports of http and https: any other may belong to an internal service. */
  ports: readonly string[] | 'any';
}

export const internet: Network = {
  resolve: async (host) => (await lookUp(host, { all: true, verbatim: true })).map(({ address }) => address),
  isPublic: isPublicAddress,
  ports: ['', '80', '443'],
};

export interface OutgoingRequest {
  /** GET by default. */
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
  /** Until the end of the answer, redirects included. */
  totalMs: number;
  /** Until the connection stands, its name looked up and its certificate checked. */
  connectMs?: number;
  signal?: AbortSignal | undefined;
  maxBytes?: number;
  /** The status is enough: the answer's body is not read. */
  withoutBody?: boolean;
  /** Number of redirects of a GET that are followed; none by default. */
  redirects?: number;
  /**
   * For an address that a person has given: every resolved address must be public, and the connection is bound to the
   * checked one (rules/core: outgoing addresses are checked). Addresses of the configuration are trusted.
   */
  network?: Network | undefined;
}

export interface OutgoingAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const defaultConnectMs = 5000;
const defaultMaxBytes = 5 * 1024 * 1024;

/** True for any http or https URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

/** The one way of the server to another: a request and its whole answer, whatever its status. Throws OutgoingError. */
export async function ask(address: string, request: OutgoingRequest): Promise<OutgoingAnswer> {
  const late = AbortSignal.timeout(request.totalMs);
  const signal = request.signal ? AbortSignal.any([late, request.signal]) : late;
  let next = address;
  for (let left = request.redirects ?? 0; ; left -= 1) {
    const answer = await askOnce(next, request, signal).catch((error: unknown) => {
      if (error instanceof OutgoingError) throw error;
      throw new OutgoingError(late.aborted ? 'timeout' : 'unreachable');
    });
    const location = inUtf8(answer.headers.location);
    if (answer.status < 300 || answer.status > 399 || !location) return answer;
    if (left === 0) throw new OutgoingError('elsewhere');
    next = new URL(location, next).href;
  }
}

/** Node takes the bytes of a header for Latin-1; sites send addresses as they are, in UTF-8. */
function inUtf8(header: string | undefined): string | undefined {
  const bytes = Buffer.from(header ?? '', 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

async function askOnce(
  address: string,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  const { network } = request;
  if (!isWebAddress(address)) throw new OutgoingError('forbidden');
  const url = new URL(address);
  const pinned = network && (await checkedAddress(url, network, signal));
  const answer = await send(url, request, signal, pinned);
  const { statusCode: status = 0, headers } = answer;
  if (!request.withoutBody)
    return { status, headers, body: await contentOf(answer, request.maxBytes ?? defaultMaxBytes) };
  answer.destroy();
  return { status, headers, body: Buffer.alloc(0) };
}

/** One address of the host. Refused when any address is not public, since the next resolution may return that one. */
async function checkedAddress(url: URL, network: Network, signal: AbortSignal): Promise<string> {
  const { resolve, isPublic, ports } = network;
  const isPort = ports === 'any' || ports.includes(url.port);
  if (url.username || url.password || !isPort || url.href.length > 2000) throw new OutgoingError('forbidden');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await Promise.race([resolve(host), aborted(signal)]);
  const [first] = addresses;
  if (first === undefined) throw new OutgoingError('unreachable');
  if (!addresses.every(isPublic)) throw new OutgoingError('forbidden');
  return first;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Too slow')), { once: true });
  });
}

function send(
  url: URL,
  { method = 'GET', headers, body, connectMs = defaultConnectMs }: OutgoingRequest,
  signal: AbortSignal,
  pinned: string | undefined,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const request = isSecure ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        headers: { 'user-agent': 'Gostiny', 'accept-encoding': 'identity', ...headers },
        signal,
        ...(pinned && bindTo(pinned)),
      },
      resolve,
    );
    sent.on('error', reject);
    sent.on('socket', (socket) =>
      limitConnecting(socket, isSecure, connectMs, () => sent.destroy(new OutgoingError('timeout'))),
    );
    sent.end(body);
  });
}

/** A new connection to one address: a pooled one might be to another. */
function bindTo(address: string) {
  const family = isIP(address);
  return {
    agent: false,
    lookup: (
      _host: string,
      options: { all?: boolean },
      done: (error: null, found: string | { address: string; family: number }[], family?: number) => void,
    ) => {
      if (options.all) done(null, [{ address, family }]);
      else done(null, address, family);
    },
  };
}

function limitConnecting(socket: Socket, isSecure: boolean, connectMs: number, giveUp: () => void): void {
  if (!socket.connecting) return;
  const timer = setTimeout(giveUp, connectMs);
  socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timer));
  socket.once('close', () => clearTimeout(timer));
}

async function contentOf(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = Number(answer.headers['content-length'] ?? 0);
  if (length > maxBytes) {
    answer.destroy();
    throw new OutgoingError('too-large');
  }
  length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    // Leaving the loop closes the connection.
    if (length > maxBytes) throw new OutgoingError('too-large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
