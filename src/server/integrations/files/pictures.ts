import type { IncomingMessage } from 'node:http';
import { AddressError, internet, type Network, requestPinned } from '@/server/integrations/pinned-request';

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

/**
 * Downloads a picture from a user-supplied URL without SSRF (rules/core: outgoing addresses are checked); redirects are
 * checked like the first address. Throws PictureError.
 */
export async function fetchPicture(url: string, network: Network = internet): Promise<Buffer> {
  const signal = AbortSignal.timeout(patienceMs);
  let next = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const answer = await ask(next, network, signal);
    const status = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (status < 300 || status > 399 || !location) return await content(answer, status);
    answer.destroy();
    next = new URL(location, next).href;
  }
  throw new PictureError('failed');
}

/** The answer of one address. */
async function ask(url: string, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { accept: 'image/*', 'user-agent': 'Gostiny (picture import)' };
  try {
    return await requestPinned(url, { headers, signal }, network);
  } catch (error) {
    throw error instanceof AddressError ? new PictureError(error.problem) : error;
  }
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
