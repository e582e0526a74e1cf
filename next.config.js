import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import i18next from './next-i18next.config.cjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** @type {import('next').NextConfig} */
const config = {
  basePath: '/admin',
  distDir: process.env.NEXT_DIST_DIR || '.next',
  reactStrictMode: true,
  poweredByHeader: false,
  i18n: i18next.i18n,
  env: { NEXT_PUBLIC_VERSION: version },
  images: { unoptimized: true },
  // Tells pages of the app router from ours; there are none.
  experimental: { clientRouterFilter: false },
  webpack(webpackConfig, { isServer }) {
    // Browsers have XMLHttpRequest; axios' second way to the network is 3 kB on every page.
    if (!isServer) webpackConfig.resolve.alias[resolve('node_modules/axios/lib/adapters/fetch.js')] = false;
    return webpackConfig;
  },
  // Sentry without its debug and tracing code where it is loaded: 55 kB becomes 31 kB (stack §3).
  compiler: { define: { __SENTRY_DEBUG__: 'false' } },
};

export default config;
