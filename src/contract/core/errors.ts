/**
 * Error codes of the API: HTTP status, and whether an error report is sent. The code is also the translation key of its
 * text, in the `common` namespace (rules/core: errors are codes).
 */
export const errorCodes = {
  NOT_AUTHENTICATED: { status: 401, report: false },
  FORBIDDEN: { status: 403, report: false },
  NOT_FOUND: { status: 404, report: false },
  /** Sign-in by SMS code is disabled in the settings. */
  CODE_SIGN_IN_OFF: { status: 403, report: false },
  /** There is no sign-in by an account of another site. Not 403, at which some shop fronts end the session. */
  SOCIAL_SIGN_IN_OFF: { status: 400, report: false },
  /** No payment service stores cards: every payment asks for one. */
  SAVED_CARDS_OFF: { status: 400, report: false },
  /** A period was asked for a product that is sold. */
  NOT_A_RENTAL_PRODUCT: { status: 400, report: false },
  EMAIL_NOT_VERIFIED: { status: 409, report: false },
  /** The action needs a confirmed phone (option `useMustVerifyPhone`). */
  PHONE_NOT_VERIFIED: { status: 403, report: false },
  INSUFFICIENT_BALANCE: { status: 422, report: false },
  INVALID_CODE: { status: 422, report: false },
  LAST_ADMIN: { status: 409, report: false },
  CONFLICT: { status: 409, report: false },
  /** Totals differ from those that the buyer saw; `current` has the new ones. */
  ORDER_CHANGED: { status: 409, report: false },
  REFUND_ONLY_ALLOWED_FOR_MAIN_ORDER: { status: 400, report: false },
  ORDER_ALREADY_HAS_REFUND_REQUEST: { status: 409, report: false },
  /** No piece of the order was delivered and paid, or all were returned. */
  REFUND_NOT_POSSIBLE: { status: 409, report: false },
  REFUND_PERIOD_OVER: { status: 409, report: false },
  ALREADY_REFUNDED: { status: 409, report: false },
  /** Other refunds have returned the pieces since the request. */
  WRONG_REFUND: { status: 409, report: false },
  ALREADY_GIVEN_REVIEW_FOR_THIS_PRODUCT: { status: 409, report: false },
  MAXIMUM_QUESTION_LIMIT_EXCEEDED: { status: 400, report: false },
  YOU_HAVE_ALREADY_GIVEN_ABUSIVE_REPORT_FOR_THIS: { status: 409, report: false },
  IN_USE: { status: 409, report: false },
  /** The row refers to removed rows; `uses` names their families. */
  RESTORE_FIRST: { status: 409, report: false },
  /** A product's shop has not agreed to the terms of the flash sale; `names` says which. */
  SALE_CONSENT_REQUIRED: { status: 409, report: false },
  PAYLOAD_TOO_LARGE: { status: 413, report: false },
  /** Storage quota of the user or the shop is used up. */
  STORAGE_QUOTA_EXCEEDED: { status: 413, report: false },
  UNSUPPORTED_FILE: { status: 415, report: false },
  VALIDATION_FAILED: { status: 422, report: false },
  BAD_REQUEST: { status: 400, report: false },
  ACTION_NOT_VALID: { status: 400, report: false },
  TOO_MANY_REQUESTS: { status: 429, report: false },
  /** Files that the person downloads at the moment; comes with `Retry-After`. */
  TOO_MANY_EXPORTS: { status: 429, report: false },
  /** The request did not arrive in time. */
  REQUEST_TIMEOUT: { status: 408, report: false },
  /** The database or a service is unreachable, overloaded or stopping; comes with `Retry-After`. */
  UNAVAILABLE: { status: 503, report: true },
  /** The disk of the database or of the uploads is full; nothing was stored. */
  INSUFFICIENT_STORAGE: { status: 507, report: true },
  /** Another server of the dialect does not implement this. */
  NOT_SUPPORTED: { status: 501, report: false },
  INTERNAL: { status: 500, report: true },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Messages by field, as `form:` keys without the namespace. */
export type FieldErrors = Record<string, string[]>;

/** The last saved edit of a row. */
export interface LastChange {
  by: { id: number; name: string };
  /** ISO 8601. */
  at: string;
}

/** Body of every refusal. `current`: the current row for CONFLICT, a VerifiedCheckout for ORDER_CHANGED. */
export interface ErrorBody {
  message: ErrorCode;
  errors?: FieldErrors;
  request_id: string;
  current?: unknown;
  /** CONFLICT: who saved last, and when. */
  changed?: LastChange;
  /** IN_USE: referring rows by family; RESTORE_FIRST: removed rows that this one refers to. */
  uses?: Record<string, number>;
  /** SALE_CONSENT_REQUIRED: values for the placeholders of its text. */
  names?: Record<string, string>;
  /** FORBIDDEN: permissions of which any would do. */
  needs?: string[];
  /** INVALID_CODE: attempts left; at 0 a new code must be requested. */
  attempts_left?: number;
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCodes, code);
}
