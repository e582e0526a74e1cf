import type { FieldErrors } from 'react-hook-form';

/** Paths of the wrong fields: `settings.contact`. */
export function wrongPaths(errors: FieldErrors): string[] {
  return Object.entries(errors).flatMap(([key, error]) => pathsOf(error, key));
}

/** Where a field stands: the heading above it, and its label there. */
export interface FieldPlace {
  heading?: string | undefined;
  /** The label of its top-level key by default. */
  label?: string;
}

/** Names of fields, those under a heading together after it: `Price and stock: Price, Quantity · SEO: Title`. */
export function fieldNames(places: readonly FieldPlace[]): string {
  const headings = new Map<string | undefined, Set<string>>();
  for (const { heading, label } of places) {
    const names = headings.get(heading) ?? new Set<string>();
    // A section of one field may be called like it.
    if (label && label !== heading) names.add(label);
    headings.set(heading, names);
  }
  return [...headings]
    .map(([heading, names]) => [heading, [...names].join(', ')].filter(Boolean).join(': '))
    .join(' · ');
}

/** Top-level key of a path. */
export const topLevelKey = (path: string): string => path.split('.')[0] ?? path;

function pathsOf(error: unknown, path: string): string[] {
  if (typeof error !== 'object' || error === null) return [];
  // A field error names its rule; a group of fields may have a field called `type`, whose error is an object.
  if ('type' in error && typeof error.type === 'string') return [path];
  return Object.entries(error).flatMap(([key, part]) => pathsOf(part, `${path}.${key}`));
}

/** The section, of those with the paths or groups of their fields, that holds a path. */
export function findSection(sections: Record<string, readonly string[]>, path: string): string | undefined {
  return Object.keys(sections).find((name) =>
    sections[name]?.some((own) => path === own || path.startsWith(`${own}.`)),
  );
}
