import { readFile } from 'node:fs/promises';
import { defaultLanguage } from '@/contract/core/languages';
import { type ActivityEntry, type ActivityFilter, activityExportLimit } from '@/contract/insights/activity';
import type { Ctx, UserCtx } from '@/server/core/context';
import { type Cell, csvOf, momentOf } from '@/server/core/documents/csv-stream';
import type { JsonRecord } from '@/server/core/resource/query';
import { linesBefore, readActivityFilter } from './activity';

/** Rows in memory at a time. */
const batch = 1000;
const columns = ['at', 'user', 'ip', 'family', 'action', 'row', 'title', 'shop', 'changes'] as const;

/** `GET activity/export`: the filtered log as CSV, newest first. Throws VALIDATION_FAILED. */
export async function exportActivity(ctx: UserCtx, query: JsonRecord): Promise<AsyncIterable<string>> {
  return activityCsv(ctx, await readActivityFilter(query));
}

async function* activityCsv(ctx: Ctx, filter: ActivityFilter): AsyncIterable<string> {
  const word = await wordsOf(ctx.locale);
  yield csvOf([columns.map((key) => word(['activity', 'columns', key], key))], ctx.locale, true);
  let before: number | null = null;
  for (let left = activityExportLimit; left > 0; left -= batch) {
    const lines: ActivityEntry[] = await linesBefore(ctx, filter, before, Math.min(batch, left));
    if (lines.length > 0)
      yield csvOf(
        lines.map((line) => cellsOf(line, word, ctx.locale)),
        ctx.locale,
      );
    before = lines.at(-1)?.id ?? null;
    if (before === null || lines.length < batch) return;
  }
}

function cellsOf(line: ActivityEntry, word: Word, locale: string): Cell[] {
  const { family, action, changes } = line;
  const key = action.replace(':', '-');
  const told = Object.entries(changes).map(([name, [before, after]]) => {
    const field = word([family, 'fields', name], word(['fields', name], name));
    const [was, is] = [written(before), written(after)];
    return was === '' ? `${field}: ${is}` : `${field}: ${was} → ${is}`;
  });
  return [
    momentOf(line.at, locale),
    line.user?.name ?? word(['history', 'system'], ''),
    line.ip ?? '',
    word(['activity', 'families', family], family),
    word(['history', 'actions', key], word(['activity', 'actions', key], action)),
    line.row_id === null ? '' : String(line.row_id),
    line.title ?? '',
    line.shop?.name ?? '',
    told.join('; '),
  ];
}

function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Word = (path: readonly string[], otherwise: string) => string;

/** Translations of the panel, falling back to Russian. */
async function wordsOf(locale: string): Promise<Word> {
  const names = [...new Set([locale, defaultLanguage])].flatMap((one) => [
    `${one}/resources`,
    `${one}/common`,
  ]);
  const files = await Promise.all(names.map(read));
  return (path, otherwise) => {
    for (const file of files) {
      const found = path.reduce<unknown>((part, key) => {
        return part !== null && typeof part === 'object' && Object.hasOwn(part, key)
          ? Reflect.get(part, key)
          : undefined;
      }, file);
      if (typeof found === 'string') return found;
    }
    return otherwise;
  };
}

async function read(name: string): Promise<unknown> {
  const text = await readFile(`public/locales/${name}.json`, 'utf8').catch(() => '{}');
  return JSON.parse(text);
}
