import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage, knownLanguages } from '@/contract/core/languages';
import { ownValue } from '@/contract/core/own-value';
import { defaultSettings } from '@/contract/settings';
import { documentHead, type HeadTag, type SiteOptions, titleWith } from '@/contract/settings/document-head';

/** The settings of the site in a language; undefined while the API does not answer. */
export type ReadSite = (language: string) => Promise<SiteOptions | undefined>;

interface Shown {
  page?: string | undefined;
  language: string;
}

/** Serves a prerendered page with the head of the settings; false for any other page, which Next answers. */
export type ShowDocument = (request: FastifyRequest, reply: FastifyReply, shown: Shown) => Promise<boolean>;

const basePath = '/admin';

/**
 * Prerendered pages cannot know the settings, and programs that preview a shared link run no script: title, description
 * and social metadata are written into the document here, with full addresses.
 */
export function openDocuments(
  distDir: string,
  readSite: ReadSite,
  originOf: (request: FastifyRequest) => string,
): ShowDocument {
  const files: Record<string, string> = JSON.parse(
    readFileSync(join(distDir, 'server/pages-manifest.json'), 'utf8'),
  );
  const defaults = new Map(knownLanguages.map((language) => [language as string, defaultTexts(language)]));
  const russian = defaultTexts(defaultLanguage);
  const prerendered = new Map<string, string>();
  const documentOf = ({ page, language }: Shown) => {
    // Next gives error pages their status.
    if (page === undefined || ['/404', '/500', '/_error'].includes(page)) return undefined;
    const file = files[`/${language}${page === '/' ? '' : page}`];
    if (!file?.endsWith('.html')) return undefined;
    const path = join(distDir, 'server', file);
    const known = prerendered.get(path) ?? (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
    if (known !== undefined) prerendered.set(path, known);
    return known;
  };

  return async (request, reply, shown) => {
    // Next asks for the data of a page at an address of its own.
    const isDocument =
      !request.url.startsWith(`${basePath}/_next/`) && ['GET', 'HEAD'].includes(request.method);
    const html = isDocument ? documentOf(shown) : undefined;
    if (html === undefined) return false;
    const origin = originOf(request);
    const texts = defaults.get(shown.language) ?? russian;
    const { title, tags } = documentHead({
      page: pageName(html, texts),
      language: shown.language,
      options: (await readSite(shown.language)) ?? defaultSettings,
      defaults: texts,
      addressOf: (path) => (path.startsWith('/') ? origin + path : path),
      basePath,
    });
    const document = withHead(html, title, tags);
    const etag = `"${createHash('sha1').update(document).digest('base64url')}"`;
    reply.headers({ etag, 'content-type': 'text/html; charset=utf-8' });
    if (request.headers['if-none-match'] === etag && reply.statusCode === 200) reply.code(304).send();
    else reply.send(document);
    return true;
  };
}

function defaultTexts(language: string): { site: string; suffix: string } {
  const texts = JSON.parse(readFileSync(join('public/locales', language, 'common.json'), 'utf8'));
  return { site: texts['default-site-title'], suffix: texts['default-meta-title'] };
}

/** The page's name within its prerendered title, which has the defaults of its language. */
function pageName(html: string, defaults: { site: string; suffix: string }): string | undefined {
  const title = decoded(/<title[^<>]*>([^<]*)<\/title>/.exec(html)?.[1] ?? '');
  const end = titleWith('', defaults.site, defaults.suffix);
  return title.endsWith(end) ? title.slice(0, -end.length) : undefined;
}

/** The title keeps the attribute by which Next's head updates it; the page knows nothing of the other tags. */
function withHead(html: string, title: string, tags: readonly HeadTag[]): string {
  const written = tags.map(({ tag, attributes }) => {
    const pairs = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`);
    return `<${tag} ${pairs.join(' ')}/>`;
  });
  const head = `<title data-next-head="">${escaped(title)}</title>${written.join('')}`;
  return html.replace(/<title[^<>]*>[^<]*<\/title>/, () => head);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ownValue(entities, sign) ?? sign);

const decoded = (text: string) =>
  Object.entries(entities).reduceRight((rest, [sign, entity]) => rest.replaceAll(entity, sign), text);
