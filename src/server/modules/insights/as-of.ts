import * as yup from 'yup';
import { resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import { type HistoryEntry, type RowAsOf, translatedLanguage, undoFamilies } from '@/contract/core/history';
import { defaultLanguage } from '@/contract/core/languages';
import { type Changes, changesBetween, withoutSecrets } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import type { Services } from '@/server/core/module';
import { validate } from '@/server/core/validate';
import { assertHistory } from './history';
import { nameValues } from './history-names';
import { isMasked } from './undo-save';

const querySchema = yup.object({
  family: yup.string().oneOf(undoFamilies, 'error-wrong-value').required('error-wrong-value'),
  id: yup.number().integer().positive().typeError('error-wrong-value').required('error-wrong-value'),
  at: yup.date().typeError('error-wrong-value').required('error-wrong-value'),
});

/** More entries than any row has; beyond it the answer says that the log is cut. */
const mostEntries = 2000;

interface Entry {
  at: Date;
  action: string;
  changes: Changes;
}

/**
 * `GET audit/as-of`: a row as its history tells that it was. For whoever reads that history. A field has the value that
 * its next change replaced, or today's where none followed. Throws FORBIDDEN, NOT_FOUND, VALIDATION_FAILED.
 */
export async function rowAsOf(
  ctx: UserCtx,
  services: Services,
  query: Record<string, unknown>,
): Promise<RowAsOf> {
  const { family, id, at: asked } = await validate(querySchema, query);
  await assertHistory(ctx, services, family, id);
  const { schema }: AnyResource = resources[family];
  const service = services[family];
  const input = await schema();
  const asInput = (values: JsonRecord): JsonRecord =>
    input.cast(values, { assert: false, stripUnknown: true }) as JsonRecord;
  const shown = await service.get({ ...ctx, locale: defaultLanguage }, String(id));
  const entries = await entriesOf(ctx, family, id);
  const start = await startOfLog(ctx, entries);
  const at = new Date(Math.max(start.getTime(), asked.getTime()));
  const isOpen = new Set(await service.openFields(ctx));
  const fields = fieldsAt(
    entries.filter(({ action }) => translatedLanguage(action) === undefined),
    at,
    { now: asInput(shown), asInput, isOpen },
  );
  const [named = {}] = await nameValues(ctx, [{ family, changes: sorted(fields.values) }]);
  return {
    at: at.toISOString(),
    state: stateAt(entries, at, new Date(String(shown.created_at))),
    is_cut: at > asked,
    fields: named,
    unsure: fields.unsure,
  };
}

/** Entries of a row, oldest first. */
async function entriesOf(ctx: UserCtx, family: string, id: number): Promise<Entry[]> {
  const rows = await ctx.db
    .selectFrom('audit_log')
    .select(['at', 'action', 'changes'])
    .where('family', '=', family)
    .where('row_id', '=', id)
    .orderBy('id', 'desc')
    .limit(mostEntries)
    .execute();
  return rows
    .map(({ changes, ...row }) => ({ ...row, changes: withoutSecrets(changes as Changes) }))
    .toReversed();
}

const births = ['create', 'register'];

/** Since when the log knows all of a row: always where it has the row's creation, otherwise since it was archived. */
async function startOfLog(ctx: UserCtx, entries: readonly Entry[]): Promise<Date> {
  const [first] = entries;
  if (first && births.includes(first.action)) return new Date(0);
  if (first && entries.length === mostEntries) return first.at;
  const oldest = await ctx.db.selectFrom('audit_log').select('at').orderBy('at').limit(1).executeTakeFirst();
  return oldest?.at ?? ctx.now;
}

function stateAt(entries: readonly Entry[], at: Date, created: Date): RowAsOf['state'] {
  if (created > at) return 'not-created';
  const last = entries.findLast((one) => one.at <= at && ['remove', 'restore'].includes(one.action));
  return last?.action === 'remove' ? 'removed' : 'existing';
}

/** Stock moves by sales, which the stock journal tells; the form's reason for a move is no value of the row. */
const movesByItself = /^quantity|\.quantity$/;

interface Reading {
  now: JsonRecord;
  /** In the form of the family's input, as logged values are compared. */
  asInput: (values: JsonRecord) => JsonRecord;
  /** Keys that the person may change; of the others those are told that the log names. */
  isOpen: ReadonlySet<string>;
}

/** Values of the fields at a moment and now, and those that changed without an entry. */
function fieldsAt(entries: readonly Entry[], at: Date, { now, asInput, isOpen }: Reading) {
  const values: Changes = {};
  const unsure: string[] = [];
  const logged = new Set(entries.flatMap(({ changes }) => Object.keys(changes)));
  const one = (key: string, value: unknown) => asInput({ [key]: value ?? null })[key] ?? null;
  const isTold = (key: string) => isOpen.has(key) || (logged.has(key) && !movesByItself.test(key));
  for (const key of Object.keys(now).filter(isTold)) {
    const own = entries.filter(({ changes }) => key in changes);
    if (own.some(({ changes }) => isMasked(changes[key]))) continue;
    if (hasParts(own, key)) {
      values[key] = partsAt(own, key, at);
      continue;
    }
    const next = own.find((entry) => entry.at > at);
    const last = own.findLast((entry) => entry.at <= at);
    const then = next ? one(key, next.changes[key]?.[0]) : (now[key] ?? null);
    values[key] = [then, now[key] ?? null];
    const set = last && one(key, last.changes[key]?.[1]);
    if (last && Object.keys(changesBetween({ key: set }, { key: then })).length > 0) unsure.push(key);
  }
  return { values, unsure };
}

/** Variations are logged by title and field, `{"Красный.price": 300}`, and only those that changed. */
const hasParts = (entries: readonly Entry[], key: string) =>
  entries.some(({ changes }) =>
    Object.keys({ ...(changes[key]?.[1] as object | null) }).some((part) => part.includes('.')),
  );

function partsAt(entries: readonly Entry[], key: string, at: Date): [JsonRecord, JsonRecord] {
  const then: JsonRecord = {};
  const now: JsonRecord = {};
  for (const { changes } of entries.filter((entry) => entry.at > at)) {
    const [before, after] = (changes[key] ?? []) as [JsonRecord | null, JsonRecord | null];
    for (const part of Object.keys({ ...before, ...after }).filter((name) => !movesByItself.test(name))) {
      if (!(part in then)) then[part] = before?.[part] ?? null;
      now[part] = after?.[part] ?? null;
    }
  }
  return [then, now];
}

/** The fields that differ first. */
function sorted(values: Changes): HistoryEntry['changes'] {
  const differs = ([then, now]: [unknown, unknown]) =>
    Object.keys(changesBetween({ key: then }, { key: now })).length > 0;
  return Object.fromEntries(
    Object.entries(values).toSorted(([, one], [, other]) => Number(differs(other)) - Number(differs(one))),
  );
}
