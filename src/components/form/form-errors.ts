import type { FieldErrors } from 'react-hook-form';

/** Top-level keys of a form's errors, once per wrong field: two wrong parts of `seo` are two entries. */
export function wrongKeys(errors: FieldErrors): string[] {
  return Object.entries(errors).flatMap(([key, error]) =>
    Array.from({ length: countErrors(error) }, () => key),
  );
}

function countErrors(error: unknown): number {
  if (typeof error !== 'object' || error === null) return 0;
  // A field error names its rule; a group of fields may have a field called `type`, whose error is an object.
  if ('type' in error && typeof error.type === 'string') return 1;
  return Object.values(error).reduce((sum: number, part: unknown) => sum + countErrors(part), 0);
}
