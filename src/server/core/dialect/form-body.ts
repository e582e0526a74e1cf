import { AppError } from '../errors';

/** No form of the dialect is deeper than `products[0][pivot][price]`. */
const deepest = 8;
/** An order of 200 lines has 1,000 values. */
const mostPairs = 4000;

type Node = Map<string, Node | string>;

/** The body that the same fields have in JSON; every value is a text. Throws BAD_REQUEST. */
export function parseForm(text: string): unknown {
  const root: Node = new Map();
  let left = mostPairs;
  for (const [key, value] of new URLSearchParams(text)) {
    left -= 1;
    if (left < 0) throw new AppError('PAYLOAD_TOO_LARGE');
    put(root, pathOf(key), value);
  }
  return plain(root);
}

/** `a[b][]` is `a`, `b` and an empty part, which stands for the next place of a list. */
function pathOf(key: string): string[] {
  const start = key.indexOf('[');
  if (start <= 0 || !key.endsWith(']')) return [key];
  const path = [key.slice(0, start), ...key.slice(start + 1, -1).split('][')];
  if (path.length > deepest) throw new AppError('BAD_REQUEST');
  return path;
}

function put(root: Node, path: readonly string[], value: string): void {
  let at = root;
  for (const [depth, part] of path.entries()) {
    const key = part === '' && depth > 0 ? String(at.size) : part;
    if (depth === path.length - 1) {
      at.set(key, value);
      return;
    }
    const known = at.get(key);
    if (typeof known === 'string') throw new AppError('BAD_REQUEST');
    const next: Node = known ?? new Map();
    at.set(key, next);
    at = next;
  }
}

/** Keys that count from 0 are a list. */
function plain(node: Node | string): unknown {
  if (typeof node === 'string') return node;
  const keys = [...node.keys()];
  if (keys.length > 0 && keys.every((key, index) => key === String(index)))
    return [...node.values()].map(plain);
  const made: Record<string, unknown> = {};
  // As own properties: a body may name `__proto__`, which is refused with its field later.
  for (const [key, value] of node)
    Object.defineProperty(made, key, {
      value: plain(value),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  return made;
}
