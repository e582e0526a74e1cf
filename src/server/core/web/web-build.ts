import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { defaultLanguage, knownLanguages } from '@/contract/core/languages';
import { resolvePage } from './page-address';

export interface WebBuild {
  /** False once the files of this page are gone or belong to another build: Next would fail on them. */
  isWhole: (shown: { page?: string | undefined; language: string }) => boolean;
  /** False for a script or style that this build does not have. */
  hasAsset: (url: string) => boolean;
}

/** Reads the build. A sentence with what to do when it is missing, incomplete, or of another version of Next. */
export function openBuild(distDir: string): WebBuild | string {
  const advice = 'run npm run build and start again. Until then its pages answer 503.';
  try {
    const read = (path: string) => readFileSync(join(distDir, path), 'utf8');
    const contentOf = (path: string) => (existsSync(join(distDir, path)) ? read(path) : undefined);
    const id = read('BUILD_ID');
    const pages: Record<string, string> = JSON.parse(read('server/pages-manifest.json'));
    const { pages: scripts } = JSON.parse(read('build-manifest.json')) as { pages: Record<string, string[]> };
    const files = ['routes-manifest.json', ...Object.values(pages).map((path) => `server/${path}`)];
    const lost = [...files, ...Object.values(scripts).flat()].find(
      (path) => !existsSync(join(distDir, path)),
    );
    if (lost) return `The build of the panel in ${distDir} is incomplete (${lost} is missing): ${advice}`;
    const made = madeBy(contentOf('diagnostics/framework.json'));
    if (made && made !== createRequire(import.meta.url)('next/package.json').version)
      return `The build of the panel in ${distDir} was made by Next ${String(made)}: ${advice}`;
    return {
      isWhole({ page = '/404', language }) {
        // A page that is the same for everybody has a file for each language.
        const file = pages[`/${language}${page}`] ?? pages[page] ?? 'pages/_error.js';
        return contentOf('BUILD_ID') === id && existsSync(join(distDir, 'server', file));
      },
      hasAsset: (url) => existsSync(join(distDir, 'static', decodeURIComponent(pathOf(url)))),
    };
  } catch (error) {
    const what = existsSync(distDir)
      ? `is incomplete (${error instanceof Error ? error.message : String(error)})`
      : 'is missing';
    return `The build of the panel in ${distDir} ${what}: ${advice}`;
  }
}

const pathOf = (url: string) => new URL(url, 'http://panel').pathname.replace('/admin/_next/static/', '');

function madeBy(framework: string | undefined): unknown {
  return framework && JSON.parse(framework).version;
}

/** 503 in the language of the address, with what to do; complete without a build, so it loads nothing. */
export function sendNoBuild(reply: FastifyReply, url: string): FastifyReply {
  const language = resolvePage(url, { pages: [], languages: knownLanguages })?.language ?? defaultLanguage;
  const texts = JSON.parse(readFileSync(join('public/locales', language, 'common.json'), 'utf8'))['no-build'];
  return reply
    .code(503)
    .headers({ 'retry-after': '60', 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${texts.title}</title>
<style>body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}main{max-width:32rem;padding:1.5rem}h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.25}p{margin:0 0 .75rem}a{color:inherit}</style>
</head><body><main><h1>${texts.title}</h1><p>${texts.text}</p><p>${texts.advice}</p><p><a href="">${texts.retry}</a></p></main></body></html>`);
}
