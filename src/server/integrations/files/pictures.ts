import { parseJson } from '@/server/core/json-record';
import {
  ask,
  internet,
  isWebAddress,
  type Network,
  type OutgoingAnswer,
  OutgoingError,
  type OutgoingProblem,
} from '@/server/integrations/outgoing/outgoing';
import { directLink, yandexQuestion } from './share-links';

/** Maximum size of a picture, and maximum time including redirects. */
export const maxPictureBytes = 10 * 1024 * 1024;
const patienceMs = 15_000;
const maxRedirects = 3;

/**
 * `refused`: forbidden address; `unreachable`: no response in time; `not-there`: a response that says so; `page`: a page
 * for people instead; `failed`: not a picture; `quota`: storage quota used up.
 */
export type PictureProblem =
  | 'refused'
  | 'unreachable'
  | 'not-there'
  | 'page'
  | 'failed'
  | 'too-large'
  | 'too-many-pixels'
  | 'encrypted'
  | 'quota';

export class PictureError extends Error {
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem) {
    super(problem);
    this.problem = problem;
  }
}

const problems: Record<OutgoingProblem, PictureProblem> = {
  forbidden: 'refused',
  timeout: 'unreachable',
  unreachable: 'unreachable',
  elsewhere: 'failed',
  'too-large': 'too-large',
};

/**
 * Downloads a picture from a user-supplied URL without SSRF (rules/core: outgoing addresses are checked); redirects are
 * checked like the first address. Throws PictureError.
 */
export async function fetchPicture(url: string, network: Network = internet): Promise<Buffer> {
  const question = yandexQuestion(url);
  const link = question === undefined ? directLink(url) : hrefIn(await download(question, network));
  if (link === undefined) throw new PictureError('not-there');
  const { status, headers, body } = await download(link, network);
  if (status !== 200) throw new PictureError('not-there');
  if (/^text\/html\b/.test(headers['content-type'] ?? '') || isPage(body)) throw new PictureError('page');
  return body;
}

const isPage = (body: Buffer): boolean =>
  /^\s{0,100}<(?:!doctype html|html|head|body)\b/i.test(body.toString('latin1', 0, 200));

/** The address in an answer of Яндекс Диск. */
function hrefIn({ status, body }: OutgoingAnswer): string | undefined {
  const { href } = (parseJson(body.toString()) ?? {}) as { href?: unknown };
  return status === 200 && typeof href === 'string' && isWebAddress(href) ? href : undefined;
}

function download(url: string, network: Network): Promise<OutgoingAnswer> {
  return ask(url, {
    headers: { accept: 'image/*', 'user-agent': 'Gostiny (picture import)' },
    totalMs: patienceMs,
    maxBytes: maxPictureBytes,
    redirects: maxRedirects,
    network,
  }).catch((error: unknown) => {
    throw error instanceof OutgoingError ? new PictureError(problems[error.problem]) : error;
  });
}
