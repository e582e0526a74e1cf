import { lookup as lookUp } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from '@/server/integrations/public-address';

/** Maximum size of a picture, and maximum time including redirects. */
export const maxPictureBytes = 10 * 1024 * 1024;
const patienceMs = 15_000;
const maxRedirects = 3;

/**
 * `refused`: forbidden address; `unreachable`: no response in time; `failed`: not a picture; `quota`: storage quota used
 * up.
 */
export type PictureProblem = 'refused' | 'unreachable' | 'failed' | 'too-large' | 'quota';

export class PictureError extends Error {
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Replaced in tests, which have no internet. */
export interface Network {
  resolve: (host: string) => Promise<string[]>;
  isPublic: (address: string) => boolean;
  /** Only the ports of http and https: any other may belong to an internal service. */
  ports: readonly string[];
}

const internet: Network = {
  resolve: async (host) => (await lookUp(host, { all: true, verbatim: true })).map(({ address }) => address),
  isPublic: isPublicAddress,
  ports: ['', '80', '443'],
};

/**
 * Downloads a picture from a user-supplied URL without SSRF (rules/core: outgoing addresses are checked): http and
 * https only, every resolved address public, the connection pinned to the checked address, redirects checked again.
 * Throws PictureError.
 */
export async function fetchPicture(url: string, network: Network = internet): Promise<Buffer> {
  const signal = AbortSignal.timeout(patienceMs);
  let next = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const target = checked(next, network);
    const address = await addressOf(target, network, signal);
    const answer = await ask(target, address, signal);
    const status = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (status < 300 || status > 399 || !location) return await content(answer, status);
    answer.destroy();
    next = new URL(location, target).href;
  }
  throw new PictureError('failed');
}

/** True for any http or https URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

function checked(text: string, { ports }: Network): URL {
  if (!isWebAddress(text) || text.length > 2000) throw new PictureError('refused');
  const url = new URL(text);
  if (url.username || url.password || !ports.includes(url.port)) throw new PictureError('refused');
  return url;
}

/** One address of the host. Refused when any address is not public, since the next resolution may return that one. */
async function addressOf(url: URL, { resolve, isPublic }: Network, signal: AbortSignal): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host)
    ? [host]
    : await Promise.race([resolve(host), aborted(signal)]).catch(() => {
        throw new PictureError('unreachable');
      });
  const [first] = addresses;
  if (first === undefined) throw new PictureError('unreachable');
  if (!addresses.every(isPublic)) throw new PictureError('refused');
  return first;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Too slow')), { once: true });
  });
}

function ask(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        // A new connection: a pooled one might be to another address.
        agent: false,
        headers: { accept: 'image/*', 'user-agent': 'Gostiny (picture import)' },
        signal,
        lookup: (_host, options, done) => {
          const family = isIP(address);
          if (options.all) done(null, [{ address, family }]);
          else done(null, address, family);
        },
      },
      resolve,
    )
      .on('error', () => reject(new PictureError('unreachable')))
      .end();
  });
}

async function content(answer: IncomingMessage, status: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    if (status !== 200) throw new PictureError('failed');
    if (Number(answer.headers['content-length']) > maxPictureBytes) throw new PictureError('too-large');
    for await (const part of answer) {
      length += part.length;
      if (length > maxPictureBytes) throw new PictureError('too-large');
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (error) {
    answer.destroy();
    throw error instanceof PictureError ? error : new PictureError('unreachable');
  }
}
