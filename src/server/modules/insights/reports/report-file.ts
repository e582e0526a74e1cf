import { parse } from 'csv-parse/sync';
import { type AnyResource, uniqueListName } from '@/contract/core/define';
import { maxReportRows, type ReportFormat } from '@/contract/insights/saved-reports';
import type { UserCtx } from '@/server/core/context';
import { csvType } from '@/server/core/documents/csv-stream';
import { workbookType, writeSheet } from '@/server/core/documents/xlsx/write';
import type { ResourceService } from '@/server/core/resource/service';

export interface ReportFile {
  name: string;
  type: string;
  rows: number;
  is_cut: boolean;
  content: Buffer;
}

interface ReportRequest {
  list: AnyResource;
  service: ResourceService;
  query: Record<string, string>;
  columns: readonly string[];
  format: ReportFormat;
  title: string;
}

/**
 * The export of a list as the person of the context gets it, cut after `maxReportRows`. It is read by the same service as
 * the list's own export, so both have the same rows, headings and escapes. Throws VALIDATION_FAILED.
 */
export async function writeReport(ctx: UserCtx, asked: ReportRequest): Promise<ReportFile> {
  const { list, service, query, columns, format, title } = asked;
  const parts: string[] = [];
  let rows = -1;
  for await (const part of service.exportList(ctx, { ...query, columns: columns.join(',') })) {
    parts.push(part);
    rows += linesOf(part, ctx.locale).length;
    if (rows > maxReportRows) break;
  }
  const isCut = rows > maxReportRows;
  const day = ctx.now.toISOString().slice(0, 10);
  const file = {
    name: `${uniqueListName(list)}-${day}.${format}`,
    type: format === 'csv' ? csvType : workbookType,
    rows: Math.min(rows, maxReportRows),
    is_cut: isCut,
  };
  if (format === 'csv' && !isCut) return { ...file, content: Buffer.from(parts.join('')) };
  const lines = parts.flatMap((part) => linesOf(part, ctx.locale)).slice(0, maxReportRows + 1);
  if (format === 'csv') {
    const { stringify } = await import('csv-stringify/sync');
    return {
      ...file,
      content: Buffer.from(stringify(lines, { bom: true, delimiter: delimiterOf(ctx.locale) })),
    };
  }
  return { ...file, content: await workbookOf(lines, title) };
}

async function workbookOf(lines: string[][], title: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeSheet(inOnePart(lines), title)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A workbook's cells are texts, which run no formula: the apostrophe that guards a CSV would only be seen. */
async function* inOnePart(lines: string[][]): AsyncGenerator<string[][]> {
  yield lines.map((line) =>
    line.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/, '')),
  );
}

const delimiterOf = (locale: string) => (locale === 'ru' ? ';' : ',');

const linesOf = (csv: string, locale: string): string[][] =>
  parse(csv, { bom: true, delimiter: delimiterOf(locale), relax_column_count: true });
