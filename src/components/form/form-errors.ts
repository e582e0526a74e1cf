import type { FieldErrors } from 'react-hook-form';

/** Top-level keys of a form's errors, once per wrong field: two wrong parts of `seo` are two entries. */
export const wrongKeys = (errors: FieldErrors): string[] => wrongPaths(errors).map(keyOf);

/** Paths of the wrong fields: `settings.contact`. */
export function wrongPaths(errors: FieldErrors): string[] {
  return Object.entries(errors).flatMap(([key, error]) => pathsOf(error, key));
}

/** Top-level key of a path. */
export const keyOf = (path: string): string => path.split('.')[0] ?? path;

function pathsOf(error: unknown, path: string): string[] {
  if (typeof error !== 'object' || error === null) return [];
  // A field error names its rule; a group of fields may have a field called `type`, whose error is an object.
  if ('type' in error && typeof error.type === 'string') return [path];
  return Object.entries(error).flatMap(([key, part]) => pathsOf(part, `${path}.${key}`));
}
