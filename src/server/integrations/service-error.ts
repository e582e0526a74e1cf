import type { ServiceFailure } from '@/contract/settings/outside';
import { AppError } from '@/server/core/errors';
import { OutgoingError } from './outgoing/outgoing';

/** A redirect leads to no answer of the service. */
const failures = {
  forbidden: 'unreachable',
  timeout: 'timeout',
  unreachable: 'unreachable',
  elsewhere: 'unreachable',
  'too-large': 'unreadable',
} as const;

/** Failure of an external service; the message is a ServiceFailure, such as `broken 502`. */
export class ServiceError extends Error {
  readonly failure: ServiceFailure;

  constructor(failure: ServiceFailure) {
    super(failure);
    this.failure = failure;
  }

  /** For a response without a success status. */
  static ofStatus(status: number): ServiceError {
    return new ServiceError(`${status < 500 ? 'refused' : 'broken'} ${status}`);
  }

  /** For anything that a request or a socket threw. */
  static of(error: unknown): ServiceError {
    if (error instanceof ServiceError) return error;
    if (error instanceof OutgoingError) return new ServiceError(failures[error.problem]);
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
