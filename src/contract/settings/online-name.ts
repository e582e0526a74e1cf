import type { KnownOnlineName } from '@/contract/orders/online';
import { defaultSettings, type SettingsOptions } from './';

let current: KnownOnlineName = defaultSettings.onlineName;

/** Called wherever the settings are read. */
export function setOnlineName({ onlineName }: Pick<SettingsOptions, 'onlineName'>): void {
  current = onlineName;
}

/**
 * The name by which other clients get online payment, whichever way takes the money, as the settings had it when they were
 * last read (rules/orders: other clients know online payment by one name).
 */
export const onlineNameNow = (): KnownOnlineName => current;
