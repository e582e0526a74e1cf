import { env } from './env';

/**
 * Address of a shop in the storefront (reference pages §5.3): below the storefront of the environment, else the site that
 * the settings name; undefined when there is neither.
 */
export function storefrontUrl(siteLink: string | null | undefined, slug: string): string | undefined {
  const site = siteOf(siteLink);
  return site && shopUrl(site, slug);
}

/** Address of a product in the storefront; undefined when there is none. */
export function productUrl(siteLink: string | null | undefined, slug: string): string | undefined {
  const site = siteOf(siteLink);
  return site && `${site}/products/${encodeURIComponent(slug)}`;
}

/** Address at which the storefront shows a product before it is on sale, too (reference pages §1.4). */
export function productPreviewUrl(siteLink: string | null | undefined, slug: string): string | undefined {
  const site = siteOf(siteLink);
  return site && `${site}/products/preview/${encodeURIComponent(slug)}`;
}

function siteOf(siteLink: string | null | undefined): string | undefined {
  const site = env.storefrontUrl || siteLink?.trim();
  if (!site) return undefined;
  return (/^https?:\/\//i.test(site) ? site : `https://${site}`).replace(/\/+$/, '');
}

/** Address of a shop below a site. */
export function shopUrl(site: string, slug: string): string {
  return `${site.replace(/\/+$/, '')}/shops/${encodeURIComponent(slug)}`;
}
