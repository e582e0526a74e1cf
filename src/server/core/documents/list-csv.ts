import { businessZone } from '@/contract/core/day';
import type { AnyResource, Column } from '@/contract/core/define';
import { optionKeys } from '@/contract/core/files/option-keys';
import { writtenNames } from '@/contract/core/files/written-name';
import type { Ctx } from '../context';
import type { Reading } from '../db/like';
import { firstFound, hasWords } from '../db/search';
import { rejectValue } from '../errors';
import type { JsonRecord } from '../json-record';
import { type CheckedList, checkList } from '../resource/list-query';
import { loadTexts } from '../words';
import type { Cell } from './cells';

const batch = 1000;

/**
 * A list's rows for a file, headings first, with the words of the screen, one batch in memory at a time. `columns` in the
 * query names the columns in order. Throws VALIDATION_FAILED for an unknown one.
 */
export async function* exportList(
  resource: AnyResource,
  ctx: Ctx,
  { columns: asked, ...query }: JsonRecord,
  readRows: (query: CheckedList) => Promise<JsonRecord[]>,
): AsyncIterable<Cell[][]> {
  const checked = checkList(resource, query);
  const columns = columnsOf(resource, asked);
  const words = await wordsOf(resource, ctx.locale);
  yield [columns.map(({ key }) => words.field(key))];
  let reading: Reading | undefined;
  const read = (page: number) => readRows({ ...checked, page, limit: batch, reading });
  const begin = () =>
    firstFound(
      (next) => {
        reading = next;
        return read(1);
      },
      (rows) => rows.length > 0,
    );
  for (let page = 1; ; page += 1) {
    const rows = page === 1 && hasWords(resource, checked) ? await begin() : await read(page);
    yield rows.map((row) => columns.map((column) => cell(column, row, ctx.locale, words.option)));
    if (rows.length < batch) return;
  }
}

function columnsOf(resource: AnyResource, asked: unknown): Column<never>[] {
  const all: Column<never>[] = resource.columns;
  if (typeof asked !== 'string' || asked === '') return all;
  return asked.split(',').map((key) => {
    const column = all.find((one) => one.key === key);
    if (!column) rejectValue('columns');
    return column;
  });
}

/** As `ValueCell` shows it on the screen. */
function cell(
  { key, kind, value }: Column<never>,
  row: JsonRecord,
  language: string,
  word: (key: string, value: string) => string,
): Cell {
  const raw = value ? value(row as never) : row[key];
  if (raw === null || raw === undefined || raw === '') return '';
  // A label may replace a sum: free delivery.
  if ((kind === 'number' || kind === 'money') && typeof raw !== 'boolean' && Number.isFinite(Number(raw)))
    return { number: Number(raw) };
  if (kind === 'date' || kind === 'datetime' || kind === 'relative')
    return moment(raw, kind === 'date', language);
  const names = writtenNames(raw);
  return (kind === 'related' ? names : names.map((name) => word(key, name))).join(', ');
}

function moment(raw: unknown, isDay: boolean, language: string): string {
  const date = new Date(String(raw));
  if (Number.isNaN(date.getTime())) return String(raw);
  const isCalendarDay = typeof raw === 'string' && raw.length === 10;
  return momentsIn(language, isDay, isCalendarDay).format(date);
}

const kept = new Map<string, Intl.DateTimeFormat>();

/** A handful of cached formatters: creating one costs more than a whole row. */
function momentsIn(language: string, isDay: boolean, isCalendarDay: boolean): Intl.DateTimeFormat {
  const timeZone = isCalendarDay ? 'UTC' : businessZone();
  const key = `${language} ${isDay} ${timeZone}`;
  const made =
    kept.get(key) ??
    new Intl.DateTimeFormat(language, {
      dateStyle: 'short',
      ...(!isDay && { timeStyle: 'short' }),
      timeZone,
      ...(isDay && { day: '2-digit', month: '2-digit', year: 'numeric', dateStyle: undefined }),
    });
  kept.set(key, made);
  return made;
}

/** Headings and options exactly as on the screen, in Russian where the language has none. */
async function wordsOf({ name, domain }: AnyResource, language: string) {
  const text = await loadTexts(language, domain, 'common');
  return {
    field: (key: string) => text(name, 'fields', key) ?? text('fields', key) ?? key,
    option: (key: string, value: string) =>
      optionKeys(value)
        .map((one) => text(name, 'options', key, one))
        .find((label) => label !== undefined) ??
      (value === 'true' || value === 'false' ? text(value === 'true' ? 'text-yes' : 'text-no') : undefined) ??
      value,
  };
}
