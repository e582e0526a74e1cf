import { type SettingText, settingTexts } from '@/contract/insights/setting-texts';
import type { LackingRows, TranslationGap } from '@/contract/insights/translations';
import type { UserCtx } from '@/server/core/context';
import { type JsonRecord, toRecord } from '@/server/core/json-record';

/** The one row of settings, in the overview of translations beside the families. */
export const settingsFamily = 'settings';

/** How many texts of the settings lack in each language. */
export async function settingsGaps(ctx: UserCtx, languages: readonly string[]): Promise<TranslationGap[]> {
  const stored = await readSettings(ctx);
  const written = settingTexts.filter((path) => textAt(stored.options, path) !== '');
  return languages.map((language) => ({
    family: settingsFamily,
    domain: settingsFamily,
    language,
    total: written.length,
    lacking: lackingOf(stored, language).length,
  }));
}

/** The settings as one row, while it lacks a text. */
export async function lackingSettings(ctx: UserCtx, language: string): Promise<LackingRows> {
  const lacks = lackingOf(await readSettings(ctx), language);
  const rows = lacks.length > 0 ? [{ id: 1, title: settingsFamily, key: settingsFamily, lacks }] : [];
  return { rows, total: lacks.length };
}

interface Stored {
  options: JsonRecord;
  translations: JsonRecord;
}

async function readSettings(ctx: UserCtx): Promise<Stored> {
  const row = await ctx.db.selectFrom('settings').select(['options', 'translations']).executeTakeFirst();
  return { options: toRecord(row?.options), translations: toRecord(row?.translations) };
}

/** Saving a tab in another language stores copies of what was shown there: a Russian copy is no translation. */
function lackingOf({ options, translations }: Stored, language: string): SettingText[] {
  return settingTexts.filter((path) => {
    const original = textAt(options, path);
    const own = textAt(toRecord(translations[language]), path);
    return original !== '' && (own === '' || (own === original && /\p{Script=Cyrillic}/u.test(own)));
  });
}

function textAt(options: JsonRecord, path: SettingText): string {
  const [key = '', part] = path.split('.');
  const value = part === undefined ? options[key] : toRecord(options[key])[part];
  return typeof value === 'string' ? value.trim() : '';
}
