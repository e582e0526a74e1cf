import type { Selectable } from 'kysely';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';

export type GivenLine = Selectable<DB['bank_lines']>;

/** Refuses parts that a line cannot be given to. Throws VALIDATION_FAILED. */
export function reject(error: string, current?: JsonRecord): never {
  throw new AppError('VALIDATION_FAILED', { fields: { parts: [error] }, ...(current && { current }) });
}
