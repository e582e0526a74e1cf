import { sql } from 'kysely';
import { type AnyResource, uniqueListName } from '@/contract/core/define';
import { isKnownLanguage } from '@/contract/core/languages';
import type { Days } from '@/contract/insights/analytics';
import type { ReportFormat, ReportList, ReportPeriod } from '@/contract/insights/saved-reports';
import { findBusinessDay } from '@/server/core/business-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JobRun } from '@/server/core/jobs/job';
import type { ResourceService } from '@/server/core/resource/service';
import { seesContacts } from '@/server/core/rights/contacts';
import { inTransaction } from '@/server/core/transaction';
import { hasContacts, hidesInFile } from '@/server/modules/accounts/personal-data/exports';
import { send } from '@/server/modules/messaging/outbox';
import { reportLetter } from './emails';
import { type ReportFile, writeReport } from './report-file';
import { reportDays, withDays } from './report-periods';
import { asReader, possibleReceivers } from './report-rights';

type Services = Readonly<Record<string, ResourceService>>;

/**
 * Writes the files of a run, with the rights that its owner and each receiver have at this moment, and
 * sends them where that was asked for. An error ends the run and stands in its history (rules/insights: a report shows what its reader may see).
 */
export async function runReport({ ctx, report }: JobRun, services: Services, runId: unknown): Promise<void> {
  const run = await findRun(ctx, Number(runId));
  if (!run) return;
  try {
    const [period, files] = await writeFiles(ctx, services, run);
    await inTransaction(ctx, (inside) => finish(inside, run, period, files));
  } catch (error) {
    // What a person can repair is shown in the history alone.
    if (!(error instanceof AppError)) report(error);
    const failure = error instanceof AppError ? error.code : 'INTERNAL';
    await ctx.db
      .updateTable('report_runs')
      .set({ status: 'failed', failure, finished_at: ctx.now })
      .where('id', '=', run.id)
      .where('status', '=', 'waiting')
      .execute();
  }
}

type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>;

async function findRun({ db }: Ctx, id: number) {
  const row = await db
    .selectFrom('report_runs as run')
    .innerJoin('saved_reports as r', 'r.id', 'run.report_id')
    .select(['run.id', 'run.is_mailed', 'r.id as report_id', 'r.user_id', 'r.family', 'r.shop_id', 'r.name'])
    .select(['r.list', 'r.period', 'r.period_key', 'r.format', 'r.receivers'])
    .where('run.id', '=', id)
    .where('run.status', '=', 'waiting')
    .executeTakeFirst();
  return (
    row && {
      ...row,
      // Validated when they were written.
      list: row.list as unknown as ReportList,
      period: row.period as ReportPeriod | null,
      format: row.format as ReportFormat,
    }
  );
}

interface ReaderFile {
  reader: UserCtx['user'];
  file: ReportFile;
  /** Contacts of customers stand in it as they are. */
  shows_contacts: boolean;
}

async function writeFiles(ctx: Ctx, services: Services, run: Run): Promise<[Days | undefined, ReaderFile[]]> {
  const { language } = run.list;
  const inLanguage = { ...ctx, locale: isKnownLanguage(language) ? language : ctx.locale };
  const owner = await asReader(inLanguage, run.user_id, run);
  if (!owner) throw new AppError('FORBIDDEN');
  const period = run.period ? reportDays(run.period, await findBusinessDay(ctx, ctx.now)) : undefined;
  const files = [await fileFor(owner, services, run, period)];
  if (!run.is_mailed) return [period, files];
  const possible = await possibleReceivers(owner.ctx, run);
  for (const id of run.receivers.map(Number)) {
    // Who lost the right gets nothing; others get what they may see.
    const reader = possible.some((person) => person.id === id) && (await asReader(inLanguage, id, run));
    if (reader) files.push(await fileFor(reader, services, run, period));
  }
  return [period, files];
}

async function fileFor(
  { ctx, list }: { ctx: UserCtx; list: AnyResource },
  services: Services,
  { list: asked, period_key, format, name, family }: Run,
  period: Days | undefined,
): Promise<ReaderFile> {
  const service = services[list.name];
  if (!service || uniqueListName(list) !== family) throw new AppError('NOT_FOUND');
  const query = period && period_key ? withDays(list, asked.query, period_key, period) : asked.query;
  const reader = { ...ctx, hidesContacts: await hidesInFile(ctx, list) };
  const file = await writeReport(reader, {
    list,
    service,
    query,
    columns: asked.columns,
    format,
    title: name,
  });
  const shows_contacts = seesContacts(reader) && hasContacts(list.name, asked.columns.join(','));
  return { reader: ctx.user, file, shows_contacts };
}

async function finish(
  ctx: Ctx,
  run: Run,
  period: Days | undefined,
  files: readonly ReaderFile[],
): Promise<void> {
  const ended = await ctx.db
    .updateTable('report_runs')
    .set({
      status: 'done',
      period_from: period?.from ?? null,
      period_to: period?.to ?? null,
      finished_at: ctx.now,
    })
    .where('id', '=', run.id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  // A job may run twice; its letters are sent once.
  if (!ended) return;
  for (const { reader, file, shows_contacts } of files) {
    await ctx.db
      .insertInto('report_files')
      .values({ run_id: run.id, user_id: reader.id, shows_contacts, ...file, content: sql`${file.content}` })
      .execute();
    if (!run.is_mailed) continue;
    const link = `${ctx.publicUrl}/admin/reports?run=${run.id}`;
    const { rows, is_cut } = file;
    const letter = reportLetter({ name: reader.name, report: run.name, period, rows, isCut: is_cut, link });
    await send(ctx, { channel: 'mail', to: reader.email, ...letter });
  }
}
