import {
  ask,
  internet,
  type Network,
  OutgoingError,
  type OutgoingProblem,
} from '@/server/integrations/outgoing/outgoing';

/** Maximum size of a picture, and maximum time including redirects. */
export const maxPictureBytes = 10 * 1024 * 1024;
const patienceMs = 15_000;
const maxRedirects = 3;

/**
 * `refused`: forbidden address; `unreachable`: no response in time; `failed`: not a picture; `quota`: storage quota used
 * up.
 */
export type PictureProblem =
  | 'refused'
  | 'unreachable'
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
  const { status, body } = await ask(url, {
    headers: { accept: 'image/*', 'user-agent': 'Gostiny (picture import)' },
    totalMs: patienceMs,
    maxBytes: maxPictureBytes,
    redirects: maxRedirects,
    network,
  }).catch((error: unknown) => {
    throw error instanceof OutgoingError ? new PictureError(problems[error.problem]) : error;
  });
  if (status !== 200) throw new PictureError('failed');
  return body;
}
