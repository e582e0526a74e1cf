import { defaultLanguage, knownLanguages } from '@/contract/languages';
import { movedTo } from '@/contract/moved-pages';
import { ruleOf } from '@/contract/pages';
import { isAllowed } from '@/contract/permissions';

/** What the gate does with a request for a document (design §6). */
export type GateAnswer =
  | { kind: 'pass' }
  | { kind: 'sign-in'; location: string }
  /** The page stands elsewhere. */
  | { kind: 'moved'; location: string }
  | { kind: 'denied'; home: string };

const base = '/admin';

/**
 * Decides about a document before any of its HTML is sent: nobody signed in → the login page with `from_url`, no
 * permission → the unauthorised screen (specification §2). Unknown pages pass: Next answers 404.
 */
export async function gate(
  url: string,
  whoIs: () => Promise<{ permissions: readonly string[] } | null>,
): Promise<GateAnswer> {
  const { pathname, search } = new URL(url, 'http://gate');
  const { language, path } = splitLanguage(pathname.slice(base.length));
  const home = language === defaultLanguage ? base : `${base}/${language}`;
  const moved = movedTo(path);
  if (moved) return { kind: 'moved', location: `${home}${moved}` };
  const rule = ruleOf(path);
  if (!rule || rule.allow === 'public') return { kind: 'pass' };

  const user = await whoIs();
  if (user && !isAllowed(rule.allow, user.permissions)) return { kind: 'denied', home };
  if (user) return { kind: 'pass' };
  const wanted = `${path}${search}`;
  return {
    kind: 'sign-in',
    location: wanted === '/' ? `${home}/login` : `${home}/login?from_url=${encodeURIComponent(wanted)}`,
  };
}

/**
 * Whether the answer to a request may be a page, whatever the method. Next's own files are none; nor is anything else
 * with a dot in its last part, a picture or a script, unless a person opens it.
 */
export function isDocument(url: string, accept: string | undefined): boolean {
  // Resolved first, as Next does: `/admin/_next/../tags` is a page.
  const path = new URL(url, 'http://gate').pathname;
  if (/^\/admin\/(_next\/|__nextjs)/.test(path)) return false;
  return (accept?.includes('text/html') ?? false) || !path.slice(path.lastIndexOf('/')).includes('.');
}

/** The language that a page's address asks for. */
export function languageOf(url: string): string {
  return splitLanguage(new URL(url, 'http://gate').pathname.slice(base.length)).language;
}

/** A page's address without its language. */
export function pathIn(url: string): string {
  return splitLanguage(new URL(url, 'http://gate').pathname.slice(base.length)).path;
}

/** The token in the credential cookie: JSON, percent-encoded by js-cookie (specification §3). */
export function tokenInCookie(header: string | undefined): string | null {
  const found = /(?:^|;\s*)AUTH_CRED=([^;]*)/.exec(header ?? '')?.[1];
  if (!found) return null;
  try {
    const credentials: unknown = JSON.parse(decodeURIComponent(found));
    const token =
      credentials !== null && typeof credentials === 'object' && 'token' in credentials && credentials.token;
    return typeof token === 'string' ? token : null;
  } catch {
    return null;
  }
}

/** The language that an address below `/admin` begins with, and the rest of it: `/en/tags` is `/tags` in English. */
function splitLanguage(path: string): { language: string; path: string } {
  const [, first = ''] = path.split('/');
  const language = knownLanguages.find((known) => known === first && known !== defaultLanguage);
  if (!language) return { language: defaultLanguage, path: path || '/' };
  return { language, path: path.slice(language.length + 1) || '/' };
}
