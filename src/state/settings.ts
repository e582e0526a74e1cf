import { atom, getDefaultStore, useAtomValue, useSetAtom } from 'jotai';
import { setBusinessZone } from '@/contract/core/business-day';
import { defaultSettings, type SettingsOptions } from '@/contract/settings';

type Given = Partial<SettingsOptions> | null | undefined;

const settingsAtom = atom<SettingsOptions>(defaultSettings);
/** What the current ones were made of. */
const givenAtom = atom<Given>(undefined);

/** Puts what the server answered over the defaults; facts that are missing or null where there is a default keep it. */
const setSettingsAtom = atom(null, (get, set, options: Given) => {
  if (options && options === get(givenAtom)) return;
  set(givenAtom, options);
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const merged: SettingsOptions = { ...defaultSettings, ...Object.fromEntries(given) };
  merged.currencyOptions = { ...defaultSettings.currencyOptions, ...options?.currencyOptions };
  merged.server_info = { ...defaultSettings.server_info, ...options?.server_info };
  setBusinessZone(merged.timeZone);
  set(settingsAtom, merged);
});

/** The site's settings (specification §3); the defaults until the server has answered. */
export function useSettings(): SettingsOptions {
  return useAtomValue(settingsAtom);
}

/** Makes the options of an answer of `settings` the current ones (specification §7). */
export function useSetSettings(): (options: Given) => void {
  return useSetAtom(setSettingsAtom);
}

/** The same ahead of the first screen, so that it need not be drawn twice. */
export function keepSettings(options: Given): void {
  getDefaultStore().set(setSettingsAtom, options);
}
