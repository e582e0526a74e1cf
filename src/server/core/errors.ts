import * as yup from 'yup';
import {
  type ErrorBody,
  type ErrorCode,
  errorCodes,
  type FieldErrors,
  type LastChange,
} from '@/contract/core/errors';
import { isConnectionLost } from './db/lost';

/** `Retry-After` of UNAVAILABLE in seconds: long enough for a database to restart. */
const unavailableSeconds = 5;

/** An expected failure with a code: the only error that server code throws on purpose. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** For CONFLICT: the current row. */
  readonly current: unknown;
  /** For CONFLICT: who saved last. */
  readonly changed: LastChange | undefined;
  /** For TOO_MANY_REQUESTS and UNAVAILABLE: seconds to wait. */
  readonly retryAfter: number | undefined;
  /** For IN_USE: number of rows by family. */
  readonly uses: Record<string, number> | undefined;
  /** For SALE_CONSENT_REQUIRED: parameters of its message. */
  readonly names: Record<string, string> | undefined;
  /** For FORBIDDEN: permissions of which any would do; for CONFIRMATION_NEEDED: ways. */
  readonly needs: readonly string[] | undefined;
  /** For INVALID_CODE: attempts that are left. */
  readonly attemptsLeft: number | undefined;

  constructor(
    code: ErrorCode,
    more: {
      fields?: FieldErrors;
      current?: unknown;
      changed?: LastChange | undefined;
      retryAfter?: number;
      uses?: Record<string, number>;
      names?: Record<string, string>;
      needs?: readonly string[];
      attemptsLeft?: number;
      /** For the log; never sent to the client. */
      cause?: unknown;
    } = {},
  ) {
    super(code, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = more.fields;
    this.current = more.current;
    this.changed = more.changed;
    this.retryAfter = more.retryAfter ?? (code === 'UNAVAILABLE' ? unavailableSeconds : undefined);
    this.uses = more.uses;
    this.names = more.names;
    this.needs = more.needs;
    this.attemptsLeft = more.attemptsLeft;
  }
}

/** Throws VALIDATION_FAILED for one key of the input. */
export function rejectField(key: string, text: string): never {
  throw new AppError('VALIDATION_FAILED', { fields: { [key]: [text] } });
}

export function rejectValue(key: string): never {
  rejectField(key, 'error-wrong-value');
}

/**
 * PostgreSQL's codes for a value that a column cannot hold: a number out of range or malformed, an impossible date, a
 * NUL byte, an unpaired surrogate.
 */
const unstorable = new Set(['22003', '22P02', '22007', '22008', '22021', '22P05']);

/**
 * PostgreSQL's codes for a server that cannot serve now, besides a lost connection: refused ones (28, 3D, 57P), no memory
 * or connections left (53), a statement, lock or transaction that took too long (57014, 55P03, 25P), a deadlock or
 * serialization failure that did not resolve (40).
 */
const databaseAway = /^(28|3D000|53[234]|57P|57014|55P03|25P0[34]|40001|40P01)/;

/** Messages of pg and Kysely without a code: a pool that is exhausted or closed. */
const poolClosed =
  /^(timeout exceeded when trying to connect|Cannot use a pool after|driver has already been destroyed)/;

/** A full disk, of the database or of the uploads. */
const diskFull = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Converts anything thrown into an AppError; unknown errors become INTERNAL without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof yup.ValidationError)
    return new AppError('VALIDATION_FAILED', { fields: fieldErrors(error) });
  if (!(error instanceof Error)) return new AppError('INTERNAL');
  const { code, statusCode } = error as Error & { code?: string; statusCode?: number };
  if (code === '23505') return new AppError('VALIDATION_FAILED', { fields: takenField(error) });
  if (code === '23503') return new AppError('IN_USE');
  if (code === '23514') return new AppError('VALIDATION_FAILED', { fields: checkedField(error) });
  if (code !== undefined && unstorable.has(code)) return new AppError('VALIDATION_FAILED');
  if (code !== undefined && diskFull.has(code)) return new AppError('INSUFFICIENT_STORAGE', { cause: error });
  if (isConnectionLost(error) || databaseAway.test(code ?? '') || poolClosed.test(error.message))
    return new AppError('UNAVAILABLE', { cause: error });
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('PAYLOAD_TOO_LARGE');
  if (statusCode === 415) return new AppError('UNSUPPORTED_FILE');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError('BAD_REQUEST');
  return new AppError('INTERNAL');
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    message: error.code,
    ...(error.fields && { errors: error.fields }),
    request_id: requestId,
    ...(error.current !== undefined && { current: error.current }),
    ...(error.changed && { changed: error.changed }),
    ...(error.uses && { uses: error.uses }),
    ...(error.names && { names: error.names }),
    ...(error.needs && { needs: [...error.needs] }),
    ...(error.attemptsLeft !== undefined && { attempts_left: error.attemptsLeft }),
  };
}

export function httpStatus(error: AppError): number {
  return errorCodes[error.code];
}

/** A form shows no more, and a client that sends thousands of mistakes learns nothing from more. */
export const maxFieldErrors = 100;

/** Field errors by key: each text once per field, `maxFieldErrors` in all. */
export function collectFieldErrors(found: Iterable<readonly [key: string, text: string]>): FieldErrors {
  const fields = new Map<string, string[]>();
  let count = 0;
  for (const [key, text] of found) {
    const texts = fields.get(key) ?? [];
    if (texts.includes(text)) continue;
    if (count === maxFieldErrors) break;
    count += 1;
    fields.set(key, [...texts, text]);
  }
  return Object.fromEntries(fields);
}

/** The key of a validation error's text: yup's own sentences ("must be a …") are not translation keys. */
export const errorKey = (message: string) => (message.startsWith('error-') ? message : 'error-wrong-value');

export const errorsIn = (error: yup.ValidationError) => (error.inner.length > 0 ? error.inner : [error]);

function fieldErrors(error: yup.ValidationError): FieldErrors {
  return collectFieldErrors(
    errorsIn(error).map(({ path = '', message }) => [path.replace(/\[\d+\]/g, '') || '_', errorKey(message)]),
  );
}

/** A unique index is named `<table>_<column>_key`; of a column that has two, the second ends with `_spelling`. */
function takenField(error: Error): FieldErrors {
  const column = constrained(error, 'key');
  return column && column !== 'pkey' ? { [column]: ['error-taken'] } : {};
}

/** A check of one column is named `<table>_<column>_check`, for example of a size that rounds to zero. */
function checkedField(error: Error): FieldErrors {
  const column = constrained(error, 'check');
  return column ? { [column]: ['error-wrong-value'] } : {};
}

function constrained(error: Error, ending: 'key' | 'check'): string {
  const { constraint = '', table = '' } = error as Error & { constraint?: string; table?: string };
  return constraint.replace(`${table}_`, '').replace(new RegExp(`_${ending}(?:_spelling)?$`), '');
}
