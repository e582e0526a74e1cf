import { type ErrorBody, type ErrorCode, errorCodes } from '@/contract/core/errors';

let requests = 0;

/** A response with an error code of the contract. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly more: Partial<ErrorBody>;

  constructor(code: ErrorCode, more: Partial<ErrorBody> = {}) {
    super(code);
    this.code = code;
    this.more = more;
  }

  respond(): Response {
    requests += 1;
    const body: ErrorBody = { message: this.code, request_id: `mock-${requests}`, ...this.more };
    return Response.json(body, { status: errorCodes[this.code] });
  }
}

/** Refuses one key of the input, as the server does. */
export function wrongValue(key: string): Refusal {
  return new Refusal('VALIDATION_FAILED', { errors: { [key]: ['error-wrong-value'] } });
}
