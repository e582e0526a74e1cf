import type { LastChange } from '@/contract/core/errors';

/** Failures without a response. */
export const clientCodes = {
  network: 'NETWORK_ERROR',
  timeout: 'TIMEOUT',
  cancelled: 'CANCELLED',
  unknown: 'UNKNOWN',
};

interface Details {
  message?: string;
  status?: number | undefined;
  fields?: Record<string, string[]>;
  requestId?: string | undefined;
  current?: unknown;
  changed?: LastChange | undefined;
  retryAfter?: number | undefined;
  uses?: Record<string, number>;
  names?: Record<string, string>;
  needs?: readonly string[];
  attemptsLeft?: number | undefined;
}

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

  constructor(code: string, details: Details = {}) {
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

const ownTexts = new Map([
  ['NOT_AUTHORIZED', 'NOT_AUTHENTICATED'],
  [clientCodes.network, 'network'],
  [clientCodes.timeout, 'network'],
]);

/** Codes with a text that an administrator has written, in the namespace `errors`. */
let written: ReadonlySet<string> = new Set();

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
  return [textOf(ownTexts.get(code) ?? code), 'common:errors.unknown'];
}

const textOf = (code: string) => `common:errors.${code}`;

export type Translate = (key: string | string[], options: Record<string, string | number>) => string;

/** Message of an error; for IN_USE with the referring families, for unknown codes the server's own text. */
export function errorText(t: Translate, error: ClientError): string {
  const uses = usesText(t, error.uses);
  if (uses !== '') return t('common:in-use', { uses });
  const right = neededRight(t, error.needs);
  if (right && !written.has(error.code)) return right;
  return ownMessage(t, error) ?? t(messageKey(error), error.names);
}

/**
 * Names the missing right and who gives it: a right of the team's roles, else one of staff if it would do, since that is
 * what a colleague can be given, else the role.
 */
function neededRight(t: Translate, needs: readonly string[]): string | undefined {
  const [area, level] = needs.find((one) => /^(?!staff:)\w+:/.test(one))?.split(':') ?? [];
  if (area)
    return t('common:forbidden.right', {
      area: t(`common:areas.${area}`, {}),
      level: t(`common:levels.${level}`, {}),
    });
  const scope = needs.find((one) => one.startsWith('staff:'));
  const key =
    scope?.replace(':', '-') ?? ['staff', 'store_owner', 'super_admin'].find((one) => needs.includes(one));
  return key && t(`common:forbidden.${key}`, {});
}

/** The server's own message when it is not a code with a text; undefined without one. */
function ownMessage(t: Translate, { status, code, message }: ClientError): string | undefined {
  if (status === undefined || message === '') return undefined;
  const said = stripCodePrefix(message);
  if (said === undefined) return message;
  const isKnown = written.has(code) || ownTexts.has(code) || t(textOf(said), { defaultValue: '' }) !== '';
  return isKnown ? undefined : `${t('common:errors.unknown', {})} (${code})`;
}

/** `товары: 12, категории: 3` */
export function usesText(t: Translate, uses: Record<string, number>): string {
  return Object.entries(uses)
    .filter(([, count]) => count > 0)
    .map(([family, count]) => t(`common:uses.${family}`, { count, defaultValue: `${family}: ${count}` }))
    .join(', ');
}

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
