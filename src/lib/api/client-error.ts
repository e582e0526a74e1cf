import type { LastChange } from '@/contract/core/errors';

/** What a page's first scripts need of errors; their texts for people are in `errors.ts`. */

/** Failures without a response. */
export const clientCodes = {
  network: 'NETWORK_ERROR',
  timeout: 'REQUEST_TIMEOUT',
  cancelled: 'CANCELLED',
  unknown: 'UNKNOWN',
};

/** Any failure in the form that screens use: code without prefix, and details of the server. */
export class ClientError extends Error {
  readonly code: string;
  /** Undefined without a response. */
  readonly status: number | undefined;
  /** Field → translation keys or texts, for forms. */
  readonly fields: Record<string, string[]>;
  readonly requestId: string | undefined;
  /** CONFLICT: the current row. */
  readonly current: unknown;
  /** CONFLICT: who saved last, and when. */
  readonly changed: LastChange | undefined;
  /** TOO_MANY_REQUESTS: seconds to wait. */
  readonly retryAfter: number | undefined;
  /** IN_USE: number of referring rows by family. */
  readonly uses: Record<string, number>;
  /** Values for the placeholders of the error's text. */
  readonly names: Record<string, string>;
  /** FORBIDDEN: permissions of which any would do. */
  readonly needs: readonly string[];
  /** INVALID_CODE: attempts left. */
  readonly attemptsLeft: number | undefined;

  constructor(code: string, details: Partial<Omit<ClientError, 'name' | 'code'>> = {}) {
    super(details.message ?? code);
    this.name = 'ClientError';
    this.code = code;
    this.status = details.status;
    this.fields = details.fields ?? {};
    this.requestId = details.requestId;
    this.current = details.current;
    this.changed = details.changed;
    this.retryAfter = details.retryAfter;
    this.uses = details.uses ?? {};
    this.names = details.names ?? {};
    this.needs = details.needs ?? [];
    this.attemptsLeft = details.attemptsLeft;
  }
}

/** Converts anything thrown; failures of the request library are converted where they arise (`http.ts`). */
export function toClientError(error: unknown): ClientError {
  if (error instanceof ClientError) return error;
  return new ClientError(clientCodes.unknown, {
    message: error instanceof Error ? error.message : String(error),
  });
}

export const ownTexts = new Map([
  ['NOT_AUTHORIZED', 'NOT_AUTHENTICATED'],
  [clientCodes.network, 'network'],
]);

/** Codes with a text that an administrator has written, in the namespace `errors`. */
export let written: ReadonlySet<string> = new Set();

/** Lets messages use the texts of the error-codes family; they are in i18next's namespace `errors`. */
export function keepWrittenCodes(codes: readonly string[]): void {
  written = new Set(codes);
}

/**
 * Translation keys of an error, of which the first with a text counts: the administrator's, else `common:errors.<CODE>`,
 * or `common:errors.unknown` for codes without a text. The panel's scripts carry no list of codes.
 */
export function messageKey({ code }: ClientError): string[] {
  if (written.has(code)) return [`errors:${code}`];
  return [textKey(ownTexts.get(code) ?? code), 'common:errors.unknown'];
}

export const textKey = (code: string) => `common:errors.${code}`;

/** True when a retry may help: no response, or a server error other than a missing feature. */
export function isPassing(error: ClientError): boolean {
  if (error.code === clientCodes.cancelled || error.code === clientCodes.unknown) return false;
  return error.status === undefined || (error.status >= 500 && error.status !== 501);
}

/** Strips the prefix that servers put before codes: `WORD_ERROR.NOT_FOUND` is `NOT_FOUND`. */
export function stripCodePrefix(text: string | undefined): string | undefined {
  const tail = text?.slice(text.lastIndexOf('.') + 1);
  return tail && /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(tail) ? tail : undefined;
}

/**
 * True for failures that need no message: a cancelled request, one for which the shell opens a dialog, and 202, an action
 * that waits for a second person, which `http.ts` has said.
 */
export function isShownElsewhere({ code, status }: ClientError): boolean {
  return status === 202 || code === clientCodes.cancelled || code === 'PHONE_NOT_VERIFIED';
}
