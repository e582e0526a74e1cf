import { env } from './env';

/**
 * Address of a shop in the storefront (reference pages §5.3): below the storefront of the environment, else the site that
 * the settings name; undefined when there is neither.
 */
export function storefrontUrl(siteLink: string | null | undefined, slug: string): string | undefined {
  const site = env.storefrontUrl || siteLink?.trim();
  return site ? shopUrl(/^https?:\/\//i.test(site) ? site : `https://${site}`, slug) : undefined;
}

/** Address of a shop below a site. */
export function shopUrl(site: string, slug: string): string {
  return `${site.replace(/\/+$/, '')}/shops/${encodeURIComponent(slug)}`;
}
