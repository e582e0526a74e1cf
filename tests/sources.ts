import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A source file, and what it imports. */
export interface Source {
  /** Relative to `src`. */
  path: string;
  /** First folder; `root` for the files of `src` itself, which connect the two sides. */
  zone: string;
  text: string;
  imports: string[];
}

/** All source files of `src`. */
export const sources: Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .sort()
  .map((path) => {
    const text = readFileSync(join('src', path), 'utf8');
    const zone = path.includes('/') ? String(path.split('/')[0]) : 'root';
    return { path, zone, text, imports: importsOf(text) };
  });

/** Names that a file imports, types and imports on demand included. */
function importsOf(text: string): string[] {
  const found = text.matchAll(/(?<!['"])(?:\bfrom|\bimport|\bimport\s*\()\s*['"]([^'"]+)['"]/g);
  return [...found].map((match) => String(match[1]));
}

/** Path of an imported file of this project, relative to `src`; undefined for packages. */
export function targetOf(source: Source, name: string): string | undefined {
  if (name.startsWith('@/')) return name.slice(2);
  if (name.startsWith('.')) return normalize(join(dirname(source.path), name));
  return undefined;
}

const known = new Set(sources.map(({ path }) => path));

/** The file of this project that a name stands for. */
function fileOf(source: Source, name: string): string[] {
  const target = targetOf(source, name);
  const files = ['', '.ts', '.tsx', '/index.ts'].map((end) => `${target}${end}`);
  return target === undefined ? [] : files.filter((file) => known.has(file)).slice(0, 1);
}

const graphOf = (namesOf: (source: Source) => string[]): ReadonlyMap<string, readonly string[]> =>
  new Map(sources.map((source) => [source.path, namesOf(source).flatMap((name) => fileOf(source, name))]));

/** The source files that each source file imports, relative to `src`. */
export const importGraph = graphOf(({ imports }) => imports);

/** The same at run time: what is imported for its types alone is gone by then. */
export const runtimeGraph = graphOf(({ text }) => importsOf(withoutTypes(text)));

/** A file without what it imports for its types alone. */
export function withoutTypes(text: string): string {
  return text.replace(
    /^(?:import|export) (?:type\b[^;]*?|\{(?:\s*type \w+(?: as \w+)?,?)+\s*\}) from '[^']+';/gm,
    '',
  );
}

/** Groups of files that import each other, each sorted. */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...graph.keys()].map((file) => [file, reachedFrom(graph, file)]));
  const groups = [...graph.keys()].map((file) =>
    [...(reached.get(file) ?? [])].filter((other) => reached.get(other)?.has(file)).sort(),
  );
  return [
    ...new Map(groups.filter((group) => group.length > 0).map((group) => [group.join(), group])).values(),
  ];
}

export function reachedFrom(graph: ReadonlyMap<string, readonly string[]>, file: string): Set<string> {
  const found = new Set<string>();
  const waiting = [...(graph.get(file) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(graph.get(next) ?? []));
  }
  return found;
}
