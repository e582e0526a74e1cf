import type { ArchiveDeps } from '@/server/core/deps';
import { type ArchivedTable, archiveRows, monthsBefore } from '@/server/core/jobs/archive';
import type { JobRun } from '@/server/core/jobs/job';
import { defineModule } from '@/server/core/module';
import type { ResourceService } from '@/server/core/resource/service';
import type { Files } from '@/server/integrations/files/files';
import { openFiles } from '@/server/integrations/files/open-files';
import { sumCounted } from './dashboards/analytics-days';
import { countPace } from './dashboards/analytics-ending';
import { reportJob } from './reports/report-rows';
import { clearOldRuns } from './reports/report-runs';
import { reportRoutes } from './reports/routes';
import { runReport } from './reports/run-report';
import { startDueReports } from './reports/schedule';
import {
  activityRoutes,
  analyticsRoutes,
  firstStepRoutes,
  historyRoutes,
  menuRoutes,
  searchRoutes,
  translationRoutes,
} from './routes';

/** Tables of journals; history and activity then show only what is left in them. Unread notifications stay. */
const journals: ArchivedTable[] = [
  { table: 'audit_log', at: 'at' },
  { table: 'stock_movements', at: 'at' },
  { table: 'notify_logs', at: 'created_at', where: 'is_read' },
];

const archive = (files: Files, months: number) => async (run: JobRun) => {
  for (const journal of journals) await archiveRows(run, files, journal, monthsBefore(run.ctx.now, months));
};

/** Dashboards, the search for everything, activity log, history, trash and first steps. */
export const insights = defineModule({
  routes: [
    analyticsRoutes,
    searchRoutes,
    activityRoutes,
    historyRoutes,
    firstStepRoutes,
    menuRoutes,
    reportRoutes,
    translationRoutes,
  ],
  effects: {},
  resources: {},
  jobs: (deps: ArchiveDeps, _log?: unknown, services: Readonly<Record<string, ResourceService>> = {}) => [
    {
      kind: 'scheduled',
      name: 'dashboard-days',
      everyMs: 10 * 60_000,
      run: ({ ctx }) => sumCounted(ctx.db),
    },
    {
      kind: 'scheduled',
      name: 'product-pace',
      everyMs: 10 * 60_000,
      runsAtStart: true,
      run: ({ ctx }) => countPace(ctx.db, ctx.now),
    },
    {
      kind: 'scheduled',
      name: 'due-reports',
      everyMs: 60_000,
      run: ({ ctx }) => startDueReports(ctx.db, ctx.now, ctx.publicUrl),
    },
    {
      kind: 'queued',
      name: reportJob,
      maxFailures: 3,
      // One file after the other: other requests come first.
      concurrency: 1,
      run: (run, { run: id }) => runReport(run, services, id),
    },
    {
      kind: 'scheduled',
      name: 'old-reports',
      everyMs: 60 * 60_000,
      run: ({ ctx }) => clearOldRuns(ctx),
    },
    ...(deps.archiveAfterMonths === undefined
      ? []
      : [
          {
            kind: 'scheduled' as const,
            name: 'archive',
            everyMs: 24 * 3600_000,
            run: archive(openFiles(deps), deps.archiveAfterMonths),
          },
        ]),
  ],
});
