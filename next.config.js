import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import i18next from './next-i18next.config.cjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

// Browsers have XMLHttpRequest, and nobody cancels by token or reads a form back as JSON.
const unusedAxios = [
  'adapters/fetch',
  'cancel/CancelToken',
  'helpers/HttpStatusCode',
  'helpers/formDataToJSON',
];

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
    if (isServer) return webpackConfig;
    const { alias } = webpackConfig.resolve;
    // Parts of axios that no code of ours reaches: 5 kB on every page.
    for (const part of unusedAxios) alias[resolve(`node_modules/axios/lib/${part}.js`)] = false;
    // next-i18next copies statics that our one wrapped component does not have.
    alias['hoist-non-react-statics'] = resolve('src/lib/no-statics.ts');
    return webpackConfig;
  },
};

export default config;
