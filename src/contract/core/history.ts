import * as yup from 'yup';
import { familyPages } from '../family-pages';
import { adminOnly, isAllowed } from './permissions';

/** An entry of a row's audit log, `GET audit?family=&id=`. */
export interface HistoryEntry {
  id: number;
  at: string;
  action: string;
  ip: string | null;
  user: { id: number; name: string } | null;
  /** `{field: [before, after]}`; related records and files are given as `NamedValue`. */
  changes: Record<string, [unknown, unknown]>;
}

/** A record or a file that a change refers to; without a name when it was purged. */
export interface NamedValue {
  id: number;
  name: string | null;
}

/** What a saved form can put back, `GET audit/{entry}/undo`. */
export interface UndoPreview {
  /** Version of the record that the values were compared with. */
  version: number;
  /** `{field: [value of today, former value]}` of the fields that the person may put back. */
  changes: HistoryEntry['changes'];
  /** Files of former values that were removed meanwhile, by field. */
  gone: { key: string; name: string }[];
}

/** Body of `POST audit/{entry}/undo`. */
export const undoSchema = yup.object({
  fields: yup
    .array(yup.string().max(100, 'error-wrong-value').required('error-wrong-value'))
    .min(1, 'error-choose-one')
    .max(100, 'error-too-many-values')
    .required('error-choose-one'),
  version: yup.number().integer().positive('error-wrong-value').required('error-wrong-value'),
});

/** A row as it was at a moment, `GET audit/as-of?family=&id=&at=`. */
export interface RowAsOf {
  /** The moment that is shown: the one asked for, or the beginning of the log where that is later. */
  at: string;
  state: 'existing' | 'not-created' | 'removed';
  /** The log does not reach back to the moment asked for; `at` is where it begins. */
  is_cut: boolean;
  /** `{field: [value then, value of today]}` of every field, the different ones first. */
  fields: HistoryEntry['changes'];
  /** Fields that were changed beside the log, so that nobody knows when. */
  unsure: string[];
}

type Family = keyof typeof familyPages;

const families = Object.keys(familyPages) as Family[];

export const historyFamilies: readonly (Family | 'ownership-transfers')[] = [
  ...families,
  'ownership-transfers',
];

/** Families whose rows change by decisions, answers and consents rather than by a form that could be put back. */
const decided: readonly string[] = [
  ...['orders', 'refunds', 'withdraws', 'reviews', 'questions', 'review-banners'],
  ...['contact-messages', 'newsletter-subscribers', 'newsletters'],
];

/** Families whose saved forms and translations can be undone from their history, and shown as of a moment. */
export const undoFamilies: readonly Family[] = families.filter((family) => !decided.includes(family));

/** Families whose rows belong to shops, which read the history of their own ones. */
export const shopHistory: readonly Family[] = ['products', 'coupons', 'faqs', 'attributes'];

/** Whether a person may read histories of a family; of which rows, the server decides. */
export const readsHistory = (family: string, permissions: readonly string[]): boolean =>
  isAllowed(adminOnly, permissions) || shopHistory.some((one) => one === family);

/** The language of a `translate:en` entry; undefined for others. */
export const translatedLanguage = (action: string): string | undefined =>
  /^translate:(.+)$/.exec(action)?.[1];
