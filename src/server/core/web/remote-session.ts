import { knownLanguages, offeredLanguages } from '@/contract/core/languages';
import { panelAccept } from '@/contract/core/panel-client';
import { roles } from '@/contract/core/permissions';
import type { SiteOptions } from '@/contract/settings/document-head';
import { AppError } from '@/server/core/errors';
import { parseJson, toRecord } from '@/server/core/json-record';
import { languagesAgeMs } from '@/server/core/settings';
import { ask, type OutgoingAnswer } from '@/server/integrations/outgoing/outgoing';
import type { ReadSite } from './documents';
import type { Visitor } from './gate';

/** How long a page waits; after that the browser asks by itself. */
const patienceMs = 10_000;
/** A page does not wait longer for its title and social metadata. */
const headPatienceMs = 1_000;

/**
 * The user of a token according to another API server of this dialect. Throws UNAVAILABLE when it gives no clear
 * answer: only a refused token ends a session.
 */
export async function askWhoIs(api: string, token: string | null, cookie = ''): Promise<Visitor | null> {
  if (!token) return null;
  const answer = await ask(`${api}/me`, {
    // As our panel, so that our own server names the rights of a limited person.
    headers: { authorization: `Bearer ${token}`, accept: panelAccept, ...(cookie && { cookie }) },
    totalMs: patienceMs,
  }).catch((cause: unknown) => {
    throw new AppError('UNAVAILABLE', { cause });
  });
  // E-mail not confirmed, or no licence: pages open and lead to the one that asks for it.
  if (answer.status === 409 || answer.status === 417) return { permissions: [...roles] };
  if (answer.status === 401) return null;
  const me = jsonOf(answer);
  if (typeof me !== 'object' || me === null || !('permissions' in me) || !Array.isArray(me.permissions))
    throw new AppError('UNAVAILABLE');
  const permissions = me.permissions.map(nameOf);
  return permissions.includes('super_admin') ? { permissions } : { permissions, ...shopsOf(me) };
}

/** The shops that `me` names; another server may name none. */
function shopsOf(me: object): Pick<Visitor, 'ownShops' | 'hasShop'> {
  const { shops, managed_shop } = toRecord(me);
  if (!Array.isArray(shops)) return {};
  const slugs = [...shops, managed_shop].flatMap((shop) => toRecord(shop).slug ?? []).map(String);
  return { ownShops: async () => slugs, hasShop: async (slug) => slugs.includes(slug) };
}

/** Permissions are rows with a name, or names. */
function nameOf(permission: unknown): string {
  const isRow = typeof permission === 'object' && permission !== null && 'name' in permission;
  return String(isRow ? permission.name : permission);
}

/** The languages that another API server offers, requested every few seconds at most. */
export function openLanguages(api: string): () => Promise<readonly string[]> {
  let last: Promise<readonly string[]> | undefined;
  let until = 0;
  return () => {
    if (last && until > Date.now()) return last;
    until = Date.now() + languagesAgeMs;
    last = askLanguages(api);
    return last;
  };
}

/** All languages while it does not answer; the page then reports the failure. */
async function askLanguages(api: string): Promise<readonly string[]> {
  const answer = await ask(`${api}/settings`, {
    headers: { accept: 'application/json' },
    totalMs: patienceMs,
  }).catch(() => undefined);
  const settings = answer && jsonOf(answer);
  if (typeof settings !== 'object' || settings === null || !('options' in settings)) return knownLanguages;
  const { options } = settings as { options?: { languages?: unknown } | null };
  return offeredLanguages(options?.languages);
}

/**
 * The settings of the site in a language, asked for every few seconds at most. Undefined while the API does not answer:
 * the page then reports the failure.
 */
export function openSite(ask: (language: string) => Promise<unknown>): ReadSite {
  const known = new Map<string, { until: number; site: ReturnType<ReadSite> }>();
  return (language) => {
    const last = known.get(language);
    if (last && last.until > Date.now()) return last.site;
    const site = ask(language).then(siteOptions, () => undefined);
    known.set(language, { until: Date.now() + languagesAgeMs, site });
    return site;
  };
}

/** `GET settings` of another API server. */
export function askSettings(api: string): (language: string) => Promise<unknown> {
  return async (language) => {
    const answer = await ask(`${api}/settings?language=${language}`, {
      headers: { accept: panelAccept },
      totalMs: headPatienceMs,
    });
    return jsonOf(answer);
  };
}

/** What a good answer says; null for any other. */
function jsonOf({ status, body }: OutgoingAnswer): unknown {
  return status < 200 || status > 299 ? null : (parseJson(body.toString('utf8')) ?? null);
}

/** Other servers of the dialect send what they like: only texts count. */
function siteOptions(settings: unknown): SiteOptions | undefined {
  const options = toRecord(toRecord(settings).options);
  if (Object.keys(options).length === 0) return undefined;
  const seo = toRecord(options.seo);
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const picture = (value: unknown) => {
    const original = text(toRecord(value).original);
    return original ? { id: 0, original, thumbnail: original } : null;
  };
  const keys = ['metaTitle', 'metaDescription', 'metaTags', 'canonicalUrl', 'ogTitle', 'ogDescription'];
  const texts = Object.fromEntries(
    [...keys, 'twitterHandle', 'twitterCardType'].map((key) => [key, text(seo[key])]),
  );
  return {
    siteTitle: text(options.siteTitle),
    siteSubtitle: text(options.siteSubtitle),
    logo: picture(options.logo),
    seo: { ...texts, ogImage: picture(seo.ogImage) },
  };
}
