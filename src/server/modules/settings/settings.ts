import { sql } from 'kysely';
import type { AnyObject } from 'yup';
import { setBusinessZone } from '@/contract/core/day';
import { defaultLanguage, offeredLanguages } from '@/contract/core/languages';
import { fromMinor } from '@/contract/core/money';
import { worthOfPoints } from '@/contract/orders/money';
import { type Settings, type SettingsOptions, translatableSettings } from '@/contract/settings';
import type { ApprovalFact } from '@/contract/settings/approvals';
import { checkoutSettingsSchema } from '@/contract/settings/checkout';
import { companySettingsSchema } from '@/contract/settings/company';
import { eventSettingsSchema } from '@/contract/settings/events';
import { maintenanceSettingsSchema } from '@/contract/settings/maintenance';
import { setOnlineName } from '@/contract/settings/online-name';
import { paymentSettingsSchema } from '@/contract/settings/payment';
import { generalSettingsSchema } from '@/contract/settings/schema';
import { seoSettingsSchema } from '@/contract/settings/seo';
import { shopSettingsSchema } from '@/contract/settings/shop';
import { setShopCurrency } from '@/contract/settings/shop-currency';
import { vendorFileSettingsSchema } from '@/contract/shops/vendor-file/settings';
import { audit, changesBetween } from '@/server/core/audit';
import { type Ctx, isAdmin, mayDo, type UserCtx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { languageOf, translatedLanguages } from '@/server/core/dialect/row-languages';
import { AppError, rejectValue } from '@/server/core/errors';
import { fileIdsIn, resolvePicture } from '@/server/core/files/file-rights';
import { type JsonRecord, pick, toRecord } from '@/server/core/json-record';
import { toEverybody } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { isOutdated } from '@/server/core/numbers';
import { assertConfirmed } from '@/server/core/sessions';
import { forgetOptions, pointsPerRouble, withDefaults } from '@/server/core/settings';
import { validate } from '@/server/core/validate';
import { defineGuarded, holdsInTeam } from './approvals/registry';
import { requireSecondPerson } from './approvals/require-second-person';
import { assertCurrency } from './assert-currency';
import { notifyMaintenance } from './emails';
import { guardedSettings, provenSettings } from './money-settings';

const pictureKeys = ['logo', 'dark_logo', 'collapseLogo', 'favicon'];
/** Pictures nested in an object, by key. */
const nestedPictures = { seo: 'ogImage', maintenance: 'image' };

export const tabSchemas = [
  generalSettingsSchema,
  paymentSettingsSchema,
  seoSettingsSchema,
  eventSettingsSchema,
  shopSettingsSchema,
  checkoutSettingsSchema,
  maintenanceSettingsSchema,
  companySettingsSchema,
  vendorFileSettingsSchema,
];

/** Requisites that the law requires to be public. */
const publicRequisites = ['legal_form', 'legal_name', 'inn', 'kpp', 'ogrn', 'legal_address'];

/** `GET settings`: public settings, translated to `ctx.locale`. */
export async function getSettings(ctx: Ctx, uploadMaxBytes: number): Promise<Settings> {
  const row = await ctx.db.selectFrom('settings').selectAll().executeTakeFirst();
  const stored = (row?.options ?? {}) as Partial<SettingsOptions>;
  const translations = (row?.translations ?? {}) as Record<string, Partial<SettingsOptions>>;
  const kibibytes = Math.floor(uploadMaxBytes / 1024);
  const { vendorFile, ...options } = withDefaults({ ...stored, ...translations[ctx.locale] });
  setBusinessZone(options.timeZone);
  setShopCurrency(options);
  setOnlineName(options);
  return {
    id: row?.id ?? 0,
    language: languageOf(ctx),
    version: row?.version ?? 0,
    translated_languages: translatedLanguages(ctx, translations),
    options: {
      ...options,
      ...(isAdmin(ctx) && { vendorFile }),
      languages: offeredLanguages(options.languages),
      contactDetails: options.contactDetails ?? noContacts,
      companyRequisites: visibleRequisites(ctx, options.companyRequisites),
      server_info: { upload_max_filesize: kibibytes, post_max_size: kibibytes + 1024 },
    },
    created_at: (row?.created_at ?? ctx.now).toISOString(),
    updated_at: (row?.updated_at ?? ctx.now).toISOString(),
  };
}

/** Contacts not entered yet: other clients of the dialect expect an object. */
const noContacts = { contact: '', website: '', emailAddress: '', location: null, socials: [] };

function visibleRequisites(ctx: Ctx, requisites: SettingsOptions['companyRequisites']) {
  return requisites && !isAdmin(ctx) ? pick({ ...requisites }, publicRequisites) : requisites;
}

interface MoneyChange extends JsonRecord {
  before: JsonRecord;
  after: JsonRecord;
}

/** The worth of points that are there already, and whose money a payment is, change with a second person. */
const moneyChange = defineGuarded<MoneyChange>({
  kind: 'settings',
  family: 'settings',
  right: 'finance:decide',
  mayPrepare: (ctx) => holdsInTeam(ctx, 'finance:decide') && holdsInTeam(ctx, 'settings:write'),
  async describe(ctx, { before, after }) {
    const facts: ApprovalFact[] = Object.keys(after).map((key) => ({
      key,
      kind: 'text',
      before: before[key] as string | number | null,
      after: after[key] as string | number | null,
    }));
    if (!('currencyToWalletRatio' in after)) return { title: '', facts };
    const points = await pointsOfAll(ctx);
    const worth = (options: JsonRecord) =>
      fromMinor(worthOfPoints(points, pointsPerRouble(options as unknown as SettingsOptions)));
    const sums = { before: worth(before), after: worth(after) };
    return { title: '', facts: [...facts, { key: 'points_worth', kind: 'money', ...sums }] };
  },
  run: (ctx, { after }) => saveSettings(ctx, { options: after }, 0),
});

/** Whole points in all wallets. */
async function pointsOfAll({ db }: Ctx): Promise<number> {
  const { points } = await db
    .selectFrom('ledger_accounts')
    .select(sql<number>`coalesce(sum(balance), 0)::float8`.as('points'))
    .where('kind', '=', 'wallet')
    .executeTakeFirstOrThrow();
  return Math.floor(points);
}

/** Ends the save where a second person is needed; the rest of it is saved at once. Throws FORBIDDEN. */
async function guardMoney(
  ctx: UserCtx,
  { before, changed, changes }: { before: JsonRecord; changed: JsonRecord; changes: object },
  saveRest: (inside: UserCtx, keys: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const keys = guardedSettings.filter((key) => key in changes);
  if (keys.length === 0) return;
  if (!mayDo(ctx, 'finance:decide')) throw new AppError('FORBIDDEN', { needs: ['finance:decide'] });
  await assertConfirmed(ctx);
  await requireSecondPerson(ctx, moneyChange, {
    // There is one row, whose number is only known once it is stored.
    id: 1,
    content: { before: pick(before, keys), after: pick(changed, keys) },
    meanwhile: (inside) => saveRest(inside, keys),
  });
}

/**
 * `POST settings`: stores the keys that were sent and leaves the rest, so that tabs do not overwrite each other.
 * Unknown keys are dropped; a save that changes nothing leaves no trace. What moves money waits for a second person where the
 * rules ask for one. Throws VALIDATION_FAILED, CONFLICT for a stale version, and FORBIDDEN without `finance:decide` for money.
 */
export async function saveSettings(
  ctx: UserCtx,
  body: JsonRecord,
  uploadMaxBytes: number,
): Promise<Settings> {
  await ctx.db
    .insertInto('settings')
    .values({ options: '{}', version: 0 })
    .onConflict((conflict) => conflict.column('only_one').doNothing())
    .execute();
  const row = await ctx.db.selectFrom('settings').selectAll().forUpdate().executeTakeFirstOrThrow();
  const before = await getSettings(ctx, uploadMaxBytes);
  if (isOutdated(body.version, row.version)) {
    throw new AppError('CONFLICT', { current: before });
  }

  const sent = toRecord(body.options);
  const kept = fileIdsIn([row.options, row.translations]);
  const changed = await resolvePictures(ctx, await validateTabs(before.options, sent), kept);
  const changes = changesBetween(toRecord(before.options), changed);
  if (Object.keys(changes).length === 0) return before;
  if (provenSettings.some((key) => key in changes)) await assertConfirmed(ctx);
  await assertCurrency(ctx, before.options, changed);
  await assertClassesExist(ctx, changed);
  await assertContractExists(ctx, changed);
  await guardMoney(ctx, { before: toRecord(before.options), changed, changes }, (inside, keys) =>
    saveSettings(inside, { ...body, options: omit(sent, keys) }, uploadMaxBytes),
  );
  const isTranslation = ctx.locale !== defaultLanguage;
  const texts = isTranslation ? pick(changed, translatableSettings) : {};
  const shared = isTranslation ? omit(changed, translatableSettings) : changed;
  const translations = toRecord(row.translations);
  await updateRow(ctx, 'settings', row.id, {
    options: JSON.stringify({ ...toRecord(row.options), ...shared }),
    ...(isTranslation && {
      translations: JSON.stringify({
        ...translations,
        [ctx.locale]: { ...toRecord(translations[ctx.locale]), ...texts },
      }),
    }),
  });
  forgetOptions(ctx);
  await audit(ctx, {
    family: 'settings',
    id: row.id,
    action: isTranslation ? `translate:${ctx.locale}` : 'update',
    changes,
  });
  const after = await getSettings(ctx, uploadMaxBytes);
  if (after.options.timeZone !== before.options.timeZone) await rebuildBusinessDays(ctx);
  await notifyMaintenance(ctx, after.options);
  await publish(ctx, [toEverybody], 'settings', {});
  return after;
}

/**
 * Rebuilds the sums kept by business day, in the transaction that changed the time zone. Order numbers stay the same:
 * customers already have them.
 */
async function rebuildBusinessDays(ctx: Ctx): Promise<void> {
  await sql`select rebuild_order_days()`.execute(ctx.db);
  await sql`select rebuild_ledger_days()`.execute(ctx.db);
}

/** Validates each touched tab as a whole, because its rules span fields, and returns the keys that were sent. */
async function validateTabs(before: SettingsOptions, sent: JsonRecord): Promise<JsonRecord> {
  const changed: JsonRecord = {};
  for (const schema of tabSchemas) {
    const keys = Object.keys(schema.fields).filter((key) => key in sent);
    if (keys.length === 0) continue;
    const merged: JsonRecord = await validate<AnyObject>(schema, { ...before, ...pick(sent, keys) });
    Object.assign(changed, pick(merged, keys));
  }
  return changed;
}

/** Locks the tax and the shipping that the settings refer to. Throws VALIDATION_FAILED. */
async function assertClassesExist(ctx: Ctx, changed: JsonRecord): Promise<void> {
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
    if (!found) rejectValue(key);
  }
}

/** The contract with vendors is an approved document of the marketplace. Throws VALIDATION_FAILED. */
async function assertContractExists(ctx: Ctx, { vendorFile }: JsonRecord): Promise<void> {
  const { contract } = toRecord(vendorFile);
  if (typeof contract !== 'number') return;
  const found = await ctx.db
    .selectFrom('terms_and_conditions')
    .select('id')
    .where('id', '=', contract)
    .where('type', '=', 'global')
    .where('is_approved', '=', true)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!found) rejectValue('vendorFile.contract');
}

async function resolvePictures(ctx: Ctx, values: JsonRecord, kept: readonly number[]): Promise<JsonRecord> {
  const options = { kept, as: 'public' } as const;
  const resolved: JsonRecord = { ...values };
  for (const key of pictureKeys) {
    if (key in values) resolved[key] = await resolvePicture(ctx, key, values[key], options);
  }
  for (const [key, inner] of Object.entries(nestedPictures)) {
    if (!(key in values)) continue;
    const whole = toRecord(values[key]);
    const picture = await resolvePicture(ctx, `${key}.${inner}`, whole[inner], options);
    resolved[key] = { ...whole, [inner]: picture };
  }
  return resolved;
}

function omit(values: JsonRecord, keys: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}
