import { readdirSync } from 'node:fs';
import { resourceNames, resources } from '@/contract';
import { type AnyResource, addressKey, type BaseRow, familyPaths } from '@/contract/core/define';
import { isAllowed } from '@/contract/core/permissions';
import { screenAccess } from '@/contract/family-pages';
import { findPageRule } from '@/contract/pages';
import { startRows } from './rows';

const shop = 'lampy';

/** Every address that these permissions may open, with the keys of the plain server's rows. */
export function pagesFor(permissions: readonly string[]): string[] {
  const families = resourceNames.flatMap((name) => [
    ...screensOf(resources[name], permissions),
    ...screensOf(resources[name], permissions, shop),
  ]);
  const single = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /^[^_].*\.tsx$/.test(file) && !file.includes('[[...screen]]') && !/^(404|500)\./.test(file),
    )
    .map((file) => `/${file.replace(/(\/?index)?\.tsx$/, '')}`)
    .map((path) =>
      path
        .replace('[shop]', shop)
        .replace(
          'notify-logs/user/[id]',
          permissions.includes('super_admin') ? 'notify-logs/user/1' : 'notify-logs/user/2',
        )
        .replace('[id]', '171'),
    )
    // It ends the session.
    .filter((path) => path !== '/logout')
    .filter((path) => {
      const allow = findPageRule(path)?.allow;
      return allow !== undefined && allow !== 'public' && isAllowed(allow, permissions);
    });
  return [...new Set([...single, ...families])];
}

function screensOf(resource: AnyResource, permissions: readonly string[], inShop?: string): string[] {
  const paths = familyPaths(resource, inShop);
  const opens = (screen: Parameters<typeof screenAccess>[1]) =>
    isAllowed(screenAccess(resource.name, screen, inShop !== undefined) ?? [], permissions);
  const rows = (startRows[resource.endpoint] ?? []) as unknown as BaseRow[];
  const ofRow = rows.flatMap((row) => {
    const key = addressKey(resource, row);
    return [...(opens('edit') ? [paths.edit(key)] : []), ...(opens('details') ? [paths.details(key)] : [])];
  });
  return [...(opens('list') ? [paths.list] : []), ...(opens('create') ? [paths.create] : []), ...ofRow];
}
