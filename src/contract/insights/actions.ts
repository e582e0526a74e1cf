import type * as yup from 'yup';
import { action, as, type Download, type Fields, type WithVersion } from '@/contract/core/action';
import type { BaseRow } from '@/contract/core/define';
import { type HistoryEntry, type RowAsOf, type UndoPreview, undoSchema } from '@/contract/core/history';
import type { Page } from '@/contract/core/paging';
import { adminOnly, adminOwner, adminOwnerStaff, ownerOnly, withStaff } from '@/contract/core/permissions';
import type { ActivityChoices, ActivityPage, BulkChange, TrashCount, TrashEntry } from './activity';
import {
  analyticsAllow,
  analyticsTables,
  type PeriodMetrics,
  type PeriodSales,
  type PeriodShops,
  type PeriodStatuses,
  type VendorBalance,
  type Waiting,
} from './analytics';
import type { DuePayouts, EndingStock, PeriodCategories, PeriodHours, PeriodTrends } from './analytics/home';
import type { SearchAnswer } from './everything';
import { type FirstSteps, keepStepSchema } from './first-steps';
import type { MenuCounts } from './menu-counts';
import type { ReportDelivery, ReportPerson, ReportRun, SavedReport } from './saved-reports';
import { savedReportSchema } from './saved-reports/schema';
import type { LackingRows, TranslationGap } from './translations';
import type { VendorStart } from './vendor-start';

/** What can be asked of insights, besides the rows of its families. */

