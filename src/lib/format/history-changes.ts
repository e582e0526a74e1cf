export interface FieldChange {
  /** `requisites.inn` */
  path: string;
  before: unknown;
  after: unknown;
}

/** Changed values of an audit entry; of an object saved as a whole, only its changed properties. */
export function leafChanges(changes: Record<string, [unknown, unknown]>): FieldChange[] {
  return Object.entries(changes).flatMap(([key, [before, after]]) => {
    const [was, is] = [leaves(key, before), leaves(key, after)];
    const paths = [...new Set([...was.keys(), ...is.keys()])];
    return paths
      .map((path) => ({ path, before: was.get(path) ?? null, after: is.get(path) ?? null }))
      .filter((one) => !isSame(one.before, one.after));
  });
}

/** An empty form is saved as empty text or an empty list. */
const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function isSame(before: unknown, after: unknown): boolean {
  if (isNothing(before) && isNothing(after)) return true;
  return JSON.stringify(before) === JSON.stringify(after);
}

function leaves(path: string, value: unknown): Map<string, unknown> {
  if (value === null || typeof value !== 'object') return new Map([[path, value]]);
  const named = nameOf(value);
  if (named !== undefined) return new Map([[path, named]]);
  if (Array.isArray(value)) {
    const words = value.map((part) => (part !== null && typeof part === 'object' ? nameOf(part) : part));
    if (!words.includes(undefined)) return new Map([[path, words]]);
  }
  return new Map(Object.entries(value).flatMap(([key, part]) => [...leaves(`${path}.${key}`, part)]));
}

/** Files are compared by name, related records by label; a deleted one keeps its id. */
function nameOf(value: object): string | undefined {
  if ('file_name' in value) return String(value.file_name);
  if (!('name' in value && 'id' in value)) return undefined;
  return value.name === null ? `№\u00a0${String(value.id)}` : String(value.name);
}

/** Translation key of an action; a colon would be read as a namespace separator. */
export const historyWord = (action: string) => action.replace(':', '-');

export type ValueKind = 'money' | 'percent' | 'moment' | 'day' | 'number' | 'text';

const sums =
  /(^|_)(price|amount|total|discount|balance|credit|fee|sum|debts|sales_tax|cost)(_from|_to)?$|[a-z](Amount|Price|Fee|Total)$/;
const shares = /(^|_)(rate|percent|percentage|commission)$|(Rate|Percent|Commission)$/;

/** In these families the row's type decides between an amount and a percentage. */
const byType = ['coupons', 'shippings', 'flash-sale'];

/** Display format of a logged value, by its key and shape: the log stores no types. */
export function guessValueKind(family: string, path: string, value: unknown): ValueKind {
  const key = path.split('.').at(-1) ?? path;
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return 'moment';
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return 'day';
  if (typeof value === 'string' && shares.test(key) && /^\d+(\.\d+)?$/.test(value)) return 'percent';
  if (typeof value !== 'number') return 'text';
  if (shares.test(key)) return byType.includes(family) ? 'number' : 'percent';
  if (sums.test(key)) return byType.includes(family) && key === 'amount' ? 'number' : 'money';
  return 'number';
}

/** A readable form of a key without a label: `minimum_cart_amount` → `Minimum cart amount`. */
export function plainWords(key: string): string {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
