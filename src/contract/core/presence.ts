import * as yup from 'yup';

/**
 * An open edit form sends a heartbeat every `presenceBeatSeconds`; after `presenceKeptSeconds` without one its person
 * has left.
 */
export const presenceBeatSeconds = 20;
export const presenceKeptSeconds = 45;

/** Limit of stored forms per person; one more replaces the oldest heartbeat. */
export const maxEditedRecords = 20;

export interface PresenceAnswer {
  editors: string[];
  /** False for a record that the person may read but not change. */
  is_editable: boolean;
}

/** Body of `POST presence`; `is_open` is false when the form closes. */
export const presenceSchema = yup.object({
  family: yup.string().required('error-wrong-value'),
  id: yup
    .number()
    .typeError('error-wrong-value')
    .integer('error-wrong-value')
    .min(1, 'error-wrong-value')
    .max(2 ** 53 - 1, 'error-wrong-value')
    .required('error-wrong-value'),
  is_open: yup.boolean().typeError('error-wrong-value').default(true),
});
