import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { unusedNextModules } from '../../next.config.js';

// The build replaces these modules of Next by empty ones (next.config.js): every export read from them is undefined. After
// an upgrade a new entry in the list below means that the pages router reads more: check that it can do without, or stop
// replacing that module.
const dist = 'node_modules/next/dist';
const folders = ['client', 'shared/lib/router', 'shared/lib/router/utils', 'shared/lib/i18n', 'shared/lib'];

it('replaces only modules that Next still has', () => {
  expect(unusedNextModules.filter((name) => !existsSync(join(dist, `${name}.js`)))).toEqual([]);
});

it('knows what the pages router reads from the replaced modules', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(join(dist, folder))
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(dist, folder, name)),
  );

  expect([...new Set(files.flatMap(readsOf))].sort()).toEqual([
    'client/page-loader.js: shared/lib/constants.DEV_CLIENT_MIDDLEWARE_MANIFEST',
    'client/page-loader.js: shared/lib/constants.DEV_CLIENT_PAGES_MANIFEST',
    'client/use-image-config.js: shared/lib/image-config.prepareImageConfig',
    'shared/lib/image-config-context.shared-runtime.js: shared/lib/image-config.imageConfigDefault',
    'shared/lib/image-external-get-image-props.js: shared/lib/image-config.prepareImageConfig',
    'shared/lib/router/router.js: lib/constants.MATCHED_PATH_HEADER',
    'shared/lib/router/router.js: lib/constants.NEXT_NAV_DEPLOYMENT_ID_HEADER',
    'shared/lib/router/router.js: shared/lib/router/utils/dynamic-filter-pattern.hasDynamicFilterCandidate',
    'shared/lib/router/utils/get-dynamic-param.js: shared/lib/router/routes/app.parseAppRouteSegment',
    'shared/lib/router/utils/get-dynamic-param.js: shared/lib/router/routes/app.parseNormalizedAppRoute',
    'shared/lib/router/utils/get-dynamic-param.js: shared/lib/router/utils/parse-loader-tree.parseLoaderTree',
    'shared/lib/router/utils/get-dynamic-param.js: shared/lib/router/utils/resolve-param-value.resolveParamValue',
    'shared/lib/router/utils/index.js: shared/lib/router/utils/sorted-routes.getSortedRouteObjects',
    'shared/lib/router/utils/index.js: shared/lib/router/utils/sorted-routes.getSortedRoutes',
    'shared/lib/router/utils/route-regex.js: lib/constants.NEXT_INTERCEPTION_MARKER_PREFIX',
    'shared/lib/router/utils/route-regex.js: lib/constants.NEXT_QUERY_PARAM_PREFIX',
  ]);
});

/** `file: module.export` for each export of a replaced module that a file of Next reads. */
function readsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/const (\w+) = require\("(\.[^"]+)"\)/g)].flatMap(([, variable, path = '']) => {
    const name = relative(dist, join(dirname(file), path));
    if (!unusedNextModules.includes(name)) return [];
    const reads = text.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'));
    return [...reads].map(([, key]) => `${relative(dist, file)}: ${name}.${key}`);
  });
}
