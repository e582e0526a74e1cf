import { reservedSlugs } from './pages';

/**
 * Where an address leads that other programs of this dialect have a page at and we do not (reference pages §3.11, §3.16):
 * what is written, edited and answered in dialogs has its list, a path of the API the list above it. Undefined for any
 * other. `path` is without base path, language and query.
 */
export function movedTo(path: string): string | undefined {
  if (/^\/abusive_reports\/./.test(path)) return '/abusive_reports';
  const [, shop = '', family = '', rest = ''] = /^(\/[^/]+)?\/(reviews|questions)\/(.+)$/.exec(path) ?? [];
  if (rest === '' || reservedSlugs.includes(shop.slice(1))) return undefined;
  const isWriting = /^(create|[^/]+\/(edit|translate))$/.test(rest);
  const isOne = /^[^/]+$/.test(rest) && (family === 'questions' || shop !== '');
  return isWriting || isOne ? `${shop}/${family}` : undefined;
}
