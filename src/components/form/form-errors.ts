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
  path?: string;
}

/** A heading, and the first wrong field of each name below it. */
export interface PlaceGroup {
  heading: string | undefined;
  fields: { label: string; path: string | undefined }[];
}

/** Wrong fields by the heading above them. A section of one field that is called like it stands for the field. */
export function groupPlaces(places: readonly FieldPlace[]): PlaceGroup[] {
  const groups = new Map<string | undefined, PlaceGroup>();
  for (const { heading, label, path } of places) {
    const group = groups.get(heading) ?? { heading, fields: [] };
    if (label && label !== heading && !group.fields.some((one) => one.label === label))
      group.fields.push({ label, path });
    groups.set(heading, group);
  }
  return [...groups.values()].map((group) =>
    group.fields.length > 0 || !group.heading
      ? group
      : {
          heading: undefined,
          fields: [
            { label: group.heading, path: places.find(({ heading }) => heading === group.heading)?.path },
          ],
        },
  );
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
