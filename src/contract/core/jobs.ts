/** A background job as `GET jobs` shows it; moments are ISO 8601 in UTC. */
export interface BackgroundJob {
  id: number;
  name: string;
  is_scheduled: boolean;
  /** Starts since the last success. */
  attempts: number;
  failures: number;
  last_error: string | null;
  /** Next attempt or scheduled run. */
  run_at: string;
  started_at: string | null;
  finished_at: string | null;
  failed_at: string | null;
  created_at: string;
}

/** Answer of `GET jobs`. */
export interface BackgroundJobs {
  running: BackgroundJob[];
  failed: BackgroundJob[];
  waiting: BackgroundJob[];
  scheduled: BackgroundJob[];
}
