/** Russia's providers and banks count days in Moscow, whatever the time zone of the shop. */
const moscowOffsetMs = 3 * 3600_000;

/** Moscow's clock in the form of ISO 8601; the `Z` at its end does not hold. */
export const moscowClock = (moment: Date): string =>
  new Date(moment.getTime() + moscowOffsetMs).toISOString();

export const moscowDay = (moment: Date): string => moscowClock(moment).slice(0, 10);

export const startOfMoscowDay = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - moscowOffsetMs);
