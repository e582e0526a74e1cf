import type { ServiceFailure } from '@/contract/settings/outside';

/** An e-mail or SMS was not accepted. */
export class SendError extends Error {
  /** The message itself is rejected: a retry would fail, too. */
  readonly isFinal: boolean;
  /** Failure of the service; undefined when it works and rejects only this message. */
  readonly failure: ServiceFailure | undefined;

  constructor(text: string, { isFinal = false, failure }: { isFinal?: boolean; failure?: ServiceFailure }) {
    // Shown to administrators: the untrusted reply is cut to one short line.
    super(
      text
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, 300),
    );
    this.isFinal = isFinal;
    this.failure = failure;
  }
}
