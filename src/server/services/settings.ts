import type { AnyObject } from 'yup';
import { defaultLanguage } from '@/contract/languages';
import {
  defaultSettings,
  type Settings,
  type SettingsOptions,
  translatableSettings,
} from '@/contract/settings';
import { checkoutSettingsSchema } from '@/contract/settings/checkout';
import { generalSettingsSchema } from '@/contract/settings/schema';
import { shopSettingsSchema } from '@/contract/settings/shop';
import type { Ctx, UserCtx } from '../context';
import { AppError, refuseValue } from '../errors';
import { validate } from '../validate';
import { resolveAttachment } from './attachments';
import { audit, changesBetween } from './audit';
import { pick, type Values } from './resource-query';

const files = ['logo', 'dark_logo', 'collapseLogo'];

/** `GET settings`: what every visitor may know, with the texts of the language (reference rules R-245, S-36). */
export async function getSettings(ctx: Ctx, uploadMaxBytes: number): Promise<Settings> {
  const row = await ctx.db.selectFrom('settings').selectAll().executeTakeFirst();
  const stored = (row?.options ?? {}) as Partial<SettingsOptions>;
  const translations = (row?.translations ?? {}) as Record<string, Partial<SettingsOptions>>;
  const kibibytes = Math.floor(uploadMaxBytes / 1024);
  return {
    id: row?.id ?? 0,
    language: ctx.locale,
    version: row?.version ?? 0,
    translated_languages: [defaultLanguage, ...Object.keys(translations)],
    options: {
      ...defaultSettings,
      ...stored,
      ...translations[ctx.locale],
      server_info: { upload_max_filesize: kibibytes, post_max_size: kibibytes + 1024 },
    },
    created_at: (row?.created_at ?? ctx.now).toISOString(),
    updated_at: (row?.updated_at ?? ctx.now).toISOString(),
  };
}

/**
 * `POST settings`: stores the keys that were sent and leaves the others as they are, so that no tab can undo another
 * (reference rules R-246). Unknown keys are dropped. Throws VALIDATION_FAILED, and CONFLICT for a stale version.
 */
export async function saveSettings(ctx: UserCtx, body: Values, uploadMaxBytes: number): Promise<Settings> {
  await ctx.db
    .insertInto('settings')
    .values({ options: '{}', version: 0 })
    .onConflict((conflict) => conflict.column('only_one').doNothing())
    .execute();
  const row = await ctx.db.selectFrom('settings').selectAll().forUpdate().executeTakeFirstOrThrow();
  const before = await getSettings(ctx, uploadMaxBytes);
  if (body.version !== undefined && body.version !== null && Number(body.version) !== row.version) {
    throw new AppError('CONFLICT', { current: before });
  }

  const sent = asValues(body.options);
  const changed = await withFiles(ctx, await validTabs(before.options, sent));
  await refuseMissingClasses(ctx, changed);
  const isTranslation = ctx.locale !== defaultLanguage;
  const texts = isTranslation ? pick(changed, translatableSettings) : {};
  const shared = isTranslation ? omit(changed, translatableSettings) : changed;
  const translations = asValues(row.translations);
  await ctx.db
    .updateTable('settings')
    .set({
      options: JSON.stringify({ ...asValues(row.options), ...shared }),
      ...(isTranslation && {
        translations: JSON.stringify({
          ...translations,
          [ctx.locale]: { ...asValues(translations[ctx.locale]), ...texts },
        }),
      }),
      version: row.version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', row.id)
    .execute();
  const changes = changesBetween(asValues(before.options), changed);
  await audit(ctx, {
    family: 'settings',
    id: row.id,
    action: isTranslation ? `translate:${ctx.locale}` : 'update',
    changes,
  });
  return getSettings(ctx, uploadMaxBytes);
}

/** What was sent of each tab. Rules between fields need the whole tab, and nothing of a tab that was not touched. */
async function validTabs(before: SettingsOptions, sent: Values): Promise<Values> {
  const changed: Values = {};
  for (const schema of [generalSettingsSchema, shopSettingsSchema, checkoutSettingsSchema]) {
    const keys = Object.keys(schema.fields).filter((key) => key in sent);
    if (keys.length === 0) continue;
    const merged: Values = await validate<AnyObject>(schema, { ...before, ...pick(sent, keys) });
    Object.assign(changed, pick(merged, keys));
  }
  return changed;
}

/** A tax or a way of delivery that the settings name is there, and stays while we write so (reference rules R-165). */
async function refuseMissingClasses(ctx: Ctx, changed: Values): Promise<void> {
  for (const [key, table] of [
    ['taxClass', 'taxes'],
    ['shippingClass', 'shippings'],
  ] as const) {
    const id = changed[key];
    if (typeof id !== 'number') continue;
    const found = await ctx.db
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!found) refuseValue(key);
  }
}

async function withFiles(ctx: Ctx, values: Values): Promise<Values> {
  const resolved: Values = { ...values };
  for (const key of files) {
    if (key in values) resolved[key] = await resolveAttachment(ctx, key, values[key]);
  }
  return resolved;
}

function asValues(value: unknown): Values {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Values) : {};
}

function omit(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}
