import type { Stub } from '@/contract/core/define';

export const savedReportsEndpoint = 'saved-reports';

/** Relative periods; each run computes its days in the business time zone. */
export const reportPeriods = [
  'yesterday',
  'last-week',
  'last-month',
  'last-7',
  'last-30',
  'this-week',
  'this-month',
] as const;

export type ReportPeriod = (typeof reportPeriods)[number];

/** Weekly on Mondays, monthly on the first day. */
export const reportSchedules = ['none', 'daily', 'weekly', 'monthly'] as const;

export type ReportSchedule = (typeof reportSchedules)[number];

export const reportFormats = ['xlsx', 'csv'] as const;

export type ReportFormat = (typeof reportFormats)[number];

/** Limits: reports of a person, rows of a file, receivers, runs of a person that wait at the same time. */
export const maxReports = 50;
export const maxReportRows = 20_000;
export const maxReceivers = 10;
export const maxWaitingRuns = 3;

/** Days after which the file of a run is deleted. */
export const reportKeptDays = 7;

/** What the list asked the API for, and the address of its page. */
export interface ReportList {
  query: Record<string, string>;
  /** Keys of the columns, in order. */
  columns: string[];
  /** Path and query of the list's page, to open it again. */
  address: string;
  language: string;
}

export interface ReportPerson {
  id: number;
  name: string;
}

/** `GET saved-reports`: the person's own, by name. */
export interface SavedReport {
  id: number;
  version: number;
  /** Name of the list (`uniqueListName`). */
  family: string;
  shop: Stub | null;
  name: string;
  list: ReportList;
  period: ReportPeriod | null;
  /** The filter of days that the period fills in. */
  period_key: string | null;
  format: ReportFormat;
  schedule: ReportSchedule;
  hour: number;
  /** Besides the owner. */
  receivers: ReportPerson[];
  /** Next moment of the schedule. */
  next_at: string | null;
  last_run: ReportRun | null;
}

/** `GET saved-reports/{id}/runs`: the latest runs, newest first. */
export interface ReportRun {
  id: number;
  /** Sent to its readers, by the schedule or on demand. */
  is_mailed: boolean;
  status: 'waiting' | 'done' | 'failed';
  /** Code of the error. */
  failure: string | null;
  period: { from: string; to: string } | null;
  /** Readers with a file. */
  readers: ReportPerson[];
  rows: number | null;
  is_cut: boolean;
  /** False once the file was deleted, and while it is closed. */
  has_file: boolean;
  /** The right to its list, or to the contacts in it, was lost since. */
  is_closed: boolean;
  created_at: string;
  finished_at: string | null;
}

/** `GET report-runs/{id}`: a run as one of its readers sees it. */
export interface ReportDelivery {
  id: number;
  name: string;
  family: string;
  period: { from: string; to: string } | null;
  rows: number;
  is_cut: boolean;
  has_file: boolean;
  file_name: string;
  created_at: string;
}

export const reportRunsEndpoint = 'report-runs';
