import { readFileSync } from 'node:fs';
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
  // A shared runtime is started by an inline script, which the content security policy forbids.
  experimental: { turbopackSharedRuntime: false },
  // Sentry without its debug and tracing code where it is loaded: 55 kB becomes 31 kB (stack §3).
  compiler: { define: { __SENTRY_DEBUG__: 'false' } },
};

export default config;
