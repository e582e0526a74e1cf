import { setBusinessZone } from '@/contract/business-day';
import { defaultSettings, type SettingsOptions } from '@/contract/settings';
import type { Ctx } from '../context';

type Read = Promise<SettingsOptions>;

/** Letters of one transaction ask again and again: they are answered from here. */
const known = new WeakMap<Ctx['db'], Read>();

/** The settings in the default language; what nobody saved is as by default. Read once in a transaction. */
export function settingsOptions({ db }: Pick<Ctx, 'db'>): Read {
  if (!db.isTransaction) return read(db);
  const found = known.get(db) ?? read(db);
  known.set(db, found);
  return found;
}

/** They have just been written in this transaction. */
export function forgetOptions({ db }: Pick<Ctx, 'db'>): void {
  known.delete(db);
}

async function read(db: Ctx['db']): Read {
  const row = await db.selectFrom('settings').select('options').executeTakeFirst();
  const options = { ...defaultSettings, ...(row?.options as Partial<SettingsOptions> | undefined) };
  setBusinessZone(options.timeZone);
  return options;
}
