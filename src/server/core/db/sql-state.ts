/** True for an error of PostgreSQL with one of these codes (SQLSTATE). */
export function hasSqlState(error: unknown, ...codes: readonly string[]): error is Error {
  return error instanceof Error && codes.includes(String(Reflect.get(error, 'code')));
}

export const deadlock = '40P01';
