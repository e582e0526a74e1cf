import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import i18next from './next-i18next.config.cjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** @type {import('next').NextConfig} */
const config = {
  basePath: '/admin',
  distDir: process.env.NEXT_DIST_DIR || '.next',
  reactStrictMode: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: process.env.SOURCE_MAPS === 'true',
  i18n: i18next.i18n,
  env: publicEnv(),
  images: { unoptimized: true },
  // Without it Next refuses the reload of changed files to pages opened at this address.
  allowedDevOrigins: ['127.0.0.1'],
  // File tracing serves standalone packaging only and takes a third of a build.
  outputFileTracingExcludes: { '*': ['**/*'] },
  // `npm test` runs tsc itself.
  typescript: { ignoreBuildErrors: true },
  // The filter detects routes of the app router; there are none.
  experimental: { clientRouterFilter: false },
  webpack(webpackConfig, { isServer, dev, webpack }) {
    if (isServer) return webpackConfig;
    // All browsers of the panel have it; webpack does not know, warns, and `pages/_app.tsx` awaits its texts.
    webpackConfig.output.environment = { ...webpackConfig.output.environment, asyncFunction: true };
    webpackConfig.module.rules.push({ test: unmarked, sideEffects: false });
    if (dev && process.env.API_MOCK === 'true') webpackConfig.entry = withMock(webpackConfig.entry);
    if (dev) return webpackConfig;
    webpackConfig.plugins.push(new webpack.DefinePlugin(withoutProcess));
    // Scripts do not name their maps, which are uploaded and removed after the build (src/server/cli/build-web.ts).
    if (process.env.SOURCE_MAPS === 'true') webpackConfig.devtool = 'hidden-source-map';
    takeModulesOfNext(webpackConfig.resolve.alias);
    nameFilesByBuild(webpackConfig.output);
    const { cacheGroups } = webpackConfig.optimization.splitChunks;
    Object.assign(cacheGroups, filesOfTheirOwn(cacheGroups));
    return webpackConfig;
  },
};

const namedByBuild = 'static/[fullhash]/[name].js';

/**
 * Every page ships the names of all files. A hash in each name costs 3 kB, so pages and code that loads on demand have
 * one hash of the whole build in common; what pages share and packages keep their own, and stay cached after an update.
 */
function nameFilesByBuild(output) {
  const { filename } = output;
  const isPage = ({ name }) => name?.startsWith('pages/') && name !== 'pages/_app';
  output.hashDigestLength = 6;
  output.filename = (path) => (isPage(path.chunk) ? namedByBuild : filename);
  output.chunkFilename = namedByBuild;
}

/** Shared code that has its own files. */
function filesOfTheirOwn({ lib }) {
  const isList = ({ name }) => name?.endsWith('[[...screen]]') ?? false;
  const filename = 'static/chunks/[name].[contenthash].js';
  const packages = (name, test) => ({ name, test, filename, chunks: 'async', priority: 50, enforce: true });
  return {
    // Shared by list pages: cached when the next list opens.
    list: { name: 'list', chunks: isList, minChunks: 10, priority: 35, enforce: true },
    // The sign-in page prefetches it by this name (src/web.ts).
    axios: packages('axios', /[\\/]axios[\\/]/),
    editor: packages('editor', /[\\/](@tiptap[\\/]|prosemirror-)/),
    reports: packages('reports', /[\\/]@sentry(-internal)?[\\/]/),
    lib: { ...lib, filename },
    default: { minChunks: 2, priority: -20, reuseExistingChunk: true, filename: namedByBuild },
  };
}

/** Node's `process` is absent in browsers. Packages ask before they use it; without this they get a polyfill of 0.6 kB. */
const withoutProcess = { 'typeof process': '"undefined"', 'process.features.typescript': 'undefined' };

/** Packages without side effects that do not declare it: their unused modules would add 4 kB. */
const unmarked =
  /[\\/](compiled[\\/]path-to-regexp|hoist-non-react-statics|next-i18next[\\/]dist|react-is)[\\/]/;

/** Environment keys for the browser, unset ones included: otherwise the bundle would contain a `process` polyfill. */
function publicEnv() {
  const names = ['AVAILABLE_LANGUAGES', 'PUSH_NOTIFICATION', 'REST_API_ENDPOINT', 'STOREFRONT_URL'];
  const given = names.map((name) => [`NEXT_PUBLIC_${name}`, process.env[`NEXT_PUBLIC_${name}`] ?? '']);
  return {
    NEXT_PUBLIC_VERSION: version,
    NEXT_PUBLIC_TEXTS_VERSION: textsVersion(),
    ...Object.fromEntries(given),
  };
}

/**
 * Next publishes its browser code twice. The CommonJS that webpack uses by default is shipped as a whole; the ES modules,
 * which Next itself uses for its edge runtime, are tree-shaken: 21 kB less after gzip on every page.
 */
function takeModulesOfNext(alias) {
  const dist = resolve('node_modules/next/dist');
  for (const folder of ['api', 'client', 'lib', 'shared'])
    alias[`${dist}/${folder}`] = `${dist}/esm/${folder}`;
  // Published once only.
  const polyfills = 'build/polyfills/polyfill-module';
  alias[`${dist}/esm/${polyfills}`] = `${dist}/${polyfills}`;
}

/** Puts the mock API of `npm run dev` before the first script of every page (docs/dev-mock.md). */
function withMock(entry) {
  return async () => {
    const entries = await entry();
    return { ...entries, main: [resolve('src/mock/start.tsx'), ...[entries.main].flat()] };
  };
}

/** Hash of all dictionaries: in their addresses, so that browsers keep them until one changes. */
function textsVersion() {
  const folder = 'public/locales';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  );
  const hash = createHash('sha1');
  for (const name of files.sort()) hash.update(readFileSync(`${folder}/${name}`));
  return hash.digest('hex').slice(0, 8);
}

export default config;
