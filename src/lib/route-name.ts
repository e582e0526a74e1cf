import { knownLanguages } from '@/contract/core/languages';
import { matchPage } from '@/contract/pages/match';
import { basePath } from './site';

/**
 * Next's route pattern for an address: `/admin/en/lavka/tags/7?page=2` is `/[shop]/tags/[[...screen]]`. Undefined when
 * no page of `pages` matches. `pages` is sorted as Next sorts it: named pages before patterns.
 */
export function routeName(address: string, pages: readonly string[]): string | undefined {
  const [path = ''] = address.split(/[?#]/, 1);
  const inside = path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  const parts = inside.split('/').filter(Boolean);
  if (knownLanguages.some((language) => language === parts[0])) parts.shift();
  return matchPage(pages, parts);
}
