import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import i18next from './next-i18next.config.cjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/**
 * Modules of Next that its pages router imports and only uses while developing or for the app router: 7.6 kB after gzip
 * on every page, without which the list of orders exceeds its 200 kB. `tests/admin/next-modules.test.ts` fails when an
 * upgrade uses more of them.
 */
export const unusedNextModules = [
  'lib/constants',
  'shared/lib/constants',
  'shared/lib/image-config',
  'shared/lib/router/routes/app',
  'shared/lib/router/utils/dynamic-filter-pattern',
  'shared/lib/router/utils/parse-loader-tree',
  'shared/lib/router/utils/resolve-param-value',
  'shared/lib/router/utils/sorted-routes',
];

/** Marks large scripts for eager compilation and writes a brotli copy of every script and style. */
class AssetOptimizer {
  constructor({ Compilation, sources }) {
    Object.assign(this, { Compilation, sources });
  }

  apply(compiler) {
    const { PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER: stage } = this.Compilation;
    const { ConcatSource, RawSource } = this.sources;
    compiler.hooks.thisCompilation.tap('AssetOptimizer', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'AssetOptimizer', stage }, (assets) => {
        for (const name of Object.keys(assets).filter((one) => /^static\/.*\.(js|css)$/.test(one))) {
          // Chromium compiles a marked file while it downloads instead of per function on first call: pays off for large files.
          if (name.endsWith('.js') && assets[name].size() > 20_000)
            compilation.updateAsset(
              name,
              (source) => new ConcatSource('//# allFunctionsCalledOnLoad\n', source),
            );
          // Served by `src/web.ts` to clients that accept brotli.
          const compressed = brotliCompressSync(compilation.getAsset(name).source.buffer());
          compilation.emitAsset(`${name}.br`, new RawSource(compressed));
        }
      });
    });
  }
}

/** @type {import('next').NextConfig} */
const config = {
  basePath: '/admin',
  distDir: process.env.NEXT_DIST_DIR || '.next',
  reactStrictMode: true,
  poweredByHeader: false,
  i18n: i18next.i18n,
  env: { NEXT_PUBLIC_VERSION: version },
  images: { unoptimized: true },
  // File tracing serves standalone packaging only and takes a third of a build.
  outputFileTracingExcludes: { '*': ['**/*'] },
  // `npm test` runs tsc itself.
  typescript: { ignoreBuildErrors: true },
  // The filter detects routes of the app router; there are none.
  experimental: { clientRouterFilter: false },
  webpack(webpackConfig, { isServer, dev, webpack }) {
    webpackConfig.module.rules.push(...textsByFamily());
    if (isServer) return webpackConfig;
    if (dev && process.env.API_MOCK === 'true') webpackConfig.entry = withMock(webpackConfig.entry);
    if (!dev) webpackConfig.plugins.push(new AssetOptimizer(webpack));
    // Every page ships the manifest of all file names: hashes of 16 characters made it 1 kB larger than 8.
    webpackConfig.output.hashDigestLength = 8;
    // The code shared by list pages is one file, cached when the next list opens.
    const { splitChunks } = webpackConfig.optimization;
    if (splitChunks) {
      const chunks = ({ name }) => name?.endsWith('[[...screen]]') ?? false;
      const list = { name: 'list', chunks, minChunks: 10, priority: 35, enforce: true };
      splitChunks.cacheGroups = { ...splitChunks.cacheGroups, list };
    }
    if (!dev) {
      const { alias } = webpackConfig.resolve;
      for (const name of unusedNextModules) alias[resolve(`node_modules/next/dist/${name}.js`)] = false;
    }
    return webpackConfig;
  },
};

/** Puts the mock API of `npm run dev:mock` before the first script of every page (docs/dev-mock.md). */
function withMock(entry) {
  return async () => {
    const entries = await entry();
    return { ...entries, main: [resolve('src/mock/start.tsx'), ...[entries.main].flat()] };
  };
}

/**
 * `resources.json?tags` imports the texts of tags alone, `?title` the title of every family: webpack never splits a JSON
 * module, and each list would ship the texts of every family (9 kB). Without webpack the query is ignored and the whole
 * file is imported.
 */
function textsByFamily() {
  const file = resolve('public/locales/ru/resources.json');
  const rule = (query, pick) => ({
    test: file,
    resourceQuery: (found) => found === `?${query}`,
    type: 'json',
    parser: { parse: (text) => pick(JSON.parse(text)) },
  });
  const families = Object.keys(JSON.parse(readFileSync(file, 'utf8')));
  return [rule('title', titlesOf), ...families.map((name) => rule(name, (all) => ({ [name]: all[name] })))];
}

function titlesOf(all) {
  const titled = Object.entries(all).filter(([, { title }]) => title);
  return Object.fromEntries(titled.map(([name, { title }]) => [name, { title }]));
}

export default config;
