import { stringify } from 'csv-stringify/sync';
import type { AnyResource, Column } from '@/contract/core/define';
import { businessZone } from '@/contract/settings/business-day';
import type { Ctx } from '../context';
import { rejectValue } from '../errors';
import type { JsonRecord } from '../json-record';
import { type CheckedList, checkList } from '../resource/list-query';
import { loadTexts } from '../words';

const batch = 1000;

/**
 * A list's rows as CSV for a spreadsheet, with the headings and labels of the screen, formulas escaped, one batch in
 * memory at a time. `columns` in the query names the columns in order. Throws VALIDATION_FAILED for an unknown one.
 */
export async function* exportList(
  resource: AnyResource,
  ctx: Ctx,
  { columns: asked, ...query }: JsonRecord,
  readRows: (query: CheckedList) => Promise<JsonRecord[]>,
): AsyncIterable<string> {
  const checked = checkList(resource, query);
  const columns = columnsOf(resource, asked);
  const words = await wordsOf(resource, ctx.locale);
  const toCsv = (rows: string[][], isFirst = false) =>
    stringify(rows, { bom: isFirst, delimiter: ctx.locale === 'ru' ? ';' : ',', escape_formulas: true });
  yield toCsv([columns.map(({ key }) => words.field(key))], true);
  for (let page = 1; ; page += 1) {
    const rows = await readRows({ ...checked, page, limit: batch });
    yield toCsv(rows.map((row) => columns.map((column) => cell(column, row, ctx.locale, words.option))));
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

function cell(
  { key, kind, value }: Column<never>,
  row: JsonRecord,
  language: string,
  word: (key: string, value: string) => string,
): string {
  const raw = value ? value(row as never) : row[key];
  if (raw === null || raw === undefined) return '';
  // A label may replace a sum: free delivery.
  if ((kind === 'number' || kind === 'money') && Number.isFinite(Number(raw)))
    return language === 'ru' ? String(raw).replace('.', ',') : String(raw);
  if (kind === 'date' || kind === 'datetime' || kind === 'relative')
    return moment(raw, kind === 'date', language);
  if (kind === 'related' && typeof raw === 'object') return String((raw as JsonRecord).name ?? '');
  if (kind === 'chips') return [raw].flat().join(', ');
  return word(key, String(raw));
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
      text(name, 'options', key, value.toLowerCase().replaceAll(' ', '_')) ??
      (value === 'true' || value === 'false' ? text(value === 'true' ? 'text-yes' : 'text-no') : undefined) ??
      value,
  };
}
