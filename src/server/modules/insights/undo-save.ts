import type { AnyObject, ObjectSchema, Schema } from 'yup';
import { type ResourceName, resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import {
  readsHistory,
  translatedLanguage,
  type UndoPreview,
  undoFamilies,
  type undoSchema,
} from '@/contract/core/history';
import { defaultLanguage } from '@/contract/core/languages';
import { isAllowed } from '@/contract/core/permissions';
import { type Changes, changesBetween } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/json-record';
import type { Services } from '@/server/core/module';
import { parseId } from '@/server/core/numbers';
import { assertFamily } from '@/server/core/rights/family-rights';
import type { Input } from '@/server/core/validate';
import { assertHistory } from './history';
import { nameValues } from './history-names';
import { withoutGoneFiles } from './undo-files';
import { putBack } from './undo-values';

/**
 * `GET audit/{entry}/undo`: what the save of an entry would put back. Throws NOT_FOUND for a record that is not the
 * person's, and FORBIDDEN for one that the person may not change.
 */
export async function previewUndo(ctx: UserCtx, services: Services, entry: string): Promise<UndoPreview> {
  const { family, version, now, former, gone } = await formerValues(ctx, services, entry);
  const changes: Changes = Object.fromEntries(
    Object.entries(former).map(([key, value]) => [key, [now[key] ?? null, value]]),
  );
  const [named = {}] = await nameValues(ctx, [{ family, changes }]);
  return { version, changes: named, gone };
}

/**
 * `POST audit/{entry}/undo`: writes the former values of the chosen fields by the update of the family, so rights,
 * validation, moderation and the version check are those of a save. Returns the record. Throws CONFLICT,
 * VALIDATION_FAILED.
 */
export async function undoSave(
  ctx: UserCtx,
  services: Services,
  entry: string,
  { fields, version }: Input<typeof undoSchema>,
): Promise<JsonRecord> {
  const { family, id, locale, former } = await formerValues(ctx, services, entry);
  const isKnown = fields.every((key) => Object.hasOwn(former, key));
  if (!isKnown) rejectValue('fields');
  return services[family].update({ ...ctx, locale }, String(id), { ...pick(former, fields), version });
}

interface Former {
  family: ResourceName;
  id: number;
  /** The values are texts of this language. */
  locale: string;
  version: number;
  now: JsonRecord;
  /** Differs from today's value, and may be written. */
  former: JsonRecord;
  gone: UndoPreview['gone'];
}

async function formerValues(ctx: UserCtx, services: Services, entry: string): Promise<Former> {
  const { family, id, language, changes } = await findSave(ctx, services, entry);
  const { allow, schema, translatable }: AnyResource = resources[family];
  assertFamily(ctx, family, 'write');
  if (!isAllowed(allow.update, ctx.user.permissions)) throw new AppError('FORBIDDEN');
  const service = services[family];
  if (!(await service.isEditable(ctx, id))) throw new AppError('NOT_FOUND');
  const input = await schema();
  const asInput = (values: JsonRecord): JsonRecord =>
    input.cast(values, { assert: false, stripUnknown: true }) as JsonRecord;
  const locale = language ?? defaultLanguage;
  const { version, ...shown } = await service.get({ ...ctx, locale }, String(id));
  const isText = (key: string) => translatable.includes(key);
  const now = language === undefined ? asInput(shown) : { ...(shown.translation as JsonRecord | undefined) };
  const open = (await service.openFields(ctx)).filter(
    (key) => key in changes && !isMasked(changes[key]) && (language === undefined || isText(key)),
  );
  const was = asInput(Object.fromEntries(open.map((key) => [key, changes[key]?.[0] ?? null])));
  const set = asInput(Object.fromEntries(open.map((key) => [key, changes[key]?.[1] ?? null])));
  const wanted = Object.fromEntries(open.map((key) => [key, putBack(now[key], was[key], set[key])]));
  const { values, gone } = await withoutGoneFiles(ctx, wanted);
  const allowed = language === undefined ? values : withoutRequired(input, values);
  const different = Object.keys(changesBetween(now, allowed));
  return { family, id, locale, version: Number(version), now, former: pick(allowed, different), gone };
}

/** A translation may have had no text yet where the form asks for one: that cannot be put back by a save. */
function withoutRequired({ fields }: ObjectSchema<AnyObject>, values: JsonRecord): JsonRecord {
  const isEmpty = (value: unknown) => value === null || value === '';
  return Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => !isEmpty(value) || (fields[key] as Schema | undefined)?.isValidSync(value),
    ),
  );
}

/** A save of a form in the log. Throws NOT_FOUND. */
async function findSave(
  ctx: UserCtx,
  services: Services,
  entry: string,
): Promise<{ family: ResourceName; id: number; language: string | undefined; changes: Changes }> {
  const row = await ctx.db
    .selectFrom('audit_log')
    .select(['family', 'row_id', 'action', 'changes'])
    .where('id', '=', parseId(entry))
    .executeTakeFirst();
  const language = row && translatedLanguage(row.action);
  if (!row || (row.action !== 'update' && language === undefined)) throw new AppError('NOT_FOUND');
  const family = undoFamilies.find((one) => one === row?.family);
  if (!family || row.row_id === null) throw new AppError('NOT_FOUND');
  // A vendor is not told which numbers of the log exist.
  if (!readsHistory(family, ctx.user.permissions)) throw new AppError('NOT_FOUND');
  await assertHistory(ctx, services, family, row.row_id);
  return { family, id: row.row_id, language, changes: row.changes as Changes };
}

/** Of a secret the log knows that it changed, never its value. */
export const isMasked = (pair: unknown) => JSON.stringify(pair).includes('•••');
