import { lookup as lookUp } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from '@/server/integrations/public-address';

/** `refused`: forbidden address; `unreachable`: no response in time. */
export class AddressError extends Error {
  readonly problem: 'refused' | 'unreachable';

  constructor(problem: AddressError['problem']) {
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

interface PinnedRequest {
  method?: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  signal: AbortSignal;
}

/**
 * One request to an address that a person has given, without SSRF (rules/core: outgoing addresses are checked): http and
 * https only, every resolved address public, the connection pinned to the checked address, no redirect followed. Throws
 * AddressError.
 */
export async function requestPinned(
  text: string,
  request: PinnedRequest,
  network: Network = internet,
): Promise<IncomingMessage> {
  const url = checked(text, network);
  return ask(url, await addressOf(url, network, request.signal), request);
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

function checked(text: string, { ports }: Network): URL {
  if (!isWebAddress(text) || text.length > 2000) throw new AddressError('refused');
  const url = new URL(text);
  const isPort = ports === 'any' || ports.includes(url.port);
  if (url.username || url.password || !isPort) throw new AddressError('refused');
  return url;
}

/** One address of the host. Refused when any address is not public, since the next resolution may return that one. */
async function addressOf(url: URL, { resolve, isPublic }: Network, signal: AbortSignal): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host)
    ? [host]
    : await Promise.race([resolve(host), aborted(signal)]).catch(() => {
        throw new AddressError('unreachable');
      });
  const [first] = addresses;
  if (first === undefined) throw new AddressError('unreachable');
  if (!addresses.every(isPublic)) throw new AddressError('refused');
  return first;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Too slow')), { once: true });
  });
}

function ask(url: URL, address: string, { method, headers, body, signal }: PinnedRequest) {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(
      url,
      {
        // A new connection: a pooled one might be to another address.
        agent: false,
        ...(method && { method }),
        headers,
        signal,
        lookup: (_host, options, done) => {
          const family = isIP(address);
          if (options.all) done(null, [{ address, family }]);
          else done(null, address, family);
        },
      },
      resolve,
    )
      .on('error', () => reject(new AddressError('unreachable')))
      .end(body);
  });
}
