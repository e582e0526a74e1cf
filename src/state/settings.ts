import { atom, getDefaultStore, useAtomValue, useSetAtom } from 'jotai';
import { setBusinessZone } from '@/contract/core/day';
import { defaultSettings, type SettingsOptions } from '@/contract/settings';
import { setSiteMoney } from '@/lib/format/site-money';

type StoredOptions = Partial<SettingsOptions> | null | undefined;

const settingsAtom = atom<SettingsOptions>(defaultSettings);
/** The options the current settings were built from. */
const givenAtom = atom<StoredOptions>(undefined);

/** Servers of the dialect write an empty object for a missing picture. */
const isGiven = (value: unknown) => value !== undefined && value !== null && JSON.stringify(value) !== '{}';

/** Merges the server's options over the defaults; null, missing and empty values keep the default. */
const setSettingsAtom = atom(null, (get, set, options: StoredOptions) => {
  if (options && options === get(givenAtom)) return;
  set(givenAtom, options);
  const given = Object.entries(options ?? {}).filter(([, value]) => isGiven(value));
  const merged: SettingsOptions = { ...defaultSettings, ...Object.fromEntries(given) };
  merged.currencyOptions = { ...defaultSettings.currencyOptions, ...options?.currencyOptions };
  merged.server_info = { ...defaultSettings.server_info, ...options?.server_info };
  setBusinessZone(merged.timeZone);
  setSiteMoney({ currency: merged.currency, ...merged.currencyOptions });
  set(settingsAtom, merged);
});

/** The site settings; defaults until the server responds. */
export function useSettings(): SettingsOptions {
  return useAtomValue(settingsAtom);
}

/** False until the server has responded. */
export function useHasSettings(): boolean {
  return useSettings() !== defaultSettings;
}

/** Replaces the settings by a response of `settings`. */
export function useSetSettings(): (options: StoredOptions) => void {
  return useSetAtom(setSettingsAtom);
}

/** The same before the first render, which then needs no second pass. */
export function keepSettings(options: StoredOptions): void {
  getDefaultStore().set(setSettingsAtom, options);
}
