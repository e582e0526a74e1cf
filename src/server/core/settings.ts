import { sql } from 'kysely';
import { setBusinessZone } from '@/contract/core/day';
import { type Language, offeredLanguages } from '@/contract/core/languages';
import { defaultSettings, type SettingsOptions } from '@/contract/settings';
import { defaultEvents, type EventSettings } from '@/contract/settings/event-names';
import { setOnlineName } from '@/contract/settings/online-name';
import { setShopCurrency } from '@/contract/settings/shop-currency';
import { defaultVendorFile, type VendorFileSettings } from '@/contract/shops/vendor-file';
import type { Ctx } from './context';

/** Settings with defaults filled in. */
type StoredOptions = SettingsOptions & EventSettings & { vendorFile: VendorFileSettings };

type Read = Promise<StoredOptions>;

/** Cache per transaction: each of its emails reads the settings. */
const known = new WeakMap<Ctx['db'], Read>();

/** The settings in the default language with defaults filled in, read once per transaction. */
export function settingsOptions({ db }: Pick<Ctx, 'db'>): Read {
  if (!db.isTransaction) return read(db);
  const found = known.get(db) ?? read(db);
  known.set(db, found);
  return found;
}

/** How long languages are cached: another process may change the setting. */
export const languagesAgeMs = 5_000;

interface Offered {
  languages: Promise<Language[]>;
  until: number;
}

/** Per database, because tests open several. */
let offered = new WeakMap<Ctx['db'], Offered>();

/**
 * Languages offered by the marketplace, for requests without a session; cached from the last session or such request.
 */
export function readLanguages({ db }: Pick<Ctx, 'db'>): Promise<Language[]> {
  const last = offered.get(db);
  if (last && last.until > Date.now()) return last.languages;
  const languages = askLanguages(db);
  rememberLanguages(db, languages);
  languages.catch(() => offered.delete(db));
  return languages;
}

/** Caches what a session query returned. */
export function rememberLanguages(db: Ctx['db'], languages: Language[] | Promise<Language[]>): void {
  offered.set(db, { languages: Promise.resolve(languages), until: Date.now() + languagesAgeMs });
}

async function askLanguages(db: Ctx['db']): Promise<Language[]> {
  const row = await db
    .selectFrom('settings')
    .select(sql<unknown>`options -> 'languages'`.as('languages'))
    .executeTakeFirst();
  return offeredLanguages(row?.languages);
}

/** Called after a change of the setting. */
export function forgetLanguages(): void {
  offered = new WeakMap();
}

/** Clears the cache after a write in this transaction. */
export function forgetOptions({ db }: Pick<Ctx, 'db'>): void {
  known.delete(db);
  forgetLanguages();
}

/** Stored settings merged over the defaults. */
export const withDefaults = (stored: Partial<SettingsOptions>): StoredOptions => ({
  ...defaultSettings,
  ...defaultEvents,
  vendorFile: defaultVendorFile,
  ...stored,
});

/** Points for a rouble: the default while nobody has entered a number; 0 counts as 1. */
export const pointsPerRouble = ({ currencyToWalletRatio }: SettingsOptions): number =>
  (currencyToWalletRatio ?? defaultSettings.currencyToWalletRatio) || 1;

async function read(db: Ctx['db']): Read {
  const row = await db.selectFrom('settings').select('options').executeTakeFirst();
  const options = withDefaults((row?.options ?? {}) as Partial<SettingsOptions>);
  setBusinessZone(options.timeZone);
  setShopCurrency(options);
  setOnlineName(options);
  return options;
}
