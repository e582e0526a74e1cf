import { basePath } from './site';

/** The JSON that Next reads from the document when it starts. */
interface PageData {
  page: string;
  query: Record<string, string | string[]>;
  locale?: string;
  defaultLocale?: string;
  autoExport?: boolean;
  nextExport?: boolean;
  gip?: boolean;
}

/**
 * Gives Next's router the query of a family page before hydration. A static page does not know its address: the router
 * would start without a query and render everything twice, half a second on a slow machine.
 */
export function restoreRouterQuery(): void {
  const holder = document.getElementById('__NEXT_DATA__');
  if (!holder) return;
  const data: PageData = JSON.parse(holder.textContent ?? '{}');
  const segments = window.location.pathname.slice(basePath.length).split('/').filter(Boolean);
  if (data.locale !== data.defaultLocale && segments[0] === data.locale) segments.shift();
  const found = data.autoExport ? match(data.page, segments) : undefined;
  if (!found) return;
  data.query = { ...Object.fromEntries(new URLSearchParams(window.location.search)), ...found };
  // Marked as prerendered for this address, so that the router is ready immediately.
  data.gip = true;
  delete data.autoExport;
  delete data.nextExport;
  holder.textContent = JSON.stringify(data);
}

/** Parameters of a pattern ending in `[[...screen]]`; undefined when the address does not match. */
function match(pattern: string, segments: readonly string[]): PageData['query'] | undefined {
  const parts = pattern.split('/').filter(Boolean);
  if (parts.pop() !== '[[...screen]]' || segments.length < parts.length) return undefined;
  try {
    const given = segments.map(decodeURIComponent);
    const query: PageData['query'] = {};
    for (const [index, part] of parts.entries()) {
      const value = given[index] ?? '';
      if (part.startsWith('[')) query[part.slice(1, -1)] = value;
      else if (part !== value) return undefined;
    }
    const screen = given.slice(parts.length);
    return screen.length > 0 ? { ...query, screen } : query;
  } catch {
    return undefined;
  }
}
