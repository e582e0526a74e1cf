import { knownLanguages } from '@/contract/core/languages';
import { matchPage } from '@/contract/core/page-match';
import { basePath } from './site';

/**
 * The page that an address leads to, as Next's route pattern: `/admin/en/lavka/tags/7?page=2` is
 * `/[shop]/tags/[[...screen]]`. Undefined when there is none of it among `pages`, which stand as Next sorts them: a named
 * page before a pattern that fits it, too.
 */
export function routeName(address: string, pages: readonly string[]): string | undefined {
  const [path = ''] = address.split(/[?#]/, 1);
  const inside = path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  const parts = inside.split('/').filter(Boolean);
  if (knownLanguages.some((language) => language === parts[0])) parts.shift();
  return matchPage(pages, parts);
}
