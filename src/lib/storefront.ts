import { env } from './env';

/**
 * Address of a shop in the storefront: the environment's storefront, else the site from the settings; undefined without
 * either.
 */
export function storefrontUrl(siteLink: string | null | undefined, slug: string): string | undefined {
  const site = siteOf(siteLink);
  return site && shopUrl(site, slug);
}

/** Address of a product in the storefront; undefined when there is none. */
export function productUrl(siteLink: string | null | undefined, slug: string): string | undefined {
  const site = siteOf(siteLink);
  return site && link(site, 'products', slug);
}

/** Address that shows a product before it is published. */
export function productPreviewUrl(siteLink: string | null | undefined, slug: string): string | undefined {
  const site = siteOf(siteLink);
  return site && link(site, 'products/preview', slug);
}

function siteOf(siteLink: string | null | undefined): string | undefined {
  const site = env.storefrontUrl || siteLink?.trim();
  if (!site) return undefined;
  return (/^https?:\/\//i.test(site) ? site : `https://${site}`).replace(/\/+$/, '');
}

export function shopUrl(site: string, slug: string): string {
  return link(site, 'shops', slug);
}

/** The storefront's base address plus a slug in the folder of its kind. */
function link(site: string, folder: string, slug: string): string {
  return `${site.replace(/\/+$/, '')}/${folder}/${encodeURIComponent(slug)}`;
}
