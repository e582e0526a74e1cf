import { type ResourceName, resources } from '@/contract';
import { type UndoPreview, undoFamilies, type undoSchema } from '@/contract/core/history';
import { defaultLanguage } from '@/contract/core/languages';
import { isAllowed } from '@/contract/core/permissions';
import { type Changes, changesBetween } from '@/server/core/audit';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/json-record';
import type { Services } from '@/server/core/module';
import { isId } from '@/server/core/numbers';
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
  const { family, id, former } = await formerValues(ctx, services, entry);
  const isKnown = fields.every((key) => Object.hasOwn(former, key));
  if (!isKnown) throw new AppError('VALIDATION_FAILED', { fields: { fields: ['error-wrong-value'] } });
  // The log's values are those of the original language.
  const original = { ...ctx, locale: defaultLanguage };
  return services[family].update(original, String(id), { ...pick(former, fields), version });
}

interface Former {
  family: ResourceName;
  id: number;
  version: number;
  now: JsonRecord;
  /** Differs from today's value, and may be written. */
  former: JsonRecord;
  gone: UndoPreview['gone'];
}

async function formerValues(ctx: UserCtx, services: Services, entry: string): Promise<Former> {
  const { family, id, changes } = await findSave(ctx, entry);
  const { allow, schema } = resources[family];
  if (!isAllowed(allow.update, ctx.user.permissions)) throw new AppError('FORBIDDEN');
  const service = services[family];
  if (!(await service.isEditable(ctx, id))) throw new AppError('NOT_FOUND');
  const shown = await service.get({ ...ctx, locale: defaultLanguage }, String(id));
  const input = await schema();
  const asInput = (values: JsonRecord): JsonRecord =>
    input.cast(values, { assert: false, stripUnknown: true }) as JsonRecord;
  const now = asInput(shown);
  const open = (await service.openFields(ctx)).filter((key) => key in changes && !isMasked(changes[key]));
  const was = asInput(Object.fromEntries(open.map((key) => [key, changes[key]?.[0] ?? null])));
  const set = asInput(Object.fromEntries(open.map((key) => [key, changes[key]?.[1] ?? null])));
  const wanted = Object.fromEntries(open.map((key) => [key, putBack(now[key], was[key], set[key])]));
  const { values, gone } = await withoutGoneFiles(ctx, wanted);
  const different = Object.keys(changesBetween(now, values));
  return { family, id, version: Number(shown.version), now, former: pick(values, different), gone };
}

/** A save of a form in the log. Throws NOT_FOUND. */
async function findSave(
  ctx: UserCtx,
  entry: string,
): Promise<{ family: (typeof undoFamilies)[number]; id: number; changes: Changes }> {
  if (!isId(entry)) throw new AppError('NOT_FOUND');
  const row = await ctx.db
    .selectFrom('audit_log')
    .select(['family', 'row_id', 'changes'])
    .where('id', '=', Number(entry))
    .where('action', '=', 'update')
    .executeTakeFirst();
  const family = undoFamilies.find((one) => one === row?.family);
  if (!row || !family || row.row_id === null) throw new AppError('NOT_FOUND');
  // A vendor is not told which numbers of the log exist.
  if (!isAdmin(ctx) && family !== 'products') throw new AppError('NOT_FOUND');
  await assertHistory(ctx, family, row.row_id);
  return { family, id: row.row_id, changes: row.changes as Changes };
}

/** Of a secret the log knows that it changed, never its value. */
const isMasked = (pair: unknown) => JSON.stringify(pair).includes('•••');
