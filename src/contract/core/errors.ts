/**
 * Error codes of the API with their HTTP status. The code is also the translation key of its text, in the `common`
 * namespace (rules/core: errors are codes).
 */
export const errorCodes = {
  NOT_AUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  /** Sign-in by SMS code is disabled in the settings. */
  CODE_SIGN_IN_OFF: 403,
  /** There is no sign-in by an account of another site. Not 403, at which some shop fronts end the session. */
  SOCIAL_SIGN_IN_OFF: 400,
  /** The browser has no sign-in under way: it took too long, was used, or began in another browser. */
  SIGN_IN_EXPIRED: 409,
  /** The other service declined, did not answer, or answered something that does not fit. */
  SIGN_IN_PROVIDER_FAILED: 409,
  /** The person of the other service has no account that they may sign in to. */
  SIGN_IN_NO_ACCOUNT: 409,
  /** The person, or the other service's account, is linked with another. */
  SIGN_IN_TAKEN: 409,
  /** No payment service stores cards: every payment asks for one. */
  SAVED_CARDS_OFF: 400,
  /** A period was asked for a product that is sold. */
  NOT_A_RENTAL_PRODUCT: 400,
  EMAIL_NOT_VERIFIED: 409,
  /** The person's role demands a second factor, which is not set up yet. */
  SECOND_FACTOR_NEEDED: 409,
  /** The person's role demands a sign-in through a provider; `current` is it, `names` has its name. */
  SIGN_IN_THROUGH: 409,
  /** The same, and the person has not linked an account of it yet: only the profile is open, which does it. */
  SIGN_IN_LINK_NEEDED: 409,
  /** Money: the person proves again who they are (`POST me/confirm`), by one of the ways in `needs`; then it is repeated. */
  CONFIRMATION_NEEDED: 409,
  /** The action needs a confirmed phone (option `useMustVerifyPhone`). */
  PHONE_NOT_VERIFIED: 403,
  INSUFFICIENT_BALANCE: 422,
  INVALID_CODE: 422,
  LAST_ADMIN: 409,
  /** A second person must confirm it; `current` is the request that waits. */
  SECOND_PERSON_REQUIRED: 409,
  /** Another request about the same record waits for a second person; `current` is it. */
  APPROVAL_WAITING: 409,
  /** The request has been decided, withdrawn or has expired. */
  APPROVAL_OVER: 409,
  /** What was prepared differs from what the person saw. */
  APPROVAL_CHANGED: 409,
  /** Whoever prepared a request does not confirm it. */
  OWN_APPROVAL: 403,
  /** A new second person confirms nothing older than the appointment, and nothing of whoever appointed them for a time. */
  NEW_CONFIRMER: 403,
  /** A request is not confirmed in the browser in which it was prepared. */
  SAME_BROWSER: 403,
  /** The session looks through a vendor's eyes, which changes and takes away nothing. */
  READ_ONLY_VIEW: 403,
  CONFLICT: 409,
  /** Totals differ from those that the buyer saw; `current` has the new ones. */
  ORDER_CHANGED: 409,
  REFUND_ONLY_ALLOWED_FOR_MAIN_ORDER: 400,
  ORDER_ALREADY_HAS_REFUND_REQUEST: 409,
  /** No piece of the order was delivered and paid, or all were returned. */
  REFUND_NOT_POSSIBLE: 409,
  REFUND_PERIOD_OVER: 409,
  ALREADY_REFUNDED: 409,
  /** Other refunds have returned the pieces since the request. */
  WRONG_REFUND: 409,
  ALREADY_GIVEN_REVIEW_FOR_THIS_PRODUCT: 409,
  MAXIMUM_QUESTION_LIMIT_EXCEEDED: 400,
  YOU_HAVE_ALREADY_GIVEN_ABUSIVE_REPORT_FOR_THIS: 409,
  IN_USE: 409,
  /** The row refers to removed rows; `uses` names their families. */
  RESTORE_FIRST: 409,
  /** A product's shop has not agreed to the terms of the flash sale; `names` says which. */
  SALE_CONSENT_REQUIRED: 409,
  /** A shop opens with a complete file of its vendor; `errors` names what lacks. */
  VENDOR_FILE_INCOMPLETE: 409,
  PAYLOAD_TOO_LARGE: 413,
  /** Storage quota of the user or the shop is used up. */
  STORAGE_QUOTA_EXCEEDED: 413,
  UNSUPPORTED_FILE: 415,
  /** More than `maxMegapixels`. */
  PICTURE_TOO_LARGE: 415,
  VALIDATION_FAILED: 422,
  BAD_REQUEST: 400,
  ACTION_NOT_VALID: 400,
  TOO_MANY_REQUESTS: 429,
  /** Files that the person downloads at the moment; comes with `Retry-After`. */
  TOO_MANY_EXPORTS: 429,
  REQUEST_TIMEOUT: 408,
  /** The database or a service is unreachable, overloaded or stopping; comes with `Retry-After`. */
  UNAVAILABLE: 503,
  /** The connection to the database broke during the commit, and nobody says whether it was stored. */
  OUTCOME_UNKNOWN: 504,
  /** The disk of the database or of the uploads is full; nothing was stored. */
  INSUFFICIENT_STORAGE: 507,
  /** Another server of the dialect does not implement this. */
  NOT_SUPPORTED: 501,
  INTERNAL: 500,
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
  /** FORBIDDEN: permissions of which any would do. CONFIRMATION_NEEDED: ways of which any would do. */
  needs?: string[];
  /** INVALID_CODE: attempts left; at 0 a new code must be requested. */
  attempts_left?: number;
}
