import type { ServiceFailure } from '@/contract/settings/outside';
import { AppError } from '@/server/core/errors';

/** Why a service outside did not do what it was asked: its message is a ServiceFailure, `broken 502` say. */
export class ServiceError extends Error {
  readonly failure: ServiceFailure;

  constructor(failure: ServiceFailure) {
    super(failure);
    this.failure = failure;
  }

  /** An answer with a status that is none of success. */
  static ofStatus(status: number): ServiceError {
    return new ServiceError(`${status < 500 ? 'refused' : 'broken'} ${status}`);
  }

  /** Whatever `fetch` or a socket threw. */
  static of(error: unknown): ServiceError {
    if (error instanceof ServiceError) return error;
    if (error instanceof AppError) {
      return error.cause instanceof ServiceError ? error.cause : new ServiceError('unreadable');
    }
    const isLate = error instanceof Error && /timeout|abort/i.test(`${error.name} ${codeOf(error)}`);
    return new ServiceError(isLate ? 'timeout' : 'unreachable');
  }
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
