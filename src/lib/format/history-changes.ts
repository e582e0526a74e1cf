export interface FieldChange {
  /** `requisites.inn` */
  path: string;
  before: unknown;
  after: unknown;
}

/** Changed values of an audit entry; of an object saved whole, only its changed properties. */
export function leafChanges(changes: Record<string, [unknown, unknown]>): FieldChange[] {
  return Object.entries(changes).flatMap(([key, [before, after]]) => {
    const [was, is] = [leaves(key, before), leaves(key, after)];
    const paths = [...new Set([...was.keys(), ...is.keys()])];
    return paths
      .map((path) => ({ path, before: was.get(path) ?? null, after: is.get(path) ?? null }))
      .filter((one) => one.before !== one.after);
  });
}

function leaves(path: string, value: unknown): Map<string, unknown> {
  if (value === null || typeof value !== 'object') return new Map([[path, value]]);
  // Pictures are compared by name, related records by label.
  if ('file_name' in value) return new Map([[path, value.file_name]]);
  if ('name' in value && 'id' in value) return new Map([[path, value.name]]);
  if (Array.isArray(value) && value.every((one) => one === null || typeof one !== 'object'))
    return new Map([[path, value.join(', ')]]);
  return new Map(Object.entries(value).flatMap(([key, part]) => [...leaves(`${path}.${key}`, part)]));
}

/** Translation key of an action; a colon would be read as a namespace separator. */
export const historyWord = (action: string) => action.replace(':', '-');
