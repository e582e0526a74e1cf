import { basePath } from '@/lib/site';

/** Paths that are not pages, and pages that would redirect in circles. */
const refused = new Set(['_next', 'api', 'rest', 'monitoring', 'login', 'logout']);

/**
 * Validated target after sign-in: a path inside this app, without base path (rules/panel: the way back stays inside the
 * panel). Undefined for anything a browser could read as another site or app: a scheme, `//`, a backslash, control
 * characters, dot segments, plain or percent-encoded.
 */
export function safeFromUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2000) return undefined;
  if (!value.startsWith('/') || value.startsWith('//')) return undefined;
  if (hasControlCharacters(value) || value.includes('\\')) return undefined;

  const path = value.split(/[?#]/, 1)[0] ?? '';
  if (path.includes('//') || /%(2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i.test(path)) return undefined;
  const segments = path.split('/').slice(1);
  if (segments.some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) return undefined;
  if (refused.has(firstPageSegment(segments))) return undefined;
  return isInside(value) ? value : undefined;
}

/** The browser's own URL parser has the last word. */
function isInside(value: string): boolean {
  const origin = 'http://inside.invalid';
  try {
    const url = new URL(basePath + value, origin);
    return url.origin === origin && url.pathname.startsWith(`${basePath}/`);
  } catch {
    return false;
  }
}

/** A two-letter first segment is a language: `/en/login` is the login page. */
function firstPageSegment([first = '', second = '']: string[]): string {
  return (/^[a-z]{2}$/.test(first) ? second : first).toLowerCase();
}

function hasControlCharacters(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' || character === '\u007f');
}
