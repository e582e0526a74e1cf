import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { comparePages } from '@/contract/pages/match';
import type { Site } from './page-address';

/** Pages and static files of the web. */
interface SiteFiles extends Site {
  dev: boolean;
  /** Addresses of the files in `public`. */
  files: ReadonlySet<string>;
}

interface SiteOptions {
  dev: boolean;
  distDir: string;
  /** Languages of a development server; a build has its own list. */
  languages: readonly string[];
}

/** Lists what Next serves: from the build's manifest, or from the sources of a development server. */
export function openSite({ dev, distDir, languages }: SiteOptions): () => SiteFiles {
  if (dev) return () => ({ dev, pages: sourcePages(), languages, files: publicFiles() });
  const { staticRoutes, dynamicRoutes, i18n } = JSON.parse(
    readFileSync(join(distDir, 'routes-manifest.json'), 'utf8'),
  ) as { staticRoutes: { page: string }[]; dynamicRoutes: { page: string }[]; i18n: { locales: string[] } };
  const pages = [...staticRoutes, ...dynamicRoutes].map(({ page }) => page).sort(comparePages);
  const site = { dev, pages, languages: i18n.locales, files: publicFiles() };
  return () => site;
}

/** True for scripts, styles and pictures, which need no session. */
export function isAsset(url: string, { dev, files }: SiteFiles): boolean {
  const { pathname } = new URL(url, 'http://gate');
  // An encoded slash could escape from the folder.
  if (/%2f|%5c/i.test(pathname)) return false;
  if (pathname.startsWith('/admin/_next/static/') || files.has(pathname)) return true;
  return dev && /^\/admin\/(_next\/(?!data\/)|__nextjs)/.test(pathname);
}

function publicFiles(): Set<string> {
  const entries = readdirSync('public', { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).split(sep).slice(1))
      .map((parts) => `/admin/${parts.map(encodeURIComponent).join('/')}`),
  );
}

function sourcePages(): string[] {
  return readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('_'))
    .map((file) => `/${file.split(sep).join('/').slice(0, -'.tsx'.length)}`)
    .map((page) => page.replace(/\/index$/, '') || '/')
    .sort(comparePages);
}