export const restoreFromTrash = action(
  'POST trash/:family/:id/restore',
  'Restores a record from the trash.',
  { right: 'parts', allow: adminOnly, capability: 'trash' },
);
export const purgeFromTrash = action(
  'DELETE trash/:family/:id',
  'Removes a record from the trash for good.',
  { right: 'parts', allow: adminOnly, capability: 'trash' },
);
export const rowHistory = action('GET audit', 'History of one row, newest first.', {
  right: 'parts',
  allow: adminOwnerStaff,
  capability: 'history',
  answer: as<Page<HistoryEntry>>(),
});
export const rowAsOf = action('GET audit/as-of', 'A row as its history tells that it was.', {
  right: 'parts',
  allow: adminOwnerStaff,
  capability: 'history',
  answer: as<RowAsOf>(),
});
export const previewUndo = action('GET audit/:entry/undo', 'What the save of an entry would put back.', {
  right: 'parts',
  allow: adminOwnerStaff,
  capability: 'history',
  answer: as<UndoPreview>(),
});
export const undoSave = action(
  'POST audit/:entry/undo',
  'Writes the former values of chosen fields again, as a save would.',
  {
    right: 'parts',
    allow: adminOwnerStaff,
    capability: 'history',
    body: undoSchema,
    answer: as<BaseRow & Record<string, unknown>>(),
  },
);
export const translationGaps = action(
  'GET translations',
  'What lacks in each offered language, one query for each family.',
  {
    right: 'parts',
    allow: withStaff('catalogue'),
    capability: 'translation-gaps',
    answer: as<TranslationGap[]>(),
  },
);
export const lackingRows = action(
  'GET translations/:family',
  'Rows that lack texts in a language, by id, those after `after`.',
  {
    right: 'parts',
    allow: withStaff('catalogue'),
    capability: 'translation-gaps',
    answer: as<LackingRows>(),
  },
);
export const readFirstSteps = action('GET first-steps', 'Completed steps, derived from the data.', {
  right: 'settings:read',
  allow: adminOnly,
  capability: 'first-steps',
  answer: as<FirstSteps>(),
});
export const readVendorStart = action(
  'GET first-steps/vendor',
  "Progress of the vendor's newest shop towards the first sale.",
  { right: 'own', allow: ownerOnly, capability: 'first-steps', answer: as<VendorStart>() },
);
export const keepStep = action('POST first-steps/keep', 'Keeps the value that a first step asks about.', {
  right: 'settings:write',
  allow: adminOnly,
  capability: 'first-steps',
  body: keepStepSchema,
});
export const dismissFirstSteps = action('POST first-steps/put-away', 'Dismisses the guide for this user.', {
  right: 'settings:write',
  allow: adminOwner,
  capability: 'first-steps',
});
export const searchEverything = action(
  'GET search',
  'A few readable records of each family, filtered by the policies of their lists.',
  { right: 'parts', allow: adminOwnerStaff, capability: 'search', answer: as<SearchAnswer>() },
);
export const menuCounts = action(
  'GET menu-counts',
  'Pending work of the person, at the root or in the shop of `shop` (slug), each counted up to 1,001.',
  { right: 'parts', allow: adminOwnerStaff, capability: 'menu-counts', answer: as<MenuCounts>() },
);
export const listReports = action('GET saved-reports', 'Reports that the person saved.', {
  right: 'parts',
  allow: adminOwnerStaff,
  capability: 'saved-reports',
  answer: as<SavedReport[]>(),
});
export const getReport = action('GET saved-reports/:key', 'One of the person’s reports.', {
  right: 'parts',
  allow: adminOwnerStaff,
  capability: 'saved-reports',
  answer: as<SavedReport>(),
});
export const listRuns = action('GET saved-reports/:key/runs', 'The runs of a report.', {
  right: 'parts',
  allow: adminOwnerStaff,
  capability: 'saved-reports',
  answer: as<ReportRun[]>(),
});
export const listReceivers = action(
  'GET saved-reports/:key/receivers',
  'People who may read that list themselves.',
  { right: 'parts', allow: adminOwnerStaff, capability: 'saved-reports', answer: as<ReportPerson[]>() },
);
export const addReport = action('POST saved-reports', 'Saves a report.', {
  right: 'parts',
  allow: adminOwnerStaff,
  capability: 'saved-reports',
  body: savedReportSchema,
  sends: as<Fields<yup.InferType<typeof savedReportSchema>> & { family: string; shop_id?: number }>(),
  answer: as<SavedReport>(),
});
export const startRun = action(
  'POST saved-reports/:key/run',
  'Writes the file of a report in a job; with `send` also letters to its readers.',
  {
    right: 'parts',
    allow: adminOwnerStaff,
    capability: 'saved-reports',
    sends: as<object>(),
    answer: as<ReportRun>(),
  },
);
export const changeReport = action('PATCH saved-reports/:key', 'Changes a report.', {
  right: 'parts',
  allow: adminOwnerStaff,
  capability: 'saved-reports',
  sends: as<Fields<yup.InferType<typeof savedReportSchema>> & WithVersion>(),
  answer: as<SavedReport>(),
});
export const removeReport = action('DELETE saved-reports/:key', 'Removes a report with its runs and files.', {
  right: 'parts',
  allow: adminOwnerStaff,
  capability: 'saved-reports',
});
export const readDelivery = action(
  'GET report-runs/:key',
  'The run of a report that the link of a letter opens.',
  {
    right: 'parts',
    allow: adminOwnerStaff,
    capability: 'saved-reports',
    answer: as<ReportDelivery>(),
  },
);
export const downloadReport = action('GET report-runs/:key/file', 'The file of a report.', {
  right: 'parts',
  allow: adminOwnerStaff,
  capability: 'saved-reports',
  inView: false,
  answer: as<Download>(),
});
export const readActivity = action(
  'GET activity',
  'The log of what was done in the panel, the latest first.',
  { right: 'journal:read', allow: adminOnly, capability: 'activity', answer: as<ActivityPage>() },
);
export const activityChoices = action('GET activity/choices', 'Whom and what the log can be filtered by.', {
  right: 'journal:read',
  allow: adminOnly,
  capability: 'activity',
  answer: as<ActivityChoices>(),
});
export const listBulkChanges = action(
  'GET activity/bulk',
  'Changes of many rows at once that can be undone.',
  { right: 'journal:read', allow: adminOnly, capability: 'activity', answer: as<BulkChange[]>() },
);
export const exportActivity = action('GET activity/export', 'The log as a file.', {
  right: 'journal:read',
  allow: adminOnly,
  capability: 'activity',
  inView: false,
  answer: as<Download>(),
});
export const listTrash = action('GET trash', 'Removed records, the latest first.', {
  right: 'parts',
  allow: adminOnly,
  capability: 'trash',
  answer: as<Page<TrashEntry>>(),
});
export const countTrash = action('GET trash/families', 'How many records of each family are in the trash.', {
  right: 'parts',
  allow: adminOnly,
  capability: 'trash',
  answer: as<TrashCount[]>(),
});
export const readAnalytics = action(
  'GET analytics',
  'The figures of the home page, as other clients read them.',
  { right: 'finance:read', allow: analyticsAllow.counts },
);
export const periodFigures = action(
  'GET analytics/figures',
  'Figures of a period beside those of the one before.',
  {
    right: 'finance:read',
    allow: analyticsAllow.counts,
    capability: 'analytics-parts',
    answer: as<PeriodMetrics>(),
  },
);
export const periodStatuses = action('GET analytics/statuses', 'Orders of a period by status.', {
  right: 'orders:read',
  allow: analyticsAllow.counts,
  capability: 'analytics-parts',
  answer: as<PeriodStatuses>(),
});
export const countWaiting = action('GET analytics/waiting', 'What waits for the person.', {
  right: 'parts',
  allow: analyticsAllow.counts,
  capability: 'analytics-parts',
  answer: as<Waiting>(),
});
export const periodSales = action('GET analytics/sales', 'Sales of a period by day or month.', {
  right: 'finance:read',
  allow: analyticsAllow.money,
  capability: 'analytics-parts',
  answer: as<PeriodSales>(),
});
export const periodShops = action('GET analytics/shops', 'Sales of a period by shop.', {
  right: 'finance:read',
  allow: analyticsAllow.money,
  capability: 'analytics-parts',
  answer: as<PeriodShops>(),
});
export const vendorBalance = action('GET analytics/balance', 'What the person’s shops are owed.', {
  right: 'finance:read',
  allow: analyticsAllow.money,
  capability: 'analytics-parts',
  answer: as<VendorBalance>(),
});
export const periodHours = action('GET analytics/hours', 'Orders of a period by weekday and hour.', {
  right: 'orders:read',
  allow: analyticsAllow.counts,
  capability: 'analytics-parts',
  answer: as<PeriodHours>(),
});
export const periodTrends = action('GET analytics/trends', 'How figures of a period went.', {
  right: 'finance:read',
  allow: analyticsAllow.counts,
  capability: 'analytics-parts',
  answer: as<PeriodTrends>(),
});
export const periodCategories = action('GET analytics/categories', 'Sales of a period by category.', {
  right: 'finance:read',
  allow: analyticsAllow.money,
  capability: 'analytics-parts',
  answer: as<PeriodCategories>(),
});
export const endingStock = action('GET analytics/ending', 'Goods that are about to run out.', {
  right: 'catalogue:read',
  allow: analyticsAllow.goods,
  capability: 'analytics-parts',
  answer: as<EndingStock>(),
});
export const duePayouts = action('GET analytics/payouts', 'Payouts that are due.', {
  right: 'finance:read',
  allow: analyticsAllow.money,
  capability: 'analytics-parts',
  answer: as<DuePayouts>(),
});
export const exportFigures = action(
  'GET analytics/figures/export',
  'The table of figures of the home page as a file.',
  {
    right: 'finance:read',
    allow: analyticsAllow[analyticsTables.figures],
    capability: 'analytics-parts',
    inView: false,
    answer: as<Download>(),
  },
);
export const exportStatuses = action(
  'GET analytics/statuses/export',
  'The table of statuses of the home page as a file.',
  {
    right: 'orders:read',
    allow: analyticsAllow[analyticsTables.statuses],
    capability: 'analytics-parts',
    inView: false,
    answer: as<Download>(),
  },
);
export const exportSales = action(
  'GET analytics/sales/export',
  'The table of sales of the home page as a file.',
  {
    right: 'finance:read',
    allow: analyticsAllow[analyticsTables.sales],
    capability: 'analytics-parts',
    inView: false,
    answer: as<Download>(),
  },
);
export const exportShops = action(
  'GET analytics/shops/export',
  'The table of shops of the home page as a file.',
  {
    right: 'finance:read',
    allow: analyticsAllow[analyticsTables.shops],
    capability: 'analytics-parts',
    inView: false,
    answer: as<Download>(),
  },
);
export const exportGoods = action(
  'GET analytics/goods/export',
  'The table of goods of the home page as a file.',
  {
    right: 'catalogue:read',
    allow: analyticsAllow[analyticsTables.goods],
    capability: 'analytics-parts',
    inView: false,
    answer: as<Download>(),
  },
);
export const exportCategories = action(
  'GET analytics/categories/export',
  'The table of categories of the home page as a file.',
  {
    right: 'finance:read',
    allow: analyticsAllow[analyticsTables.categories],
    capability: 'analytics-parts',
    inView: false,
    answer: as<Download>(),
  },
);
