import * as yup from 'yup';

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

/** Families whose saved forms can be undone from their history. */
export const undoFamilies = ['users', 'shops', 'staffs', 'products'] as const;

export const historyFamilies = [
  'users',
  'shops',
  'staffs',
  'withdraws',
  'orders',
  'ownership-transfers',
  'products',
  'refunds',
] as const;
