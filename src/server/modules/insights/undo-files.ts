import type { UndoPreview } from '@/contract/core/history';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';

/**
 * Former values without the files that were removed meanwhile, which are named. A field that was one such file is left
 * out; of a list the other files remain.
 */
export async function withoutGoneFiles(
  ctx: UserCtx,
  values: JsonRecord,
): Promise<{ values: JsonRecord; gone: UndoPreview['gone'] }> {
  const asked = Object.values(values).flatMap(fileIds);
  if (asked.length === 0) return { values, gone: [] };
  const rows = await ctx.db.selectFrom('attachments').select('id').where('id', 'in', asked).execute();
  const present = new Set(rows.map(({ id }) => id));
  const gone: UndoPreview['gone'] = [];
  const kept: JsonRecord = {};
  for (const [key, value] of Object.entries(values)) {
    const isGone = (one: unknown) => {
      const id = fileId(one);
      if (id === undefined || present.has(id)) return false;
      gone.push({ key, name: nameOf(one, id) });
      return true;
    };
    if (Array.isArray(value)) kept[key] = value.filter((one) => !isGone(one));
    else if (!isGone(value)) kept[key] = withoutGoneParts(value, isGone);
  }
  return { values: kept, gone };
}

/** A removed file inside an object becomes empty. */
function withoutGoneParts(value: unknown, isGone: (one: unknown) => boolean): unknown {
  if (value === null || typeof value !== 'object' || fileId(value) !== undefined) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, isGone(part) ? null : part]));
}

function fileIds(value: unknown): number[] {
  if (value === null || typeof value !== 'object') return [];
  return [fileId(value) ?? Object.values(value).flatMap(fileIds)].flat();
}

function fileId(value: unknown): number | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const id =
    'attachment_id' in value
      ? value.attachment_id
      : 'original' in value && 'id' in value
        ? value.id
        : undefined;
  return id === undefined || !Number.isSafeInteger(Number(id)) ? undefined : Number(id);
}

/** The log keeps the address of a file, whose last part is its name. */
function nameOf(file: unknown, id: number): string {
  const { file_name, original } = file as { file_name?: unknown; original?: unknown };
  if (typeof file_name === 'string' && file_name !== '') return file_name;
  const last = typeof original === 'string' ? original.split(/[?#]/)[0]?.split('/').at(-1) : undefined;
  return last || `№\u00a0${id}`;
}
