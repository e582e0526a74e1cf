import { env } from '@/lib/env';
import { isJson, rowsIn } from './values';

/** What the panel has found out about the server: kept in this tab, so that a reload does not ask again. */
interface Facts {
  /** Its language: of the settings, else of its rows. */
  language?: string;
  /** Products are known by slug only. */
  refusesIds?: boolean;
  /** Pages whose lists it lacks; undefined until they were asked for. */
  lacks?: string[];
}

const storageKey = 'gostiny-server';
/** The language outlives the tab: the first request of the next one is in it. */
const languageKey = `${storageKey} ${env.apiUrl}`;

let facts: Facts = read();
/** Slugs of rows by the address of their id: `products/72`. */
const slugs = new Map<string, string>();

export const factsOfServer = (): Readonly<Facts> => facts;

export function keepFacts(found: Facts): void {
  facts = { ...facts, ...found };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(facts));
    if (found.language) localStorage.setItem(languageKey, found.language);
  } catch {
    // Without storage the server is asked again after a reload.
  }
}

/** For tests, where one process uses several servers. */
export function forgetFacts(): void {
  facts = {};
  slugs.clear();
  sessionStorage.removeItem(storageKey);
  localStorage.removeItem(languageKey);
}

/** The settings name the server's language. */
export function learnSettings(answer: unknown): void {
  if (isJson(answer) && typeof answer.language === 'string') keepFacts({ language: answer.language });
}

export const slugAt = (path: string): string | undefined => slugs.get(path);

/** Remembers the slugs of a response, and its language while the server has named none. */
export function learnRows(path: string, rows: readonly unknown[]): void {
  const family = familyOf(path);
  for (const { id, slug, language } of rowsIn(rows)) {
    if (typeof slug === 'string' && slug !== '') slugs.set(`${family}/${String(id)}`, slug);
    if (facts.language === undefined && typeof language === 'string' && language !== '')
      keepFacts({ language });
  }
}

/** Lists of products and of shops have several addresses. */
function familyOf(path: string): string {
  if (!path.includes('/') && path.includes('products')) return 'products';
  if (/^(my|new)-shops$/.test(path)) return 'shops';
  return path.replace(/\/[^/]+$/, '');
}

function read(): Facts {
  try {
    const language = localStorage.getItem(languageKey);
    return {
      ...(language !== null && { language }),
      ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Facts),
    };
  } catch {
    return {};
  }
}
