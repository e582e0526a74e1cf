/** Russia's providers and banks count days in Moscow, whatever the time zone of the shop. */
const moscowOffsetMs = 3 * 3600_000;

export const moscowDay = (moment: Date): string =>
  new Date(moment.getTime() + moscowOffsetMs).toISOString().slice(0, 10);

export const startOfMoscowDay = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - moscowOffsetMs);
