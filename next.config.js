import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import i18next from './next-i18next.config.cjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

// Browsers have XMLHttpRequest, and nobody cancels by token or reads a form back as JSON.
const unusedAxios = [
  'adapters/fetch',
  'cancel/CancelToken',
  'helpers/HttpStatusCode',
  'helpers/formDataToJSON',
];

const unusedNext = [
  'lib/constants',
  'shared/lib/constants',
  'shared/lib/image-config',
  'shared/lib/router/routes/app',
  'shared/lib/router/utils/dynamic-filter-pattern',
  'shared/lib/router/utils/parse-loader-tree',
  'shared/lib/router/utils/resolve-param-value',
  'shared/lib/router/utils/sorted-routes',
];

/** Makes of every script and style what the browser runs sooner and the network carries faster. */
class Swifter {
  constructor({ Compilation, sources }) {
    Object.assign(this, { Compilation, sources });
  }

  apply(compiler) {
    const { PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER: stage } = this.Compilation;
    const { ConcatSource, RawSource } = this.sources;
    compiler.hooks.thisCompilation.tap('Swifter', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'Swifter', stage }, (assets) => {
        for (const name of Object.keys(assets).filter((one) => /^static\/.*\.(js|css)$/.test(one))) {
          // Chromium compiles a file so marked while it arrives, not function by function when called: worth it when big.
          if (name.endsWith('.js') && assets[name].size() > 20_000)
            compilation.updateAsset(
              name,
              (source) => new ConcatSource('//# allFunctionsCalledOnLoad\n', source),
            );
          // `src/web.ts` sends this form to who understands it.
          const packed = brotliCompressSync(compilation.getAsset(name).source.buffer());
          compilation.emitAsset(`${name}.br`, new RawSource(packed));
        }
      });
    });
  }
}

// A build for one run of the tests beside the one that is shipped: the same code, in large files.
const isQuick = process.env.QUICK_BUILD === 'true';

/** @type {import('next').NextConfig} */
const config = {
  basePath: '/admin',
  distDir: process.env.NEXT_DIST_DIR || '.next',
  reactStrictMode: true,
  poweredByHeader: false,
  i18n: i18next.i18n,
  env: { NEXT_PUBLIC_VERSION: version },
  images: { unoptimized: true },
  // `npm test` asks tsc by itself; a start need not wait for it.
  // Which files a page needs is asked only by those who package it: a third of a build.
  outputFileTracingExcludes: { '*': ['**/*'] },
  typescript: { ignoreBuildErrors: true },
  // Tells pages of the app router from ours; there are none.
  experimental: { clientRouterFilter: false },
  webpack(webpackConfig, { isServer, dev, webpack }) {
    webpackConfig.module.rules.push(...wordsByFamily());
    if (isQuick) webpackConfig.cache = false;
    if (isServer) return webpackConfig;
    if (isQuick) webpackConfig.optimization.minimize = false;
    else if (!dev) webpackConfig.plugins.push(new Swifter(webpack));
    // Every page carries the names of all files: 16 letters of each were 1 kB more than 8.
    webpackConfig.output.hashDigestLength = 8;
    // What the pages of families share is the list: one file, which is there already when another list is opened.
    const { splitChunks } = webpackConfig.optimization;
    if (splitChunks) {
      const chunks = ({ name }) => name?.endsWith('[[...screen]]') ?? false;
      const list = { name: 'list', chunks, minChunks: 10, priority: 35, enforce: true };
      splitChunks.cacheGroups = { ...splitChunks.cacheGroups, list };
    }
    const { alias } = webpackConfig.resolve;
    // Parts of axios that no code of ours reaches: 5 kB on every page.
    for (const part of unusedAxios) alias[resolve(`node_modules/axios/lib/${part}.js`)] = false;
    // Only rewrites and middleware match by it; there are none: 2 kB on every page.
    alias['next/dist/compiled/path-to-regexp'] = false;
    // What the pages router brings along and asks only while developing, or for the app router: 7 kB.
    for (const part of dev ? [] : unusedNext) alias[resolve(`node_modules/next/dist/${part}.js`)] = false;
    alias[resolve('node_modules/next/dist/client/script.js')] = resolve('src/lib/no-scripts.ts');
    alias[resolve('node_modules/next/dist/shared/lib/router/utils/interception-routes.js')] = resolve(
      'src/lib/no-interception.ts',
    );
    // next-i18next copies statics that our one wrapped component does not have.
    alias['hoist-non-react-statics'] = resolve('src/lib/no-statics.ts');
    return webpackConfig;
  },
};

/**
 * `resources.json?tags` is that file with the words of tags alone: one JSON module is never split between pages, and each
 * list would carry the words of all (9 kB). Without webpack the query is ignored and the whole file comes.
 */
function wordsByFamily() {
  const file = resolve('public/locales/ru/resources.json');
  return Object.keys(JSON.parse(readFileSync(file, 'utf8'))).map((family) => ({
    test: file,
    resourceQuery: (query) => query === `?${family}`,
    type: 'json',
    parser: { parse: (text) => ({ [family]: JSON.parse(text)[family] }) },
  }));
}

export default config;
