import { atom, useAtomValue, useSetAtom } from 'jotai';
import { defaultSettings, type SettingsOptions } from '@/contract/settings';

const settingsAtom = atom<SettingsOptions>(defaultSettings);

/** Puts what the server answered over the defaults; facts that are missing or null where there is a default keep it. */
const setSettingsAtom = atom(null, (_get, set, options: Partial<SettingsOptions> | null | undefined) => {
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const merged: SettingsOptions = { ...defaultSettings, ...Object.fromEntries(given) };
  merged.currencyOptions = { ...defaultSettings.currencyOptions, ...options?.currencyOptions };
  merged.server_info = { ...defaultSettings.server_info, ...options?.server_info };
  set(settingsAtom, merged);
});

/** The site's settings (specification §3); the defaults until the server has answered. */
export function useSettings(): SettingsOptions {
  return useAtomValue(settingsAtom);
}

/** Makes the options of an answer of `settings` the current ones (specification §7). */
export function useSetSettings(): (options: Partial<SettingsOptions> | null | undefined) => void {
  return useSetAtom(setSettingsAtom);
}
