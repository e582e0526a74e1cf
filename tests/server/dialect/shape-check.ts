export type Kind = 'id' | 'text' | 'number' | 'flag' | 'date' | 'object' | 'array';

export interface Shape {
  /** Names of fields by kind, separated by spaces. */
  fields: Partial<Record<Kind | `${Kind}?`, string>>;
  /** Shapes of embedded objects, and of every item of embedded arrays. */
  parts?: Record<string, Shape>;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const fits: Record<Kind, (value: unknown) => boolean> = {
  id: (value) => Number.isSafeInteger(value),
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  flag: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  object: isObject,
  array: Array.isArray,
};

/** Differences from the shape, as `path: expected kind, found value`; empty when the value matches. */
export function differences(value: unknown, shape: Shape, path = ''): string[] {
  if (!isObject(value)) return [`${path}: object, found ${JSON.stringify(value)}`];
  const row = value as Record<string, unknown>;
  const wrong = Object.entries(shape.fields).flatMap(([kind, names]) =>
    names
      .split(' ')
      .filter((name) => !isKind(row[name], kind))
      .map((name) => `${path}.${name}: ${kind}, found ${JSON.stringify(row[name])}`),
  );
  const inner = Object.entries(shape.parts ?? {}).flatMap(([name, part]) => {
    const embedded = row[name];
    // A missing picture is an empty object.
    if (embedded === null || embedded === undefined || isEmpty(embedded)) return [];
    if (!Array.isArray(embedded)) return differences(embedded, part, `${path}.${name}`);
    return embedded.flatMap((one) => differences(one, part, `${path}.${name}[]`));
  });
  return [...new Set([...wrong, ...inner])];
}

const isEmpty = (value: unknown) => isObject(value) && Object.keys(value as object).length === 0;

function isKind(value: unknown, kind: string): boolean {
  if (kind.endsWith('?') && value === null) return true;
  return fits[kind.replace('?', '') as Kind](value);
}
