import type { ServiceFailure } from '@/contract/settings/outside';

/** A letter or an SMS that was not taken. */
export class SendError extends Error {
  /** True when it is refused for what it is: to try again would end alike. */
  readonly isFinal: boolean;
  /** What this says of the service; undefined when it works and refuses this message alone. */
  readonly failure: ServiceFailure | undefined;

  constructor(text: string, { isFinal = false, failure }: { isFinal?: boolean; failure?: ServiceFailure }) {
    // Administrators read it; whatever the other side wrote is one short line.
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
