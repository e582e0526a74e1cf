import { type AnyResource, uniqueListName } from '@/contract/core/define';
import { maxReportRows, type ReportFormat } from '@/contract/insights/saved-reports';
import { businessDay } from '@/contract/settings/business-day';
import type { UserCtx } from '@/server/core/context';
import type { Cell } from '@/server/core/documents/cells';
import { csvText, csvType } from '@/server/core/documents/csv-stream';
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
  const lines: Cell[][] = [];
  for await (const part of service.exportList(ctx, { ...query, columns: columns.join(',') })) {
    lines.push(...part);
    if (lines.length > maxReportRows + 1) break;
  }
  const rows = lines.length - 1;
  const kept = lines.slice(0, maxReportRows + 1);
  return {
    name: `${uniqueListName(list)}-${businessDay(ctx.now)}.${format}`,
    type: format === 'csv' ? csvType : workbookType,
    rows: Math.min(rows, maxReportRows),
    is_cut: rows > maxReportRows,
    content: format === 'csv' ? Buffer.from(csvText(kept, ctx.locale, true)) : await workbookOf(kept, title),
  };
}

async function workbookOf(lines: Cell[][], title: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeSheet(inOnePart(lines), title)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* inOnePart(lines: Cell[][]): AsyncGenerator<Cell[][]> {
  yield lines;
}
