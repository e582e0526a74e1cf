import { readFile } from 'node:fs/promises';
import { defaultLanguage } from '@/contract/core/languages';
import type { Namespace } from '@/contract/domains';

type Dictionary = { [key: string]: string | Dictionary };

const kept = new Map<string, Promise<Dictionary>>();

/** The panel's translations for files that the server writes, by key path; falls back to Russian, then to the key. */
export async function loadWords(
  language: string,
  ...namespaces: readonly Namespace[]
): Promise<(key: string) => string> {
  const text = await loadTexts(language, ...namespaces);
  return (key) => text(...key.split('.')) ?? key;
}

/** The same for keys that may have dots, undefined where there is no text. */
export async function loadTexts(
  language: string,
  ...namespaces: readonly Namespace[]
): Promise<(...path: readonly string[]) => string | undefined> {
  const read = (code: string) => Promise.all(namespaces.map((namespace) => dictionary(code, namespace)));
  const known = [...(await read(language)), ...(await read(defaultLanguage))];
  return (...path) => {
    for (const from of known) {
      const found = path.reduce<string | Dictionary | undefined>(
        (at, part) => (typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined),
        from,
      );
      if (typeof found === 'string') return found;
    }
    return undefined;
  };
}

function dictionary(language: string, namespace: string): Promise<Dictionary> {
  const path = `public/locales/${language}/${namespace}.json`;
  const known = kept.get(path);
  if (known) return known;
  const read = readFile(path, 'utf8').then(
    (text): Dictionary => JSON.parse(text),
    (): Dictionary => {
      kept.delete(path);
      return {};
    },
  );
  kept.set(path, read);
  return read;
}
