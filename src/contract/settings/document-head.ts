import type { SettingsOptions } from './index';

/** Default size of the social preview picture (specification §9). */
const sharedPicture = { width: '800', height: '600' };

/** What the head of a document takes from the settings. */
export type SiteOptions = Pick<SettingsOptions, 'siteTitle' | 'siteSubtitle' | 'logo' | 'seo'>;

interface HeadSource {
  /** Name of the page; the home page has none. */
  page: string | undefined;
  language: string;
  options: SiteOptions;
  /** Texts that stand in for missing settings. */
  defaults: { site: string; suffix: string };
  /** Address of an upload, or of a file of the panel that begins with `/`. */
  addressOf: (path: string) => string;
  basePath: string;
}

export interface HeadTag {
  tag: 'meta' | 'link';
  attributes: Record<string, string>;
}

/** Title of a document; with an empty page, what follows the page's name. */
export function titleWith(page: string | undefined, site: string, suffix: string): string {
  return `${page === undefined ? site : `${page} — ${site}`} | ${suffix}`;
}

/**
 * Title, description and social metadata from the settings: the site title falls back to a default, the template
 * appends the SEO title, which falls back to a generic label (specification §1).
 */
export function documentHead(source: HeadSource): { title: string; tags: HeadTag[] } {
  const { page, language, options, defaults, addressOf, basePath } = source;
  const { siteTitle, siteSubtitle, logo, seo } = options;
  const site = siteTitle || defaults.site;
  const title = titleWith(page, site, seo.metaTitle || defaults.suffix);
  const description = seo.metaDescription || siteSubtitle;
  const meta = (key: string, content: string | null | undefined): HeadTag[] =>
    content
      ? [{ tag: 'meta', attributes: { [key.startsWith('og:') ? 'property' : 'name']: key, content } }]
      : [];
  const link = (rel: string, href: string | null | undefined): HeadTag[] =>
    href ? [{ tag: 'link', attributes: { rel, href } }] : [];
  return {
    title,
    tags: [
      ...link('canonical', seo.canonicalUrl),
      ...meta('description', description),
      ...meta('keywords', seo.metaTags),
      ...meta('og:type', 'website'),
      ...meta('og:site_name', site),
      ...meta('og:locale', language),
      ...meta('og:title', seo.ogTitle || title),
      ...meta('og:description', seo.ogDescription || description),
      ...meta('og:image', addressOf(seo.ogImage?.original || logo?.original || `${basePath}/og.png`)),
      ...meta('og:image:width', sharedPicture.width),
      ...meta('og:image:height', sharedPicture.height),
      ...meta('twitter:card', seo.twitterCardType || 'summary_large_image'),
      ...meta('twitter:site', seo.twitterHandle),
    ],
  };
}
