import { defaultLanguage } from '@/contract/core/languages';
import { reservedSlugs } from '@/contract/pages';
import { matchPage } from '@/contract/pages/match';

/** The pages served by Next under `/admin`. */
export interface Site {
  /** Route patterns, sorted by `comparePages`. */
  pages: readonly string[];
  /** Languages of the build: the possible prefixes of an address. */
  languages: readonly string[];
}

/** The page of an address, however it is spelled. */
export interface PageAddress {
  /** Next's route pattern; undefined when no page has this address. */
  page: string | undefined;
  language: string;
  /** Without base path and language, encoded: `/tags/1`. */
  path: string;
  /** The build id, when Next's router requests the page's data. */
  build?: string;
}

const base = '/admin';

/**
 * Resolves an address below `/admin` to a page. It accepts every spelling that Next does, and more: a language in any
 * case, also the default one, also behind the shop, `/index`, repeated and trailing slashes, backslashes, dot segments,
 * any percent encoding, and the data address of a page (rules/core: the gate sees every spelling of an address). Null
 * when it cannot be decoded.
 */
export function resolvePage(url: string, site: Site): PageAddress | null {
  let segments = segmentsOf(url);
  if (!segments) return null;
  let build: string | undefined;
  if (segments[0] === '_next' && segments[1] === 'data') {
    build = segments[2] ?? '';
    segments = segments.slice(3).map((segment, index, { length }) =>
      // Only the last part has the `.json` suffix.
      index === length - 1 ? segment.replace(/\.json$/, '') : segment,
    );
  }
  let language: string = defaultLanguage;
  for (let prefix = languageIn(segments, site); prefix; prefix = languageIn(segments, site)) {
    language = prefix;
    segments = segments.slice(1);
  }
  const [shop = '', ...inShop] = segments;
  const behind = reservedSlugs.includes(shop) ? undefined : languageIn(inShop, site);
  if (behind) {
    language = behind;
    segments = [shop, ...inShop.slice(1)];
  }
  if (segments.length === 1 && segments[0] === 'index') segments = [];
  return {
    page: matchPage(site.pages, segments),
    language,
    path: `/${segments.map(encodeURIComponent).join('/')}`,
    ...(build !== undefined && { build }),
  };
}

/** The canonical spelling of a page's address. */
export function canonicalAddress({ language, path, build }: Omit<PageAddress, 'page'>): string {
  if (build !== undefined) {
    const file = path === '/' ? '/index' : path;
    return `${base}/_next/data/${encodeURIComponent(build)}/${language}${file}.json`;
  }
  const inLanguage = language === defaultLanguage ? base : `${base}/${language}`;
  return path === '/' ? inLanguage : `${inLanguage}${path}`;
}

/** True when two addresses differ only in percent encoding and query. */
export function isSameAddress(url: string, address: string): boolean {
  return decode(url.split('?', 1)[0] ?? '') === decode(address);
}

function segmentsOf(url: string): string[] | null {
  // Dot segments are resolved twice: the slash of `..%2f` appears only after decoding.
  const path = decode(new URL(url, 'http://gate').pathname);
  if (path === null) return null;
  const segments: string[] = [];
  for (const segment of path.split(/[\\/]+/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments[0] === base.slice(1) ? segments.slice(1) : segments;
}

function languageIn([first]: readonly string[], { languages }: Site): string | undefined {
  return languages.find((language) => language === first?.toLowerCase());
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
