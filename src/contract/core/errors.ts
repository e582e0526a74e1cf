/** Every refusal the API can answer: its status, and whether it is worth an error report. The code is also the
 * translation key of its text (`common:` namespace; specification §8, design §4). */
export const errorCodes = {
  NOT_AUTHENTICATED: { status: 401, report: false },
  FORBIDDEN: { status: 403, report: false },
  NOT_FOUND: { status: 404, report: false },
  /** The settings let nobody sign in by a code sent to the phone. */
  CODE_SIGN_IN_OFF: { status: 403, report: false },
  EMAIL_NOT_VERIFIED: { status: 409, report: false },
  INSUFFICIENT_BALANCE: { status: 422, report: false },
  INVALID_CODE: { status: 422, report: false },
  LAST_ADMIN: { status: 409, report: false },
  CONFLICT: { status: 409, report: false },
  /** Checkout found other figures than the buyer was shown; `current` is what is true now. */
  ORDER_CHANGED: { status: 409, report: false },
  REFUND_ONLY_ALLOWED_FOR_MAIN_ORDER: { status: 400, report: false },
  ORDER_ALREADY_HAS_REFUND_REQUEST: { status: 409, report: false },
  /** Nothing of the order was handed over and paid for, or all of it came back. */
  REFUND_NOT_POSSIBLE: { status: 409, report: false },
  REFUND_PERIOD_OVER: { status: 409, report: false },
  ALREADY_REFUNDED: { status: 409, report: false },
  /** Pieces came back otherwise since it was asked for. */
  WRONG_REFUND: { status: 409, report: false },
  ALREADY_GIVEN_REVIEW_FOR_THIS_PRODUCT: { status: 409, report: false },
  MAXIMUM_QUESTION_LIMIT_EXCEEDED: { status: 400, report: false },
  YOU_HAVE_ALREADY_GIVEN_ABUSIVE_REPORT_FOR_THIS: { status: 409, report: false },
  IN_USE: { status: 409, report: false },
  /** What the row leans on was removed, too: `uses` says of which families. */
  RESTORE_FIRST: { status: 409, report: false },
  /** A product may not join a flash sale: its shop has not agreed to the terms. `names` says which. */
  SALE_CONSENT_REQUIRED: { status: 409, report: false },
  PAYLOAD_TOO_LARGE: { status: 413, report: false },
  /** The person or the shop has stored as much as the settings allow. */
  STORAGE_QUOTA_EXCEEDED: { status: 413, report: false },
  UNSUPPORTED_FILE: { status: 415, report: false },
  VALIDATION_FAILED: { status: 422, report: false },
  BAD_REQUEST: { status: 400, report: false },
  ACTION_NOT_VALID: { status: 400, report: false },
  TOO_MANY_REQUESTS: { status: 429, report: false },
  /** The request did not arrive in time. */
  REQUEST_TIMEOUT: { status: 408, report: false },
  /** The database or a service behind the API is away, too busy or stopping; comes with `Retry-After`. */
  UNAVAILABLE: { status: 503, report: true },
  /** The disk of the database or of uploads is full; nothing was stored. */
  INSUFFICIENT_STORAGE: { status: 507, report: true },
  INTERNAL: { status: 500, report: true },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Translation keys of what is wrong with each field, as `form:` keys without the namespace. */
export type FieldErrors = Record<string, string[]>;

/** The last saved edit of a row. */
export interface LastChange {
  by: { id: number; name: string };
  /** ISO 8601. */
  at: string;
}

/** The body of every refusal. `current` accompanies CONFLICT, the row as it is now, and ORDER_CHANGED, a VerifiedCheckout. */
export interface ErrorBody {
  message: ErrorCode;
  errors?: FieldErrors;
  request_id: string;
  current?: unknown;
  /** With CONFLICT: who saved last, and when. */
  changed?: LastChange;
  /** With IN_USE: how many rows of which family hold on to this one; with RESTORE_FIRST: which it leans on. */
  uses?: Record<string, number>;
  /** With SALE_CONSENT_REQUIRED: what its text names, by the placeholder. */
  names?: Record<string, string>;
  /** With INVALID_CODE: how many wrong codes may still be typed; at 0 another one has to be sent. */
  attempts_left?: number;
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCodes, code);
}
